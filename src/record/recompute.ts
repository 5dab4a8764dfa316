import type { Hex } from 'viem'
import { dayMs, hourMs } from '../../contract/time.ts'
import type { Band } from '../../contract/schemas/score.ts'
import { type DayLine, chainDigest, compareDayLines, createFileDigest, firstDigest } from './rules/day-file.ts'
import {
  type Horizon,
  type Observation,
  type Outcome,
  type Removal,
  type Survival,
  confirmedAfterHours,
  decideOutcome,
  findGraduation,
  measureSurvival,
  outcomeRules,
} from '../tokens/rules/outcome-1.0.0.ts'
import {
  type Cohort,
  type CohortCounts,
  type FigureParams,
  type Figures,
  type LaunchGroup,
  horizonNames,
  toFigures,
  toLimits,
} from './figures.ts'
import { listPrompts } from './fold-track-record.ts'

/** The job decides within a day; what it decides later is late, not missing. */
const lateAfterMs = 24 * hourMs
/** A launch is observed for about 100 days. */
const followedMs = 120 * dayMs

/** The rules that decide outcomes. Other ones show as differences. */
export const rules = { decideOutcome, findGraduation, version: outcomeRules }

export interface DayFile {
  day: string
  /** Whole, or in parts that are read when their turn comes. */
  text: string | AsyncIterable<string>
  /** As the deployment lists it; undefined: nothing to compare with. */
  digest?: string
  /** The transaction that stamped the digest on the chain, as the deployment lists it. */
  stampTx?: string | null
}

type Line = { kind: string; at: string } & Record<string, unknown>

/** A launch as the figures count it. */
interface Launch extends Cohort {
  id: string
  band: Band
  isCommitted: boolean
  isAnchored: boolean
  creator: string
  counts: boolean
  hasCurve: boolean
  createdAt: number
  tradingSince: number | null
  outcomes: Partial<Record<Horizon, { outcome: Outcome; cause: string | null }>>
  survival: Survival | null
}

/** What the files have told of a launch. */
interface Followed {
  launch: Launch | null
  /** The line that says when it began to trade. */
  start: Line | null
  observations: (Omit<Observation, 'hours'> & { at: number })[]
  decided: Map<string, Line>
  graduatedAt: string | null
  /** Its outcomes are judged, and its observations are no longer held. */
  isOver: boolean
}

export interface Recomputed {
  differences: string[]
  /** The figures of every horizon of each cohort. */
  figures: { params: FigureParams; figures: Figures }[]
  digest: Hex
  launches: number
  outcomes: number
}

/**
 * Recomputes every outcome, graduation and figure from only the sealed files, and returns each difference. Memory holds the
 * observations of launches of the last 120 days at a time.
 */
export async function recompute(files: DayFile[], by = rules): Promise<Recomputed> {
  const record = createRecord()
  const { differences, followed, corrections } = record
  let digest: Hex = firstDigest
  let endsAt = 0
  for (const [index, file] of files.entries()) {
    const before = files[index - 1]?.day
    if (before !== undefined && Date.parse(file.day) !== Date.parse(before) + dayMs)
      differences.push(`${file.day}: does not follow ${before}`)
    digest = chainDigest(digest, await readDay(file, record))
    if (file.digest !== undefined && file.digest !== digest)
      differences.push(`${file.day}: digest ${digest}, listed ${file.digest}`)
    endsAt = Date.parse(file.day) + dayMs
    for (const [id, own] of followed)
      if (!own.isOver && (index === files.length - 1 || isOver(own, endsAt)))
        differences.push(...judgeAgain(id, own, { until: corrections.get(`binding:${id}`) ?? endsAt, endsAt, by }))
  }
  const asOf = new Date(endsAt)
  const launches = [...followed.values()].flatMap(({ launch }) => launch ?? [])
  for (const launch of launches) applyCorrections(launch, corrections)
  const figures = listFigures(launches, record.cohorts, asOf)
  return { differences, figures, digest, launches: launches.length, outcomes: record.outcomes }
}

const createRecord = () => ({
  followed: new Map<string, Followed>(),
  cohorts: [] as CohortCounts[],
  /** When each subject was corrected first. A binding that was taken back is decided no more from then on. */
  corrections: new Map<string, number>(),
  outcomes: 0,
  differences: [] as string[],
})

type RecordState = ReturnType<typeof createRecord>

/** Returns the digest of the file. */
async function readDay({ day, text }: DayFile, record: RecordState): Promise<Hex> {
  const file = createFileDigest()
  let before: DayLine | null = null
  let rest = ''
  const read = (json: string) => {
    if (json === '') return
    const line = JSON.parse(json) as Line
    const place = { kind: line.kind, at: line.at, key: toKey(line), fields: {} }
    if ((before && compareDayLines(before, place) > 0) || !line.at.startsWith(day))
      record.differences.push(`${day}: ${line.at} ${line.kind} ${place.key} is out of order`)
    before = place
    readLine(record, line)
  }
  for await (const part of typeof text === 'string' ? [text] : text) {
    file.add(part)
    const whole = (rest + part).split('\n')
    rest = whole.pop() ?? ''
    for (const json of whole) read(json)
  }
  read(rest)
  return file.digest()
}

/** Tells lines of one kind and time apart, as in the order of the file. */
const toKey = (line: Line): string => (keys[line.kind] ?? ['id']).map((column) => String(line[column])).join(' ')

/** Earlier releases wrote the kinds `claims` and `key` too. */
const keys: Record<string, string[]> = {
  outcome: ['id', 'horizon', 'rules'],
  claims: ['version'],
  cohort: ['promptName', 'promptMajor', 'band'],
  venue: ['venue', 'chainId'],
  key: ['day'],
  lists: [],
}

function readLine(record: RecordState, line: Line): void {
  const own = () => follow(record.followed, String(line['id']))
  if (line.kind === 'launch') own().launch = toLaunch(line)
  else if (line.kind === 'observation') own().observations.push(toObservation(line))
  else if (line.kind === 'graduation') own().graduatedAt = String(line['graduatedAt'])
  else if (line.kind === 'outcome') {
    own().decided.set(String(line['horizon']), line)
    record.outcomes += 1
  } else if (line.kind === 'start') startTrading(own(), line)
  else if (line.kind === 'correction') record.corrections.set(String(line['subject']), Date.parse(line.at))
  else if (line.kind === 'cohort') record.cohorts.push(toCohort(line))
}

function follow(followed: Map<string, Followed>, id: string): Followed {
  const own = followed.get(id) ?? {
    launch: null,
    start: null,
    observations: [],
    decided: new Map<string, Line>(),
    graduatedAt: null,
    isOver: false,
  }
  followed.set(id, own)
  return own
}

function startTrading(own: Followed, line: Line): void {
  own.start = line
  own.isOver = false
  if (own.launch) own.launch.tradingSince = Date.parse(String(line['tradingSince']))
}

const toLaunch = (line: Line): Launch => ({
  id: String(line['id']),
  promptName: String(line['promptName']),
  promptMajor: Number(line['promptMajor']),
  band: line['band'] as Band,
  isCommitted: line['enrolledAt'] !== null,
  isAnchored: line['anchored'] === true,
  // Files of days that earlier releases sealed have it in lower case.
  creator: String(line['creator']).toLowerCase(),
  counts: line['reason'] === null,
  hasCurve: line['hasCurve'] === true,
  createdAt: Date.parse(String(line['createdAt'])),
  tradingSince: null,
  outcomes: {},
  survival: null,
})

function toObservation(line: Line): Followed['observations'][number] {
  const { state, depth, partial, chainDepth, buys, sells, volume, cannotSell } = line as unknown as Observation
  const share = line['removalShare'] as number | null
  const removal = share === null ? null : { share, by: line['removalBy'] as Removal['by'] }
  return { at: Date.parse(line.at), state, depth, partial, chainDepth, buys, sells, volume, cannotSell, removal }
}

const toCohort = (line: Line): CohortCounts => ({
  promptName: String(line['promptName']),
  promptMajor: Number(line['promptMajor']),
  band: line['band'] as Band,
  scored: Number(line['scored']),
  enrolled: Number(line['enrolled']),
  // Days of the first releases don't count the launches without a token.
  neverLaunched: Number(line['enrolledNeverLaunched'] ?? 0),
})

function isOver({ launch, start, observations, decided }: Followed, now: number): boolean {
  const since = launch?.tradingSince ?? launch?.createdAt ?? observations[0]?.at ?? now
  return now - since > followedMs && (!start || decided.size === horizonNames.length)
}

interface Again {
  /** When the outcomes ended: at the correction of the binding, or at the end of the day. */
  until: number
  endsAt: number
  by: typeof rules
}

/** Compares the outcomes and the graduation of a launch with what the rules make of its observations. */
function judgeAgain(id: string, own: Followed, { until, endsAt, by }: Again): string[] {
  const { launch } = own
  own.isOver = true
  if (!launch) return []
  const since = launch.tradingSince
  const observations =
    since === null
      ? []
      : own.observations
          .map((observation): Observation => ({ ...observation, hours: (observation.at - since) / hourMs }))
          .toSorted((a, b) => a.hours - b.hours)
  own.observations = []
  for (const [horizon, row] of own.decided)
    launch.outcomes[horizon as Horizon] = {
      outcome: row['outcome'] as Outcome,
      cause: row['cause'] as string | null,
    }
  if (since !== null) launch.survival = measureSurvival(observations, (endsAt - since) / hourMs - confirmedAfterHours)
  const judged = { id, own, launch, observations, until, by }
  return [...compareOutcomes(judged), ...compareGraduation(judged)]
}

interface Judged {
  id: string
  own: Followed
  launch: Launch
  observations: Observation[]
  until: number
  by: typeof rules
}

function compareOutcomes({ id, own: { start, decided }, launch, observations, until, by }: Judged): string[] {
  if (launch.tradingSince === null || !start)
    return [...decided.keys()].map((horizon) => `${id} ${horizon}: decided before it traded`)
  const ageHours = (until - launch.tradingSince) / hourMs
  const reportedAtHours = (Date.parse(start.at) - launch.tradingSince) / hourMs
  const told = { isOnCurve: start['curve'] === true, reportedAtHours }
  // A start can be told when horizons are over already.
  const isNew = until - Date.parse(start.at) < lateAfterMs
  return horizonNames.flatMap((horizon) => {
    const row = decided.get(horizon)
    if (row && row['rules'] !== by.version) return [`${id} ${horizon}: decided by ${String(row['rules'])}`]
    const made = by.decideOutcome(observations, horizon, row ? ageHours : ageHours - lateAfterMs / hourMs, told)
    if (!row) return made && !isNew ? [`${id} ${horizon}: the row is missing, ${made.outcome} comes out`] : []
    const [stored, again] = [describe(row['outcome'], row['cause']), describe(made?.outcome ?? 'nothing', made?.cause)]
    return stored === again ? [] : [`${id} ${horizon}: ${stored} is stored, ${again} comes out`]
  })
}

const describe = (outcome: unknown, cause: unknown): string =>
  typeof cause === 'string' ? `${String(outcome)} (${cause})` : String(outcome)

function compareGraduation({ id, own: { graduatedAt }, launch, observations, until, by }: Judged): string[] {
  if (launch.tradingSince === null || !launch.counts) return graduatedAt ? [`${id}: graduated, though it can't`] : []
  const ageHours = (until - launch.tradingSince) / hourMs
  const made = by.findGraduation(observations, graduatedAt ? ageHours : ageHours - lateAfterMs / hourMs)
  const again = made ? new Date(Math.round(launch.tradingSince + made.hours * hourMs)).toISOString() : null
  return again === graduatedAt
    ? []
    : [`${id}: graduated ${graduatedAt ?? 'never'} is stored, ${again ?? 'never'} comes out`]
}

function applyCorrections(launch: Launch, corrections: Map<string, number>): void {
  if (corrections.has(`binding:${launch.id}`)) launch.counts = false
  for (const horizon of horizonNames)
    if (launch.outcomes[horizon] && corrections.has(`outcome:${launch.id}:${horizon}`))
      launch.outcomes[horizon] = { outcome: 'unknown', cause: 'corrected' }
}

function listFigures(launches: Launch[], cohorts: CohortCounts[], asOf: Date): Recomputed['figures'] {
  const counted = launches.filter(({ isCommitted, counts }) => isCommitted && counts).toSorted(byStart)
  return listPrompts(cohorts).flatMap((cohort) => {
    const own = keepFirst(
      counted.filter(
        ({ promptName, promptMajor }) => promptName === cohort.promptName && promptMajor === cohort.promptMajor,
      ),
    )
    return horizonNames.map((horizon) => {
      const params = { horizon, ...cohort }
      const groups = own.map((launch) => toGroup(launch, horizon, asOf))
      return { params, figures: toFigures({ cohorts, launches: groups, asOf }, params) }
    })
  })
}

/** Launches that traded first come first; those that never traded come last. */
const byStart = (a: Launch, b: Launch): number =>
  compare(a.tradingSince ?? Infinity, b.tradingSince ?? Infinity) ||
  compare(a.createdAt, b.createdAt) ||
  compare(a.id, b.id)

const compare = <T extends string | number>(a: T, b: T): number => Number(a > b) - Number(a < b)

/** The first launch of each creator. */
function keepFirst(launches: Launch[]): Launch[] {
  const creators = new Set<string>()
  return launches.filter(({ creator }) => !creators.has(creator) && creators.add(creator))
}

function toGroup(launch: Launch, horizon: Horizon, asOf: Date): LaunchGroup {
  const { band, isAnchored, hasCurve, createdAt, tradingSince, outcomes, survival } = launch
  const { untradedUntil, oldUntil } = toLimits(asOf)
  return {
    band,
    isAnchored,
    hasTraded: tradingSince !== null,
    isUntraded: tradingSince === null && !hasCurve && createdAt <= untradedUntil.getTime(),
    isOld: tradingSince !== null && tradingSince <= oldUntil.getTime(),
    outcome: outcomes[horizon]?.outcome ?? null,
    cause: outcomes[horizon]?.cause ?? null,
    days: survival?.days ?? null,
    died: survival?.died ?? null,
    count: 1,
  }
}
