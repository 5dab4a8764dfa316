import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const validators = new WeakMap<TSchema, Validator>()

export function checkValue<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  const known = validators.get(schema)
  const validator = known ?? Compile(schema)
  if (!known) validators.set(schema, validator)
  return validator.Check(value)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Characters that XML can't hold are left out. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(unfit, '').replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

// Of the control characters, XML 1.0 allows tab, line feed and carriage return. It allows no lone surrogates, U+FFFE or U+FFFF.
const unfit = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
