/**
 * In wei; null: none is stated. Nodes agree on no wording: `minimum needed 3000000000`, `1 < 2`, `at least 30 gwei`.
 * Bounds of a base fee don't count.
 */
export function findStatedMinimum(message: string): bigint | null {
  const text = message
    .slice(0, 1000)
    .replaceAll(/(?<=\d)[,_'](?=\d{3})/g, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  if (!/tip|priority|minimum|min[ _]?gas|underpriced/i.test(text)) return null
  const tokens = [...text.toLowerCase().matchAll(/0x[0-9a-f]+|\d+(?:\.\d+)?|[a-z]+|[<>=≥]+/g)]
  const words = tokens.map(([token]) => token)
  const found = words.flatMap((word, n) => {
    const isNumber = /^\d/.test(word) && !isBaseFee(words, n) && isBound(tokens, n)
    return isNumber ? (toWei(word, words[n + 1]) ?? []) : []
  })
  return found.length === 0 ? null : found.reduce((most, one) => (one > most ? one : most))
}

/** Words that may stand between a bound's first word and the number. */
const filler = new Set(
  'needed required allowed accepted configured tip cap gas price fee priority per current global of is are at least more than the be to ='.split(
    ' ',
  ),
)
/** A number after one of these is a bound. */
const bounding = new Set(
  'min minimum minimal least needed require required requires want wants wanted expected must exceed below less lower than < <= > >= ≥'.split(
    ' ',
  ),
)

/** Goes back over the words before a number as long as they belong to a bound. */
function isBound(tokens: RegExpExecArray[], n: number): boolean {
  for (let at = n - 1; at >= 0; at -= 1) {
    const [token = '', next] = [tokens[at]?.[0], tokens[at + 1]]
    const end = (tokens[at]?.index ?? 0) + token.length
    if (!next || next.index - end > 3 || !(filler.has(token) || bounding.has(token))) return false
    if (bounding.has(token)) return true
  }
  return false
}

/** Whether the number is the base fee. */
const isBaseFee = (words: string[], n: number): boolean =>
  words
    .slice(Math.max(0, n - 6), n)
    .join(' ')
    .search(/base ?fee(?: per gas)?(?: is| of| =)?$/) !== -1

const digits: Record<string, number> = {
  wei: 0,
  kwei: 3,
  mwei: 6,
  gwei: 9,
  gigawei: 9,
  nanoether: 9,
  ether: 18,
  eth: 18,
}

/** A decimal point without a unit means gwei. */
function toWei(value: string, unit: string | undefined): bigint | null {
  if (value.startsWith('0x')) return value.length <= 34 ? BigInt(value) : null
  const [whole = '0', fraction = ''] = value.split('.')
  if (whole.length > 30 || fraction.length > 18) return null
  const places = digits[unit ?? ''] ?? (fraction === '' ? 0 : 9)
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places))
}
