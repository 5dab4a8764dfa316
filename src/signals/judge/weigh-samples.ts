import { type Static, Type } from 'typebox'
import { checkValue } from '../../platform/values.ts'
import type { PromptVersion } from './prompts.ts'
import type { JudgeRules } from './rule-sets.ts'
import { namesGrade } from './rules/counterfactual-1.2.0.ts'
import type { GateName } from './rules/gates-1.1.0.ts'
import type { Hit, PictureText } from './rules/scan-1.2.0.ts'

const criterion = Type.Integer({ minimum: 0, maximum: 5 })
// Far more than a judge writes, and small enough to store.
const text = Type.String({ maxLength: 20_000 })
const head = {
  observations: Type.Array(text, { maxItems: 100 }),
  instruction_attempt: Type.Enum(['none', 'suspected', 'clear']),
  instruction_quote: text,
}
const tail = {
  score: Type.Number({ minimum: 0, maximum: 100 }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  reason: text,
}
const closed = { additionalProperties: false }

/** The tool's arguments, with ranges that its schema can't express. */
export const MemeVerdict = Type.Object(
  {
    ...head,
    criteria: Type.Object(
      {
        freshness: criterion,
        hook: criterion,
        remixability: criterion,
        ticker_fit: criterion,
        clarity: criterion,
      },
      closed,
    ),
    copycat_of: text,
    bot_bait: Type.Boolean(),
    ...tail,
  },
  closed,
)
export type MemeVerdict = Static<typeof MemeVerdict>

export const ImageVerdict = Type.Object(
  {
    visible_text: text,
    ...head,
    criteria: Type.Object(
      { visibility: criterion, readability: criterion, brand_coherence: criterion, craft: criterion },
      closed,
    ),
    ...tail,
  },
  closed,
)
export type ImageVerdict = Static<typeof ImageVerdict>

type Verdict = MemeVerdict | ImageVerdict

export type JudgedName = 'meme' | 'image'

export const verdictSchemas = { meme: MemeVerdict, image: ImageVerdict }

interface Subject {
  signalName: JudgedName
  prompt: PromptVersion
  rules: JudgeRules
  fields: Record<string, string>
  /** null by default. */
  copyOf?: string | null
}

export interface Weighed {
  score: number
  criteriaScore: number
  ownScore: number
  confidence: number
  isSuspicious: boolean
  reason: string
  /** From 0 to 5, by criterion. */
  ratings: Record<string, number>
  held: GateName[]
  /** The highest score that the content can get. */
  most: number
  hits: Hit[]
}

/** The arguments of one call of the tool, after the gates of the prompt version. */
export function weighSample(subject: Subject, args: unknown): Weighed {
  const { signalName, prompt, rules, fields, copyOf = null } = subject
  const verdict = toVerdict(signalName, args)
  const hits = rules.scan(Object.values(fields), toPictureText(subject, verdict))
  const { score, held, most } = rules.applyGates(prompt.gates, {
    verdict: rules.memory.markKnownCopy(verdict, copyOf),
    hits,
    isKnownCopy: copyOf !== null,
  })
  return {
    score,
    criteriaScore: rules.weighCriteria(verdict.criteria, prompt[signalName].criteria.weights),
    ownScore: verdict.score,
    confidence: verdict.confidence,
    isSuspicious: isSuspicious(verdict, hits),
    reason: verdict.reason,
    ratings: orderRatings(verdict.criteria, Object.keys(prompt[signalName].criteria.weights)),
    held,
    most,
    hits,
  }
}

/** The database doesn't keep the order of a verdict's keys. */
const orderRatings = (ratings: Record<string, number>, criteria: string[]): Record<string, number> =>
  Object.fromEntries(criteria.flatMap((name) => (ratings[name] === undefined ? [] : [[name, ratings[name]]])))

function toPictureText({ prompt, rules }: Subject, verdict: Verdict): PictureText | undefined {
  if (!('visible_text' in verdict)) return undefined
  const { counterfactual } = prompt
  const isWithoutDoubt = (counterfactual && rules.counterfactual?.isWithoutDoubt([verdict], counterfactual)) ?? false
  return { text: verdict.visible_text, isWithoutDoubt }
}

/** Samples were checked before they were stored, so a failure means damage. */
function toVerdict(signalName: JudgedName, args: unknown): Verdict {
  const schema = verdictSchemas[signalName]
  if (!checkValue(schema, args)) throw new Error(`a stored sample of ${signalName} is damaged`)
  return args
}

const isSuspicious = ({ instruction_attempt: attempt }: Verdict, hits: Hit[]): boolean =>
  attempt === 'suspected' || hits.some(({ class: kind }) => kind === 'suspicious')

/**
 * Whether a verdict depends only on what the image shows. One that found text for a judge belongs to its own bytes
 * (D108).
 */
export function isOnlyOfPicture(rules: Pick<JudgeRules, 'scan'>, args: unknown): boolean {
  const verdict = toVerdict('image', args)
  if (!('visible_text' in verdict) || verdict.instruction_attempt !== 'none') return false
  const hits = rules.scan([verdict.visible_text, verdict.instruction_quote, ...verdict.observations])
  return hits.length === 0 && !namesGrade(verdict.visible_text)
}

const gateNames: GateName[] = ['copycat', 'bot-bait', 'instruction']

/** The gates that held in at least half of the samples. */
export const listGates = (weighed: Weighed[]): GateName[] =>
  gateNames.filter((gate) => 2 * weighed.filter(({ held }) => held.includes(gate)).length >= weighed.length)
