/**
 * The tip, in wei, that a node's refusal of a transaction states as its minimum; null: it states none. Nodes agree on no
 * wording: geth's `minimum needed 3000000000`, Nethermind's `1 < 2`, `at least 30 gwei` and the like. The bounds of a base fee
 * are no tip: the market tells that one.
 */
export function findStatedMinimum(message: string): bigint | null {
  const text = message.slice(0, 1000).replaceAll(/(?<=\d)[,_'](?=\d{3})/g, '')
  const isOfTip = /tip|priority|minimum|min[ _]?gas|underpriced/i.test(text)
  const ofBaseFee = /base ?fee(?:PerGas)?\W{0,3}(?:is|of)?\W{0,3}(?:0x[0-9a-f]+|\d[\d.]*)(?: ?(?:[kmg]?wei|ether))?/gi
  const found = [...text.replaceAll(ofBaseFee, '').matchAll(bound)].flatMap(({ groups }) => toWei(groups) ?? [])
  if (!isOfTip || found.length === 0) return null
  return found.reduce((most, one) => (one > most ? one : most))
}

const words =
  'min(?:imum|imal)?|at least|needed|required?|requires|want(?:ed|s)?|expected|must be|must exceed|below|less than|lower than|<=?|>=?|≥'
const filler =
  '(?:[ _]?(?:needed|required|allowed|accepted|configured|tip|cap|gas|price|fee|priority|per|current|global|of|is|are|at|least|more|than|the|be|to|:|=|>=?|≥))*'
const bound = new RegExp(
  `(?:${words})${filler}\\W{0,3}(?<value>0x[0-9a-f]{1,32}|\\d{1,30}(?:\\.\\d{1,18})?)(?: ?(?<unit>gwei|gigawei|kwei|mwei|nanoether|wei|ether|eth)\\b)?`,
  'gi',
)

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

/** A decimal point without a unit is one of gwei. */
function toWei(groups: Record<string, string | undefined> | undefined): bigint | null {
  const { value = '', unit } = groups ?? {}
  if (value.startsWith('0x')) return BigInt(value)
  const [whole = '0', fraction = ''] = value.split('.')
  const places = digits[unit?.toLowerCase() ?? (fraction === '' ? 'wei' : 'gwei')] ?? 0
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places))
}
