import type { ReadSubmission } from './read-submission.ts'

const bait =
  /\b(?:\d+x|guaranteed|presale|airdrop|giveaway|whitelist|connect (?:your )?wallet|to the moon|moonshot|gem|whales?|pump|lambo|profits?|gains|buy now|early investors|financial freedom|don't miss|hurry)\b/gi
const famous =
  /dog+e|shib(?:a|e)?|pepe|flok+i|bonk|wojak|dogwif|popcat|brett|mog|harambe|trollface|nyan|safemoon|grumpy cat|turbo/i
const hollow =
  /\b(?:community|together|future|ecosystem|utility|revolution\w*|lovers|holders|friendly|ultimate|next level|journey|roadmap|innovative|decentrali[sz]ed|original|new chain|early)\b/gi
const order =
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|rubric|rules)\b|\bscore (?:of |must )?\D{0,12}\d{2,3}\b/i
const invitation =
  /\b(?:post|show|tell|write|hang|draw|caption|bring|share|name|send|sing|guess|never|always|every|whoever|nobody|everybody|wer|jeder|zeigt|schreib\w*|cada|chaque|each)\b|["“„«]/giu

const listNames: [string, number][] = [
  ['freshness', 35],
  ['hook', 20],
  ['remixability', 20],
  ['ticker_fit', 10],
  ['clarity', 15],
]

/** A covered word: it counts for the length, and neither for nor against the rest. */
const covered = '▢'

/** The tool's arguments for a pitch. */
export function judgePitch(read: ReadSubmission): object {
  const isMissing = read.pitch === '(no pitch)'
  const submission = isMissing ? { ...read, pitch: read.name } : read
  const { name, ticker, pitch } = submission
  const words = pitch.match(/[\p{L}\p{N}’'%]+|▢/gu) ?? []
  const readable = words.filter((word) => word !== covered)
  const baits = pitch.match(bait) ?? []
  const original = famous.exec(`${name} ${ticker}`)?.[0] ?? ''
  const quote = order.exec(pitch)?.[0] ?? ''
  const isBait = (readable.length < 2 && !isMissing) || pitch === '(no words)' || baits.length >= 3
  const criteria = judgeCriteria(submission, { words, isBait, original })
  return {
    observations: toObservations({ words, baits, original }),
    instruction_attempt: quote ? 'clear' : 'none',
    instruction_quote: quote,
    criteria,
    copycat_of: isBait ? '' : original,
    bot_bait: isBait,
    score: toScore(criteria, { words, baits, isBait, original }),
    confidence: 0.7,
    reason: getReason(criteria, { isBait, original }),
  }
}

interface Seen {
  words: string[]
  isBait: boolean
  /** The well-known meme in the name or the ticker, or ''. */
  original: string
}

type Criteria = Record<string, number>

function judgeCriteria({ name, ticker, pitch }: ReadSubmission, { words, isBait, original }: Seen): Criteria {
  const hollowness = (pitch.match(hollow) ?? []).length
  const invitations = new Set((pitch.match(invitation) ?? []).map((word) => word.toLowerCase())).size
  const opening =
    pitch
      .split(/[.!?。:]/u)[0]
      ?.trim()
      .split(/\s+/u).length ?? 0
  return {
    freshness: isBait ? 0 : whole((original ? 2 : 4.4 - hollowness) - (isHardlyReadable(words) ? 1 : 0)),
    hook: isBait ? 0 : whole(6 - opening / 5),
    remixability: isBait ? 0 : whole(2 + invitations - hollowness / 2),
    ticker_fit: tickerFit(ticker.toLowerCase(), `${name} ${pitch}`.toLowerCase()),
    clarity: isBait ? 2 : rateLength(words.length),
  }
}

/** Most of it is covered. */
const isHardlyReadable = (words: string[]): boolean =>
  2 * words.filter((word) => word === covered).length > words.length

function rateLength(words: number): number {
  if (words < 8) return whole(words / 3)
  return words <= 60 ? 5 : 3
}

/** 5: a word of the name or the pitch begins with it; 4: its letters stand in order in the name; else 1. */
function tickerFit(ticker: string, text: string): number {
  if (ticker.includes(covered)) return 4
  if (text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(ticker))) return 5
  const inOrder = Array.from(ticker)
    .map((letter) => letter.replace(/[^\p{L}\p{N}]/u, ''))
    .join('.*')
  return new RegExp(inOrder, 'u').test(text) ? 4 : 1
}

/** The weighted criteria, within the band of what the pitch is; the variety of its words moves it by a few points. */
function toScore(criteria: Criteria, { words, baits, isBait, original }: Seen & { baits: string[] }): number {
  const weighted = listNames.reduce((sum, [name, weight]) => sum + (weight * (criteria[name] ?? 0)) / 5, 0)
  const readable = words.filter((word) => word !== covered).map((word) => word.toLowerCase())
  const variety = new Set(readable).size / Math.max(readable.length, 1)
  if (isBait) return Math.max(2, 24 - 3 * baits.length)
  if (original) return Math.round(40 + weighted / 6)
  return Math.round(Math.max(15, weighted * 0.84 + variety * 10))
}

const toObservations = ({
  words,
  baits,
  original,
}: {
  words: string[]
  baits: string[]
  original: string
}): string[] => [
  `${words.length} words, beginning "${words.slice(0, 6).join(' ')}"`,
  baits.length > 0 ? `bait words: ${[...new Set(baits)].slice(0, 5).join(', ')}` : 'no bait words',
  original ? `the name holds "${original}"` : 'no well-known meme in the name',
]

const say = (words: string) => `Stand-in judge, not a model: ${words}`

function getReason(criteria: Criteria, { isBait, original }: Pick<Seen, 'isBait' | 'original'>): string {
  if (isBait) return say('mostly promises, calls to act or nothing to read, and no idea of its own.')
  if (original) return say(`takes over "${original.toLowerCase()}", so it counts as a copycat.`)
  const ranked = listNames.map(([name]) => name).sort((a, b) => (criteria[b] ?? 0) - (criteria[a] ?? 0))
  const words = (name = '') => `${name.replace('_', ' ')} ${criteria[name]}/5`
  return say(`by word counts alone, strongest in ${words(ranked[0])}, weakest in ${words(ranked.at(-1))}.`)
}

const whole = (value: number): number => Math.max(0, Math.min(5, Math.round(value)))
