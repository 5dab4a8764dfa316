import { type Static, Type } from 'typebox'
import { ref } from '../schema.ts'

/** A number, a date (ISO 8601), a name, or several names. */
export const FactValue = Type.Union([Type.Number(), Type.String(), Type.Array(Type.String())])

/** Written by rules (`rules/fact-1.2.0.ts`). */
export const Fact = Type.Object(
  {
    code: Type.String({ description: 'What was found' }),
    effect: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The points that it gave the signal or took from it; null if it only informs or caps',
    }),
    values: Type.Record(Type.String(), FactValue, {
      description:
        'Its numbers, dates (ISO 8601) and names by their names. `cap`: the signal scores at most this; `of`: the most points that it can give',
    }),
  },
  {
    $id: 'Fact',
    description: 'One thing that the rules of a signal found',
    examples: [{ code: 'too_long', effect: -8, values: { characters: 14, most: 12 } }],
  },
)
export type Fact = Static<typeof Fact>

export const Reading = Type.Object(
  {
    score: Type.Integer({ minimum: 0, maximum: 100, description: 'Whole number, higher is better; 50 for a stub' }),
    reason: Type.String({ description: 'Plain text that names the rules or the evidence behind the score' }),
    facts: Type.Optional(
      Type.Array(ref(Fact), {
        description: 'What the rules found, from which `reason` is written. Absent in records of launch-score@1.1.0',
      }),
    ),
    stub: Type.Boolean({ description: 'True when the signal’s provider is not configured' }),
    confidence: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1,
      description: 'The judge’s confidence; null for signals without one',
    }),
    spread: Type.Optional(
      Type.Object(
        { lowest: Type.Number(), highest: Type.Number() },
        { description: 'The range that contains nine of ten such verdicts on the content; only for judged signals' },
      ),
    ),
    judges: Type.Optional(
      Type.Array(
        Type.Object({
          model: Type.String(),
          score: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'null: this model failed' }),
        }),
        { description: 'The models that judged, with a panel of several' },
      ),
    ),
    attribution: Type.Optional(Type.String({ description: 'The credit that the licence of the data requires' })),
  },
  {
    $id: 'Reading',
    description: 'One signal of a score',
    examples: [{ score: 82, reason: 'Short, readable, consistently written name.', stub: false, confidence: null }],
  },
)
export type Reading = Static<typeof Reading>

/** How creators whose wallets have signed use a handle. */
export interface HandleRecord {
  /** Other creators who named the handle within 7 days. */
  mentions: number
  /** Another creator signed for the handle before this one did. */
  claimedEarlier: boolean
}

/** The name under which released rule sets import the record of a handle. */
export type Standing = HandleRecord
