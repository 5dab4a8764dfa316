import type { Hex } from 'viem'
import { dayMs, hourMs } from '../../../contract/durations.ts'
import type { Band } from '../../../contract/schemas/score.ts'
import { type DayLine, firstDigest, chainDigest, compareDayLines, createFileDigest } from '../rules/day-file.ts'
import { findGraduation } from '../rules/graduation-1.0.0.ts'
import type { Observation, Removal } from '../rules/observation.ts'
import { type Horizon, decideOutcome, horizons, outcomeRules } from '../rules/outcome-1.0.0.ts'
import { confirmedAfterHours, measureSurvival } from '../rules/survival-1.0.0.ts'
import { readShares } from './claims.ts'
import type { CohortDay, LaunchRecord } from '../figures/launch-record.ts'
import { type LaunchTable, createLaunchTable } from '../figures/launch-table.ts'
import { type LineBuckets, createLineBuckets } from '../figures/line-buckets.ts'

/** The job decides within a day; what it decides later is late, not missing. */
const lateAfterHours = 24

/** The rule that decides outcomes. Another one shows as differences. */
export const rules = { decideOutcome, findGraduation, version: outcomeRules }

export interface DayFile {
  day: string
  /** Whole, or in parts that are read when their turn comes. */
  text: string | AsyncIterable<string>
  /** As the deployment lists it; undefined: nothing to compare with. */
  digest?: string
  /** The transaction that stamped the digest on the chain, by the deployment's word. */
  stampTx?: string | null
}

type Line = { kind: string; at: string } & Record<string, unknown>

interface Followed {
  launch: LaunchRecord
  observations: Observation[]
  /** The line that says when it began to trade. */
  start: Line | null
  graduatedAt: string | null
  decided: Map<string, Line>
}

interface Recomputed {
  differences: string[]
  launches: LaunchTable
  cohorts: CohortDay[]
  asOf: Date
  claims: ReturnType<typeof readShares>
  digest: Hex
  outcomes: number
}

/**
 * Recomputes every outcome and graduation from only the sealed files, and returns each difference. The lines are sorted by
 * launch first, on the disk where they are many, so that memory holds the observations of few launches at a time.
 */
export async function recompute(files: DayFile[], by = rules): Promise<Recomputed> {
  const lines = createLineBuckets()
  try {
    const differences: string[] = []
    const state = createState()
    const digest = await readDays(files, { state, lines, differences })
    const asOf = new Date(Date.parse(files.at(-1)?.day ?? '1970-01-01') + dayMs)
    const launches = createLaunchTable()
    let outcomes = 0
    for await (const own of lines.read())
      for (const followed of followLaunches(own, state)) {
        outcomes += followed.decided.size
        differences.push(...judgeAgain(followed, { state, asOf, by }))
        launches.add(followed.launch)
      }
    return { differences, launches, cohorts: state.cohorts, asOf, claims: state.claims, digest, outcomes }
  } finally {
    await lines.close()
  }
}

type State = ReturnType<typeof createState>

const createState = () => ({
  cohorts: [] as CohortDay[],
  /** By subject. A binding that was taken back is decided no more from then on. */
  corrections: new Map<string, Date>(),
  claims: null as ReturnType<typeof readShares>,
  /** Wallets by their number. */
  creators: new Map<string, number>(),
})

interface Reading {
  state: State
  lines: LineBuckets
  differences: string[]
}

/** Days have to follow each other, and their digests to chain. */
async function readDays(files: DayFile[], reading: Reading): Promise<Hex> {
  let digest: Hex = firstDigest
  for (const [index, file] of files.entries()) {
    const { day, digest: listed } = file
    const before = files[index - 1]?.day
    if (before !== undefined && Date.parse(day) !== Date.parse(before) + dayMs)
      reading.differences.push(`${day}: does not follow ${before}`)
    digest = chainDigest(digest, await readDay(file, reading))
    if (listed !== undefined && listed !== digest)
      reading.differences.push(`${day}: digest ${digest}, listed ${listed}`)
  }
  return digest
}

/** Returns the digest of the file. */
async function readDay({ day, text }: DayFile, { state, lines, differences }: Reading): Promise<Hex> {
  const file = createFileDigest()
  let before: DayLine | null = null
  let rest = ''
  const read = async (json: string) => {
    if (json === '') return
    const line = JSON.parse(json) as Line
    const place = { kind: line.kind, at: line.at, key: toKey(line), fields: {} }
    if ((before && compareDayLines(before, place) > 0) || !line.at.startsWith(day))
      differences.push(`${day}: ${line.at} ${line.kind} ${place.key} is out of order`)
    before = place
    if (ofLaunches.has(line.kind)) await lines.add(String(line['id']), json)
    else readLine(state, line, day)
  }
  for await (const part of typeof text === 'string' ? [text] : text) {
    file.add(part)
    const whole = (rest + part).split('\n')
    rest = whole.pop() ?? ''
    for (const json of whole) await read(json)
  }
  await read(rest)
  return file.digest()
}

const ofLaunches = new Set(['launch', 'start', 'observation', 'outcome', 'graduation'])
/** Days of earlier releases don't count the launches without a token. */
const uncounted = { neverLaunched: 0, enrolledNeverLaunched: 0 }

function readLine(state: State, line: Line, day: string): void {
  if (line.kind === 'correction') state.corrections.set(String(line['subject']), new Date(line.at))
  else if (line.kind === 'cohort') state.cohorts.push({ ...uncounted, ...(line as unknown as CohortDay), day })
  else if (line.kind === 'claims') state.claims = readShares(String(line['body']))
}

/** The launches whose lines these are. */
function followLaunches(lines: string[], state: State): Iterable<Followed> {
  const launches = new Map<string, Followed>()
  const observed = new Map<string, Line[]>()
  for (const json of lines) {
    const line = JSON.parse(json) as Line
    const id = String(line['id'])
    const own = launches.get(id)
    if (line.kind === 'launch') launches.set(id, startFollowing(line, state))
    else if (line.kind === 'start' && own) startTrading(own, line)
    else if (line.kind === 'observation') keepObservation(observed, line)
    else if (line.kind === 'outcome' && own) own.decided.set(String(line['horizon']), line)
    else if (line.kind === 'graduation' && own) own.graduatedAt = String(line['graduatedAt'])
  }
  for (const [id, own] of launches) own.observations = toObservations(observed.get(id) ?? [], own.launch.tradingSince)
  return launches.values()
}

function startTrading(own: Followed, line: Line): void {
  own.start = line
  own.launch.tradingSince = new Date(String(line['tradingSince']))
}

interface Again {
  state: State
  asOf: Date
  by: typeof rules
}

function judgeAgain(followed: Followed, { state, asOf, by }: Again): string[] {
  const { bindingId } = followed.launch
  const until = state.corrections.get(`binding:${bindingId}`) ?? asOf
  const comparisons = [compareOutcomes, compareGraduation]
  const differences = comparisons.flatMap((compare) => compare(bindingId, followed, until, by))
  applyOutcomes(followed, asOf)
  applyCorrections(followed.launch, state.corrections)
  return differences
}

/** Tells lines of one kind and time apart, as in the order of the file. */
function toKey(line: Line): string {
  const columns = keys[line.kind] ?? ['id']
  return columns.map((column) => String(line[column])).join(' ')
}

const keys: Record<string, string[]> = {
  outcome: ['id', 'horizon', 'rules'],
  claims: ['version'],
  cohort: ['promptName', 'promptMajor', 'band'],
  venue: ['venue', 'chainId'],
  key: ['day'],
  lists: [],
}

const startFollowing = (line: Line, { creators }: State): Followed => ({
  observations: [],
  start: null,
  graduatedAt: null,
  decided: new Map(),
  launch: {
    bindingId: String(line['id']),
    promptName: String(line['promptName']),
    promptMajor: Number(line['promptMajor']),
    aggregateX100: Math.round(Number(line['aggregate']) * 100),
    band: line['band'] as Band,
    scoredAt: new Date(String(line['scoredAt'])),
    isCommitted: line['enrolledAt'] !== null,
    isAnchored: line['anchored'] === true,
    // Files of days that were sealed by earlier versions have it in lower case.
    creator: numberOf(creators, String(line['creator']).toLowerCase()),
    counts: line['reason'] === null,
    hasCurve: line['hasCurve'] === true,
    createdAt: new Date(String(line['createdAt'])),
    tradingSince: null,
    outcomes: {},
    survival: null,
  },
})

function numberOf(creators: Map<string, number>, creator: string): number {
  const number = creators.get(creator) ?? creators.size
  creators.set(creator, number)
  return number
}

function keepObservation(lines: Map<string, Line[]>, line: Line): void {
  const own = lines.get(String(line['id']))
  if (own) own.push(line)
  else lines.set(String(line['id']), [line])
}

/** An observation can be older than the row that says when trading began, so ages are known only at the end. */
function toObservations(lines: Line[], since: Date | null): Observation[] {
  if (!since) return []
  return lines
    .map((line) => {
      const share = line['removalShare'] as number | null
      const observation = line as unknown as Observation
      const removal = share === null ? null : { share, by: line['removalBy'] as Removal['by'] }
      return { ...observation, removal, hours: (Date.parse(line.at) - since.getTime()) / hourMs }
    })
    .toSorted((a, b) => a.hours - b.hours)
}

function compareOutcomes(id: string, followed: Followed, asOf: Date, by: typeof rules): string[] {
  const { launch, observations, decided, start } = followed
  if (!launch.tradingSince || !start)
    return [...decided.keys()].map((horizon) => `${id} ${horizon}: decided before it traded`)
  const ageHours = (asOf.getTime() - launch.tradingSince.getTime()) / hourMs
  const toldAtHours = (Date.parse(start.at) - launch.tradingSince.getTime()) / hourMs
  const told = { isOnCurve: start['curve'] === true, toldAtHours }
  // A start can be told when horizons are over already.
  const isNew = asOf.getTime() - Date.parse(start.at) < lateAfterHours * hourMs
  return (Object.keys(horizons) as Horizon[]).flatMap((horizon) => {
    const row = decided.get(horizon)
    if (row && row['rules'] !== by.version) return [`${id} ${horizon}: decided by ${String(row['rules'])}`]
    const made = by.decideOutcome(observations, horizon, row ? ageHours : ageHours - lateAfterHours, told)
    if (!row) return made && !isNew ? [`${id} ${horizon}: the row is missing, ${made.outcome} comes out`] : []
    const [stored, again] = [describe(row['outcome'], row['cause']), describe(made?.outcome ?? 'nothing', made?.cause)]
    return stored === again ? [] : [`${id} ${horizon}: ${stored} is stored, ${again} comes out`]
  })
}

const describe = (outcome: unknown, cause: unknown): string =>
  typeof cause === 'string' ? `${String(outcome)} (${cause})` : String(outcome)

function compareGraduation(
  id: string,
  { launch, observations, graduatedAt }: Followed,
  asOf: Date,
  by: typeof rules,
): string[] {
  if (!launch.tradingSince || !launch.counts) return graduatedAt ? [`${id}: graduated, though it can't`] : []
  const ageHours = (asOf.getTime() - launch.tradingSince.getTime()) / hourMs
  const made = by.findGraduation(observations, graduatedAt ? ageHours : ageHours - lateAfterHours)
  const again = made ? new Date(Math.round(launch.tradingSince.getTime() + made.hours * hourMs)).toISOString() : null
  return again === graduatedAt
    ? []
    : [`${id}: graduated ${graduatedAt ?? 'never'} is stored, ${again ?? 'never'} comes out`]
}

function applyOutcomes({ launch, observations, decided }: Followed, asOf: Date): void {
  for (const [horizon, row] of decided)
    launch.outcomes[horizon as Horizon] = {
      outcome: row['outcome'] as NonNullable<LaunchRecord['outcomes']['30d']>['outcome'],
      cause: row['cause'] as string | null,
    }
  if (!launch.tradingSince) return
  const untilHours = (asOf.getTime() - launch.tradingSince.getTime()) / hourMs - confirmedAfterHours
  launch.survival = measureSurvival(observations, untilHours)
}

function applyCorrections(launch: LaunchRecord, corrections: Map<string, Date>): void {
  if (corrections.has(`binding:${launch.bindingId}`)) launch.counts = false
  for (const horizon of Object.keys(horizons) as Horizon[])
    if (corrections.has(`outcome:${launch.bindingId}:${horizon}`))
      launch.outcomes[horizon] = { outcome: 'unknown', cause: 'corrected' }
}
