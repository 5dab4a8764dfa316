import { bandNames } from '../../database/column-types.ts'
import type { Band } from '../../../contract/schemas/score.ts'
import { type Horizon, horizons } from '../rules/outcome-1.0.0.ts'
import type { FoldParams, Judged, LaunchRecord } from './launch-record.ts'

/** Launches of any cohorts in columns: some 60 bytes each, where an object takes a kilobyte. */
export interface LaunchTable {
  add: (launch: LaunchRecord) => void
  count: () => number
  /** The launches that count in a population of a cohort, in the order of their starts. */
  judge: (params: Omit<FoldParams, 'unit'>) => Iterable<Judged>
}

/** Columns grow by a chunk, so that nothing is copied. */
const chunkSize = 65_536
const horizonNames = Object.keys(horizons) as Horizon[]
const [committedFlag, anchoredFlag, countsFlag, diedFlag, curveFlag] = [1, 2, 4, 8, 16] as const

type Chunk = ReturnType<typeof createChunk>

const createChunk = () => ({
  ids: new Uint32Array(4 * chunkSize),
  /** When it was scored, was created and first traded; infinity: never. */
  times: new Float64Array(3 * chunkSize),
  creators: new Uint32Array(chunkSize),
  scores: new Uint16Array(chunkSize),
  cohorts: new Uint16Array(chunkSize),
  /** Of life; 0: it was never seen living. */
  days: new Uint16Array(chunkSize),
  bands: new Uint8Array(chunkSize),
  flags: new Uint8Array(chunkSize),
  /** The index of outcome and cause at each horizon; 0: not decided. */
  verdicts: new Uint8Array(horizonNames.length * chunkSize),
})

export function createLaunchTable(launches: LaunchRecord[] = []): LaunchTable {
  const table: Table = { chunks: [], count: 0, cohorts: [], verdicts: [null] }
  let order: Uint32Array | null = null
  const add = (launch: LaunchRecord) => {
    if (table.count % chunkSize === 0) table.chunks.push(createChunk())
    store(table, launch)
    table.count += 1
    order = null
  }
  for (const launch of launches) add(launch)
  return {
    add,
    count: () => table.count,
    judge: (params) => {
      order ??= sortByStart(table)
      return judge(table, order, params)
    },
  }
}

interface Table {
  chunks: Chunk[]
  count: number
  cohorts: string[]
  verdicts: (LaunchRecord['outcomes'][Horizon] | null)[]
}

const toCohort = ({ promptName, promptMajor }: Pick<FoldParams, 'promptName' | 'promptMajor'>) =>
  `${promptName}@${promptMajor}`

function store(table: Table, launch: LaunchRecord): void {
  const row = table.count % chunkSize
  const chunk = at(table, table.count)
  const id = launch.bindingId.replaceAll('-', '')
  for (let part = 0; part < 4; part += 1)
    chunk.ids[4 * row + part] = Number.parseInt(id.slice(8 * part, 8 * part + 8), 16)
  const { scoredAt, createdAt, tradingSince, survival } = launch
  chunk.times.set([scoredAt.getTime(), createdAt.getTime(), tradingSince?.getTime() ?? Infinity], 3 * row)
  chunk.creators[row] = launch.creator
  chunk.scores[row] = launch.aggregateX100
  chunk.cohorts[row] = numberOf(
    table.cohorts,
    (cohort) => cohort === toCohort(launch),
    () => toCohort(launch),
  )
  chunk.days[row] = survival?.days ?? 0
  chunk.bands[row] = bandNames.indexOf(launch.band)
  chunk.flags[row] =
    (launch.isCommitted ? committedFlag : 0) |
    (launch.isAnchored ? anchoredFlag : 0) |
    (launch.counts ? countsFlag : 0) |
    (launch.hasCurve ? curveFlag : 0) |
    (survival?.died ? diedFlag : 0)
  for (const [index, horizon] of horizonNames.entries()) {
    const made = launch.outcomes[horizon]
    const isSame = (one: Table['verdicts'][number]) => one?.outcome === made?.outcome && one?.cause === made?.cause
    chunk.verdicts[horizonNames.length * row + index] = made ? numberOf(table.verdicts, isSame, () => made) : 0
  }
}

/** The index of a value in a short list; a new value is appended. */
function numberOf<T>(list: T[], isSame: (one: T) => boolean, make: () => T): number {
  const found = list.findIndex(isSame)
  return found >= 0 ? found : list.push(make()) - 1
}

const at = ({ chunks }: Table, index: number): Chunk => chunks[Math.floor(index / chunkSize)] as Chunk

/** Launches that traded first come first; those that never traded come last. */
function sortByStart(table: Table): Uint32Array {
  const time = (index: number, column: number) => at(table, index).times[3 * (index % chunkSize) + column] ?? 0
  const id = (index: number, part: number) => at(table, index).ids[4 * (index % chunkSize) + part] ?? 0
  const compareIds = (a: number, b: number) =>
    id(a, 0) - id(b, 0) || id(a, 1) - id(b, 1) || id(a, 2) - id(b, 2) || id(a, 3) - id(b, 3)
  const compare = (a: number, b: number) =>
    compareNumbers(time(a, 2), time(b, 2)) || time(a, 1) - time(b, 1) || compareIds(a, b)
  return Uint32Array.from({ length: table.count }, (_, index) => index).sort(compare)
}

/** Infinity equals itself, where a difference is not a number. */
const compareNumbers = (a: number, b: number): number => Number(a > b) - Number(a < b)

function* judge(table: Table, order: Uint32Array, params: Omit<FoldParams, 'unit'>): Generator<Judged> {
  const cohort = table.cohorts.indexOf(toCohort(params))
  const wanted = params.population === 'committed' ? countsFlag | committedFlag : countsFlag
  const place = horizonNames.indexOf(params.horizon)
  for (const index of order) {
    const [chunk, row] = [at(table, index), index % chunkSize]
    const flags = chunk.flags[row] ?? 0
    if (chunk.cohorts[row] !== cohort || (flags & wanted) !== wanted) continue
    const days = chunk.days[row] ?? 0
    const verdict = table.verdicts[chunk.verdicts[horizonNames.length * row + place] ?? 0]
    const since = chunk.times[3 * row + 2] ?? Infinity
    yield {
      aggregateX100: chunk.scores[row] ?? 0,
      band: bandNames[chunk.bands[row] ?? 0] as Band,
      scoredAt: chunk.times[3 * row] ?? 0,
      createdAt: chunk.times[3 * row + 1] ?? 0,
      tradingSince: since === Infinity ? null : since,
      isAnchored: (flags & anchoredFlag) !== 0,
      hasCurve: (flags & curveFlag) !== 0,
      creator: chunk.creators[row] ?? 0,
      outcome: verdict?.outcome ?? null,
      cause: verdict?.cause ?? null,
      survival: days === 0 ? null : { days, died: (flags & diedFlag) !== 0 },
    }
  }
}
