import type { Band } from '../scoring/schemas.ts'

/** A band on a dark ground: a colour, and a shape for who can't tell colours apart. */
export const bandLooks: Record<Band, { color: string; shape: 'disc' | 'diamond' | 'square' }> = {
  green: { color: '#3fcf8e', shape: 'disc' },
  amber: { color: '#f5b83d', shape: 'diamond' },
  red: { color: '#ff6f61', shape: 'square' },
}
