/** RFC 8785. Throws TypeError for values that JSON can't hold, such as NaN, undefined or lone surrogates. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'string') return stringText(value)
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`
  if (isPlainObject(value)) return objectText(value)
  throw new TypeError(`JSON can't contain a value of type ${typeof value}`)
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON can't contain ${value}`)
  return JSON.stringify(value)
}

function stringText(value: string): string {
  if (!value.isWellFormed()) throw new TypeError("JSON can't contain a lone surrogate")
  return JSON.stringify(value)
}

// sort() without arguments compares UTF-16 code units, as the RFC requires
const objectText = (object: Record<string, unknown>): string =>
  `{${Object.keys(object)
    .sort()
    .map((key) => `${stringText(key)}:${canonicalJson(object[key])}`)
    .join(',')}}`

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
