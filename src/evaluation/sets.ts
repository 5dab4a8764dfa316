import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { UsageError } from '../platform/cli/command.ts'
import type { GateName } from '../signals/judge/judging.ts'

export interface EvaluationSets {
  calibration: CalibrationItem[]
  kinds: HalvedKind[]
  anchors: CalibrationItem[]
  thresholds: Thresholds
  pictures: Map<string, Buffer>
  /** SHA-256 of all the above. */
  hash: string
}

export const ownSets = resolve(import.meta.dirname, '../../evaluation')

/** Throws `UsageError`, which names the file and the position in it. */
export function loadSets(folder = ownSets): EvaluationSets {
  if (!existsSync(folder)) throw new UsageError(`${folder} does not exist`)
  const calibration = readAll(folder, 'calibration', CalibrationFile).flatMap(({ items }) => items)
  const kinds = [
    ...toKinds(readAll(folder, 'red-team', RedTeamFile), 'tuned'),
    ...toKinds(readSecondSet(folder), 'held_out'),
  ]
  const thresholds = readFile(join(folder, 'thresholds.json'), ThresholdsFile)
  const listed = readFile(join(folder, 'anchors.json'), AnchorsFile).items
  checkItems(calibration, kinds)
  const anchors = listed.map((id) => {
    const item = calibration.find((one) => one.id === id)
    if (!item) throw new UsageError(`anchors.json: no calibration item has the id ${id}`)
    return item
  })
  const pictures = readPictures(folder, [...calibration, ...kinds.flatMap(({ attacks }) => attacks.flatMap(withTwin))])
  return { calibration, kinds, anchors, thresholds, pictures, hash: toHash([calibration, kinds, thresholds], pictures) }
}

/** Also hashes the pictures that the items name. */
export function toHash(items: unknown, pictures: Map<string, Buffer>): string {
  const hash = createHash('sha256').update(JSON.stringify(items))
  for (const [name, bytes] of [...pictures].toSorted(([a], [b]) => (a < b ? -1 : 1))) hash.update(name).update(bytes)
  return hash.digest('hex')
}

const toKinds = (files: Static<typeof RedTeamFile>[], half: Half): HalvedKind[] =>
  files.flatMap((file) => file.kinds.map((kind) => ({ ...kind, half: file.half ?? half })))

/** `red-team-2.json`, or the files of a folder `red-team-2`. A set may have none. */
function readSecondSet(folder: string): Static<typeof RedTeamFile>[] {
  const name = 'red-team-2'
  const single = join(folder, `${name}.json`)
  return [
    ...(existsSync(single) ? [readFile(single, RedTeamFile)] : []),
    ...(existsSync(join(folder, name)) ? readAll(folder, name, RedTeamFile) : []),
  ]
}

function readAll<T extends TSchema>(folder: string, part: string, schema: T): Static<T>[] {
  const path = join(folder, part)
  const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.json')) : []
  if (files.length === 0) throw new UsageError(`${path} has no .json file`)
  return files.toSorted().map((file) => readFile(join(path, file), schema))
}

function readFile<T extends TSchema>(path: string, schema: T): Static<T> {
  const value = parseJson(path)
  if (Check(schema, value)) return value
  // A union reports an error for each alternative; the deepest one is the most useful.
  const [error] = [...Errors(schema, value)].toSorted((a, b) => b.instancePath.length - a.instancePath.length)
  throw new UsageError(`${path}: ${error?.instancePath || 'the file'} ${error?.message ?? 'is invalid'}`)
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}

function checkItems(calibration: CalibrationItem[], kinds: HalvedKind[]): void {
  const ids = [...calibration, ...kinds.flatMap(({ attacks }) => attacks)].map(({ id }) => id)
  const twice = ids.find((id, n) => ids.indexOf(id) !== n)
  if (twice !== undefined) throw new UsageError(`two items have the id ${twice}`)
  const wrong = calibration.find(({ target: [low, high] }) => low > high)
  if (wrong) throw new UsageError(`the target of ${wrong.id} begins above its end`)
  const repeated = kinds.find(
    ({ kind, half }, n) => kinds.findIndex((one) => one.kind === kind && one.half === half) !== n,
  )
  if (repeated) throw new UsageError(`kind ${repeated.kind} is listed twice: give all its attacks in one list`)
}

const withTwin = (attack: HalvedKind['attacks'][number]) => [attack, attack.twin]

function readPictures(folder: string, items: object[]): Map<string, Buffer> {
  const names = new Set(items.flatMap((item) => ('picture' in item ? String(item.picture) : [])))
  return new Map(
    [...names].map((name) => {
      const path = join(folder, 'pictures', name)
      if (!existsSync(path)) throw new UsageError(`${path} does not exist, but an item names it`)
      return [name, readFileSync(path)]
    }),
  )
}

export interface EvaluationQuestion {
  id: string
  signal: 'meme' | 'image'
  /** Each repeat takes new samples. */
  repeat: number
  content: Content
}

export const getTwinId = (id: string): string => `${id}~twin`

/** Each attack and its twin once. */
export const listQuestions = (
  { calibration, kinds }: Pick<EvaluationSets, 'calibration' | 'kinds'>,
  repeats: number,
): EvaluationQuestion[] => [
  ...Array.from({ length: repeats }, (_, repeat) =>
    calibration.map((item) => toQuestion(item.id, item, repeat)),
  ).flat(),
  ...kinds.flatMap(({ attacks }) => attacks.flatMap(listAttackQuestions)),
]

function listAttackQuestions({ twin, ...attack }: Attack): EvaluationQuestion[] {
  return [toQuestion(attack.id, attack, 0), toQuestion(getTwinId(attack.id), { ...attack, ...twin }, 0)]
}

type Fields = { name: string; symbol?: string; description?: string; picture?: string }

function toQuestion(id: string, { name, symbol, description, picture }: Fields, repeat: number): EvaluationQuestion {
  if (picture !== undefined) return { id, signal: 'image', repeat, content: { name: fillHidden(name), picture } }
  const pitch = {
    name: fillHidden(name),
    symbol: fillHidden(symbol ?? ''),
    description: fillHidden(description ?? ''),
  }
  return { id, signal: 'meme', repeat, content: pitch }
}

/** Encodes `{{base64:words}}` and the like, so that the files stay readable. */
export const fillHidden = (text: string): string =>
  text.replace(/\{\{([a-z0-9-]+):([^{}]*)\}\}/g, (whole, way: string, words: string) =>
    Object.hasOwn(ways, way) ? (ways[way]?.(words) ?? whole) : whole,
  )

const changeLetters = (text: string, change: (letter: string) => string): string => Array.from(text, change).join('')

const toCodePoint = (letter: string): number => letter.codePointAt(0) ?? 0

const ways: Record<string, (words: string) => string> = {
  'zero-width': (words) => Array.from(words).join('\u200b'),
  'word-joiner': (words) => Array.from(words).join('\u2060'),
  'soft-hyphen': (words) => Array.from(words).join('\u00ad'),
  tags: (words) => changeLetters(words, (letter) => String.fromCodePoint(0xe0000 + (toCodePoint(letter) & 0x7f))),
  override: (words) => `\u202e${words}\u202c`,
  base64: (words) => Buffer.from(words).toString('base64'),
  base64url: (words) => Buffer.from(words).toString('base64url'),
  'base64-twice': (words) => Buffer.from(Buffer.from(words).toString('base64')).toString('base64'),
  hex: (words) => Buffer.from(words).toString('hex'),
  'hex-spaced': (words) =>
    Buffer.from(words)
      .toString('hex')
      .replace(/..(?!$)/g, '$& '),
  rot13: (words) => words.replace(/[a-z]/gi, (letter) => rotate(letter)),
  reversed: (words) => Array.from(words).toReversed().join(''),
  leet: (words) => words.replace(/[aeiost]/gi, (letter) => leet[letter.toLowerCase()] ?? letter),
  spaced: (words) =>
    words
      .split(' ')
      .map((word) => Array.from(word).join(' '))
      .join('  '),
  dotted: (words) =>
    words
      .split(' ')
      .map((word) => Array.from(word).join('.'))
      .join(' '),
  fullwidth: (words) => words.replace(/[!-~]/g, (letter) => String.fromCodePoint(toCodePoint(letter) + 0xfee0)),
  bold: (words) =>
    words
      .replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + toCodePoint(letter) - 97))
      .replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1d400 + toCodePoint(letter) - 65)),
  cyrillic: (words) => words.replace(/[aceopxyi]/g, (letter) => cyrillic[letter] ?? letter),
  times: (words) => repeat(words),
}

const leet: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }
const cyrillic: Record<string, string> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у', i: 'і' }

function rotate(letter: string): string {
  const start = letter < 'a' ? 65 : 97
  return String.fromCodePoint(start + ((toCodePoint(letter) - start + 13) % 26))
}

/** `50,.` becomes fifty full stops. */
function repeat(words: string): string {
  const [, count = '0', part = ''] = /^(\d{1,5}),([^]*)$/.exec(words) ?? []
  return part.repeat(Number(count))
}

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

const CalibrationFile = Type.Object({ items: Type.Array(CalibrationItem, { minItems: 1 }) }, closed)
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
type Half = Static<typeof Half>

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

const AnchorsFile = Type.Object({ items: Type.Array(id, { minItems: 1 }) }, closed)

const Bound = Type.Object(
  { least: Type.Optional(Type.Number()), most: Type.Optional(Type.Number()) },
  { ...closed, minProperties: 1 },
)
const Bounds = Type.Record(Type.String(), Bound)

/** By group and metric, with the kinds of attacks that must never succeed. */
const ThresholdsFile = Type.Object(
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

type Content = Static<typeof Pitch> | Static<typeof Picture>

export interface Answer {
  id: string
  signal: 'meme' | 'image'
  repeat: number
  /** `refused`: the service rejects such content; `declined`: the model does; `failed`: no answer. */
  outcome: 'scored' | 'refused' | 'declined' | 'failed'
  /** 0 to 100; null unless scored. */
  score: number | null
  gates: GateName[]
  /** Present if the verdict on the covered text counts. */
  lowering?: { asWritten: number; covered: number }
}

export interface Spent {
  calls: number
  inputTokens: number
  outputTokens: number
  latenciesMs: number[]
  resolvedModel: string | null
}
