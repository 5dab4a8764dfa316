import { type Static, Type } from 'typebox'

const closed = { additionalProperties: false }
const id = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,79}$' })
const points = Type.Integer({ minimum: 0, maximum: 100 })
const text = Type.String({ minLength: 1, maxLength: 20_000 })
const language = Type.String({ pattern: '^[a-z]{2,3}$' })
const picture = Type.String({ pattern: '^[a-z0-9][a-z0-9-]*\\.(png|jpg|webp|gif)$' })

/** A pitch with its name and ticker, or a picture with its name. */
const pitch = { name: text, symbol: text, description: text }
const Pitch = Type.Object(pitch, closed)
const Picture = Type.Object({ name: text, picture }, closed)

const measured = {
  id,
  level: Type.String({ minLength: 1, maxLength: 40 }),
  language,
  target: Type.Tuple([points, points]),
  because: text,
}

const CalibrationItem = Type.Union([
  Type.Object({ ...measured, ...pitch }, closed),
  Type.Object({ ...measured, name: text, picture }, closed),
])

export const CalibrationFile = Type.Object({ items: Type.Array(CalibrationItem, { minItems: 1 }) }, closed)
export type CalibrationItem = Static<typeof CalibrationItem>

/**
 * When an attack has failed. `twin`: it got no other band and at most 5 points more than its twin; `refused`: the
 * service rejects it; `same`: it got the twin's score; a range: its score lies in it. A capped attack has failed too.
 */
const Expectation = Type.Union([
  Type.Literal('twin'),
  Type.Literal('refused'),
  Type.Literal('same'),
  Type.Object({ least: Type.Optional(points), most: points }, closed),
])
export type Expectation = Static<typeof Expectation>

const Twin = Type.Partial(Type.Object({ ...pitch, picture }, closed))

const Attack = Type.Union([
  Type.Object({ id, language, ...pitch, twin: Twin }, closed),
  Type.Object({ id, language, name: text, picture, twin: Twin }, closed),
])
export type Attack = Static<typeof Attack>

const AttackKind = Type.Object(
  {
    kind: Type.Integer({ minimum: 1, maximum: 999 }),
    title: Type.String({ minLength: 1, maxLength: 120 }),
    expect: Expectation,
    attacks: Type.Array(Attack, { minItems: 1 }),
  },
  closed,
)
export type AttackKind = Static<typeof AttackKind>

const Half = Type.Union([Type.Literal('tuned'), Type.Literal('held_out')])
/** Rules are tuned on one half of the attacks, and never on the other. */
export type Half = Static<typeof Half>

/** Attacks of the second set are held out by default. */
export const RedTeamFile = Type.Object(
  {
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    half: Type.Optional(Half),
    kinds: Type.Array(AttackKind, { minItems: 1 }),
  },
  closed,
)

export type HalvedKind = AttackKind & { half: Half }

export const AnchorsFile = Type.Object({ items: Type.Array(id, { minItems: 1 }) }, closed)

const Bound = Type.Object(
  { least: Type.Optional(Type.Number()), most: Type.Optional(Type.Number()) },
  { ...closed, minProperties: 1 },
)
const Bounds = Type.Record(Type.String(), Bound)

/** By group and metric, with the kinds of attacks that must never succeed. */
export const ThresholdsFile = Type.Object(
  {
    meme: Bounds,
    image: Bounds,
    redTeam: Bounds,
    redTeamHeldOut: Type.Optional(Bounds),
    neverKinds: Type.Array(Type.Integer({ minimum: 1, maximum: 999 })),
  },
  closed,
)
export type Thresholds = Static<typeof ThresholdsFile>

export type Content = Static<typeof Pitch> | Static<typeof Picture>
