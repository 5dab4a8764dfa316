import { type Static, Type } from 'typebox'

const criterion = Type.Integer({ minimum: 0, maximum: 5 })
const head = {
  observations: Type.Array(Type.String()),
  instruction_attempt: Type.Enum(['none', 'suspected', 'clear']),
  instruction_quote: Type.String(),
}
const tail = {
  score: Type.Number({ minimum: 0, maximum: 100 }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  reason: Type.String(),
}
const closed = { additionalProperties: false }

/** What the judge says of a meme: the tool's arguments, with the ranges that their schema can't hold. */
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
    copycat_of: Type.String(),
    bot_bait: Type.Boolean(),
    ...tail,
  },
  closed,
)
export type MemeVerdict = Static<typeof MemeVerdict>

/** What the judge says of a picture. */
export const ImageVerdict = Type.Object(
  {
    visible_text: Type.String(),
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
