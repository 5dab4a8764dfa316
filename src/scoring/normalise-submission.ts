import { parseNonzeroAddress } from '../../contract/address.ts'
import type { Config } from '../config.ts'
import type { Detail } from '../../contract/schema.ts'
import type { ScoreSubmission } from '../../contract/schemas/score.ts'
import { parseCtaUrl } from '../../contract/cta-url.ts'
import type { Link } from '../../contract/links.ts'
import { dropDollarSigns, isReadable, normaliseText } from '../../contract/text.ts'
import { parseXHandle } from '../../contract/x-handle.ts'
import { badFields } from '../platform/errors.ts'
import { foldShapes } from '../signals/judge/rules/lookalikes-1.1.0.ts'
import type { Submission } from '../signals/schemas.ts'

/** A submission whose creator may still be a name. */
export interface NormalSubmission extends Omit<Submission, 'creatorAddress' | 'creatorName'> {
  /** The address in lower case, or a name to resolve. */
  creator: { address: string } | { name: string }
}

/** Throws one `bad_request` that names every invalid field. */
export function normaliseSubmission(
  body: ScoreSubmission,
  { serviceName, chainId, chains }: Pick<Config, 'serviceName' | 'chainId' | 'chains'>,
): NormalSubmission {
  const details: Detail[] = []
  const keepAs = <T>(path: string, result: { value: T } | { fault: string }, otherwise: T): T => {
    if ('value' in result) return result.value
    details.push({ path, message: result.fault })
    return otherwise
  }
  const keep = (path: string, result: { value: string } | { fault: string }): string => keepAs(path, result, '')
  const { description, xHandle, contractAddress, links } = body
  const submission = {
    name: keep('name', withoutClaim(toText(body.name, 'line'), serviceName)),
    symbol: keep('symbol', withoutClaim(parseSymbol(body.symbol), serviceName)),
    description: isBlank(description) ? null : keep('description', toText(description, 'paragraph')),
    imageUrl: keep('imageUrl', toText(body.imageUrl, 'line')),
    xHandle: isBlank(xHandle) ? null : keep('xHandle', parseXHandle(xHandle)),
    creator: toCreator(body.creatorAddress, (result) => keep('creatorAddress', result), serviceName),
    contractAddress: contractAddress ? keep('contractAddress', toAddress(contractAddress)) : null,
    chainId: keepAs('chainId', parseChain(body.chainId, chains), chainId),
    links: (links ?? []).map((link, at) => keepAs<Link>(`links.${at}.url`, parseLink(link), link)),
  }
  if (details.length > 0) throw badFields(details)
  return submission
}

/** The first configured chain is the default. */
export function parseChain(given: number | undefined, chains: Config['chains']): { value: number } | { fault: string } {
  const configured = chains.map(({ chainId }) => chainId)
  const value = given ?? configured[0]
  if (value !== undefined && configured.includes(value)) return { value }
  return { fault: `${given} is not configured: this service scores launches on ${configured.join(', ')}` }
}

/** A form sends an empty text for a field that nobody filled in. */
const isBlank = (text: string | null | undefined): text is null | undefined | '' => (text ?? '').trim() === ''

function toCreator(
  text: string,
  keep: (result: { value: string } | { fault: string }) => string,
  serviceName: string,
): NormalSubmission['creator'] {
  if (!text.includes('.')) return { address: keep(toAddress(text)) }
  return { name: keep(withoutClaim(toText(text, 'line'), serviceName)) }
}

/** The link with its URL in ASCII. The fault follows the field's name. */
export function parseLink({ type, url }: Link): { value: Link } | { fault: string } {
  const parsed = parseCtaUrl(url)
  return 'fault' in parsed ? parsed : { value: { type, url: parsed.ascii } }
}

function toText(text: string, shape: 'line' | 'paragraph'): { value: string } | { fault: string } {
  const result = normaliseText(text, shape)
  if ('fault' in result) return result
  return isReadable(result.text) ? { value: result.text } : { fault: 'must not be empty' }
}

function withoutClaim(result: { value: string } | { fault: string }, serviceName: string) {
  const fault = 'value' in result ? findClaim(result.value, serviceName) : null
  return fault === null ? result : { fault }
}

function parseSymbol(text: string): { value: string } | { fault: string } {
  const bare = dropDollarSigns(text)
  return bare === '' ? { fault: 'must have characters after the $' } : toText(bare, 'line')
}

function toAddress(text: string): { value: string } | { fault: string } {
  const result = parseNonzeroAddress(text)
  return 'fault' in result ? result : { value: result.address }
}

/**
 * Finds text in a name or ticker that readers could take for the service's own words: a score, a band, a verification
 * tick, or the service's name (D115).
 */
export function findClaim(text: string, serviceName: string): string | null {
  const plain = toPlain(text)
  if (scoreClaims.some((claim) => claim.test(plain))) return 'must not contain a score, such as “98 of 100”'
  if (bandClaims.some((claim) => claim.test(plain))) return 'must not state a band, such as “: green”'
  if (tick.test(plain) && verification.test(plain)) return 'must not claim a verification with a tick'
  return namesService(text, serviceName) ? `must not contain ${serviceName}, the name of this service` : null
}

// Patterns instead of literals, because the build escapes non-ASCII characters, which String.raw would show.
const number = /(?<!\d)\d{1,3}(?:[.,]\d{1,4})?/.source
const outOf = /(?:(?:out\s)?[o0]f|\/|∕|÷|de|von|sur|su|di|uit|af|av|из|iz|z|dari|共|满分)/.source
const points = /分/.source
const band = /(?:green|amber|red|verde|ambar|rojo|绿色|黄色|红色)/.source
const separator = /(?:[,:;|([{【（，：·•]|\s[-–—])/.source
const rated = /(?:scor(?:e|ed|es|ing)|rat(?:ed|ing)|puntuacion|评分|得分|分数)/.source

const scoreClaims = [
  // 98.6 of 100, 98/100, 98 out of 100, 98 de 100, 98 von 100, 98 из 100, 100 分
  new RegExp(`${number}\\s?${outOf}\\s?(?:100|hundred)(?!\\w)`),
  new RegExp(`${number}\\s?${points}`),
  // Score: 98, rated 98, 98 score
  new RegExp(`(?<![a-z])${rated}\\s?[:=~-]?\\s?${number}(?!\\d)`),
  new RegExp(`${number}\\s?${rated}(?![a-z])`),
]

const bandClaims = [
  // "Spoon: Green", "Spoon (green)", "Spoon – green", but not "Red Panda" and not "Blue-Red"
  new RegExp(`${separator}\\s?${band}(?![\\p{L}\\p{N}])`, 'u'),
  new RegExp(`(?<![a-z])${band}\\s(?:band|score|rating|rated)(?![a-z])`),
  new RegExp(`(?<![a-z])(?:band|${rated})\\s?[:=-]?\\s?${band}(?![a-z])`),
]

const tick = /[✅✓✔☑🗸🗹]/u

const verification =
  /verif|certif|zertif|audit|approv|aprob|aprov|approuv|offici|ofici|offizi|trusted|genuin|legit|kyc|doxx|geprüft|gepruft|safe|провер|подтвер|официал|认证|認證|验证|驗證|官方|审计|審計|検証|公式|認証|검증|인증|공식|onayl|dogrul/

/** A short service name must be whole words; longer words may contain it. */
const minContainedLength = 6

function namesService(text: string, serviceName: string): boolean {
  const service = foldShapes(serviceName)
  if (service === '') return false
  if (service.length >= minContainedLength) return foldShapes(text).includes(service)
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).map(foldShapes)
  return words.some((_word, start) =>
    words.slice(start).some((_last, length) => words.slice(start, start + length + 1).join('') === service),
  )
}

/** Lower case with ASCII digits, Latin letters instead of look-alikes, and no invisible characters. */
const toPlain = (text: string): string =>
  Array.from(text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''), toPlainCharacter)
    .join('')
    .toLowerCase()
    .replace(/\s+/g, ' ')

function toPlainCharacter(character: string): string {
  if (/^\p{Nd}$/u.test(character)) return toDigit(character)
  if (!/^[^\p{ASCII}]$/u.test(character) || !/^\p{L}$/u.test(character)) return character
  const folded = foldShapes(character)
  return /^[a-z]$/.test(folded) &&
    /^\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Latin}|\p{Script=Armenian}$/u.test(character)
    ? folded
    : character
}

/** The digits of a script follow one another from its zero. */
function toDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let below = 0
  while (below < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - below - 1))) below += 1
  return String(below)
}
