import { shapes } from '../../../contract/design.ts'
import { keepMarkup } from './keep-markup.tsx'

/** The shape of a band, or the flag of a critical warning, in the colour of the text around it. */
export const Shape = keepMarkup(({ of }: { of: keyof typeof shapes }) => (
  <svg viewBox="0 0 10 10" width="10" height="10" fill="currentColor" aria-hidden="true">
    <path d={shapes[of].path} />
  </svg>
))
