import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { UsageError } from '../../platform/cli/command.ts'
import {
  AnchorsFile,
  CalibrationFile,
  type CalibrationItem,
  type Half,
  type HalvedKind,
  RedTeamFile,
  type Thresholds,
  ThresholdsFile,
} from './set-schemas.ts'

export interface EvaluationSets {
  calibration: CalibrationItem[]
  kinds: HalvedKind[]
  anchors: CalibrationItem[]
  thresholds: Thresholds
  pictures: Map<string, Buffer>
  /** SHA-256 of all the above. */
  hash: string
}

export const ownSets = resolve(import.meta.dirname, '../../../evaluation')

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
