import { type Static, Type } from 'typebox'

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

export type Verdict = MemeVerdict | ImageVerdict
