interface Choice {
  value: string
  weight: number
}

const weightForm = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** RFC 9110 12.4.2. Elements with a malformed weight count as not acceptable. */
export function parseChoices(header: string): Choice[] {
  return splitList(header.toLowerCase()).map((element) => {
    const [value = '', ...parameters] = element.split(';').map((part) => part.trim())
    const given = parameters.find((one) => /^q\s*=/.test(one))
    const weight = given === undefined ? '1' : given.slice(given.indexOf('=') + 1).trim()
    return { value, weight: weightForm.test(weight) ? Number(weight) : 0 }
  })
}

/** Quoted strings may contain a comma: odd parts of the split by quotes are inside of them. */
function splitList(header: string): string[] {
  const unquoted = header.split('"').filter((_, n) => n % 2 === 0)
  return unquoted
    .join('')
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '')
}

/** By the most specific range of `Accept`: 1 without the header, 0 if not acceptable. */
export function weighType(accept: string | undefined, type: string): number {
  if (accept === undefined || accept.trim() === '') return 1
  const choices = parseChoices(accept)
  const [major] = type.split('/')
  return findWeight(choices, type) ?? findWeight(choices, `${major}/*`) ?? findWeight(choices, '*/*') ?? 0
}

/** 0 if only a wildcard covers it. */
export const weighNamedType = (accept: string | undefined, type: string): number =>
  findWeight(parseChoices(accept ?? ''), type) ?? 0

/** By `Accept-Encoding`; null: no coding is preferred. */
export function chooseCoding<C extends string>(acceptEncoding: string | undefined, codings: readonly C[]): C | null {
  if (acceptEncoding === undefined) return null
  const choices = parseChoices(acceptEncoding).map(({ value, weight }) => ({ value: aliases[value] ?? value, weight }))
  const weigh = (coding: string) => findWeight(choices, coding) ?? findWeight(choices, '*') ?? 0
  const identity = findWeight(choices, 'identity') ?? 0
  const best = codings.reduce<C | null>((found, one) => (weigh(one) > (found ? weigh(found) : 0) ? one : found), null)
  return best !== null && weigh(best) >= identity ? best : null
}

/** RFC 9110 8.4.1.3. */
const aliases: Record<string, string> = { 'x-gzip': 'gzip' }

/** undefined: no element has this value. */
function findWeight(choices: Choice[], value: string): number | undefined {
  const weights = choices.filter((choice) => choice.value === value).map(({ weight }) => weight)
  return weights.length > 0 ? Math.max(...weights) : undefined
}
