import { type Hex, concat, keccak256, toBytes } from 'viem'
import type { Band } from '../../scoring/schemas.ts'
import { type DayLine, FIRST_DIGEST, compareDayLines } from '../rules/day-file.ts'
import { findGraduation } from '../rules/graduation-1.0.0.ts'
import type { Observation, Removal } from '../rules/observation.ts'
import { type Horizon, decideOutcome, horizons, outcomeRules } from '../rules/outcome-1.0.0.ts'
import { CONFIRMED_AFTER_HOURS, measureSurvival } from '../rules/survival-1.0.0.ts'
import { readShares } from './claims.ts'
import type { CohortDay, LaunchRecord } from './launch-record.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** The job decides within a day; what it decides later is late, not missing. */
const LATE_AFTER_HOURS = 24

/** The rule that decides outcomes. Another one shows as differences. */
export const rules = { decideOutcome, findGraduation, version: outcomeRules }

export interface DayFile {
  day: string
  text: string
  /** As the deployment lists it; undefined: nothing to compare with. */
  digest?: string
  /** The transaction that stamped the digest on the chain, by the deployment's word. */
  stampTx?: string | null
}

type Line = { kind: string; at: string } & Record<string, unknown>

interface Followed {
  launch: LaunchRecord
  looks: Observation[]
  graduatedAt: string | null
  decided: Map<string, Line>
}

export interface Recomputed {
  differences: string[]
  launches: LaunchRecord[]
  cohorts: CohortDay[]
  asOf: Date
  claims: ReturnType<typeof readShares>
  digest: Hex
  outcomes: number
}

/** Makes every outcome and graduation anew from the sealed files alone, and names each that differs. */
export function recompute(files: DayFile[], by = rules): Recomputed {
  const differences: string[] = []
  const digest = checkDays(files, differences)
  const state = readLines(files, differences)
  const asOf = new Date(Date.parse(files.at(-1)?.day ?? '1970-01-01') + DAY_MS)
  let outcomes = 0
  for (const [id, followed] of state.followed) {
    outcomes += followed.decided.size
    followed.looks = toLooks(state.looks.get(id) ?? [], followed.launch.tradingSince)
    const until = state.corrections.get(`binding:${id}`) ?? asOf
    differences.push(...compareOutcomes(id, followed, until, by), ...compareGraduation(id, followed, until, by))
    applyOutcomes(followed, asOf)
  }
  applyCorrections(state.followed, [...state.corrections.keys()])
  const launches = [...state.followed.values()].map(({ launch }) => launch)
  return { differences, launches, cohorts: state.cohorts, asOf, claims: state.claims, digest, outcomes }
}

/** Days have to follow each other, and their digests to chain. */
function checkDays(files: DayFile[], differences: string[]): Hex {
  let digest: Hex = FIRST_DIGEST
  for (const [index, { day, text, digest: listed }] of files.entries()) {
    const before = files[index - 1]?.day
    if (before !== undefined && Date.parse(day) !== Date.parse(before) + DAY_MS)
      differences.push(`${day}: does not follow ${before}`)
    digest = keccak256(concat([digest, keccak256(toBytes(text))]))
    if (listed !== undefined && listed !== digest) differences.push(`${day}: digest ${digest}, listed ${listed}`)
  }
  return digest
}

function readLines(files: DayFile[], differences: string[]) {
  const state = {
    followed: new Map<string, Followed>(),
    looks: new Map<string, Line[]>(),
    cohorts: [] as CohortDay[],
    /** By subject. A binding that was taken back is decided no more from then on. */
    corrections: new Map<string, Date>(),
    claims: null as ReturnType<typeof readShares>,
  }
  for (const { day, text } of files) {
    let before: DayLine | null = null
    for (const json of text.split('\n')) {
      if (json === '') continue
      const line = JSON.parse(json) as Line
      const place = { kind: line.kind, at: line.at, key: toKey(line), fields: {} }
      if ((before && compareDayLines(before, place) > 0) || !line.at.startsWith(day))
        differences.push(`${day}: ${line.at} ${line.kind} ${place.key} is out of order`)
      before = place
      readLine(state, line, day)
    }
  }
  return state
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

function readLine(state: ReturnType<typeof readLines>, line: Line, day: string): void {
  const own = state.followed.get(String(line['id']))
  if (line.kind === 'launch') state.followed.set(String(line['id']), startFollowing(line))
  else if (line.kind === 'start' && own) own.launch.tradingSince = new Date(String(line['tradingSince']))
  else if (line.kind === 'observation') keepLook(state.looks, line)
  else if (line.kind === 'outcome' && own) own.decided.set(String(line['horizon']), line)
  else if (line.kind === 'graduation' && own) own.graduatedAt = String(line['graduatedAt'])
  else if (line.kind === 'correction') state.corrections.set(String(line['subject']), new Date(line.at))
  else if (line.kind === 'cohort') state.cohorts.push({ ...(line as unknown as CohortDay), day })
  else if (line.kind === 'claims') state.claims = readShares(String(line['body']))
}

const startFollowing = (line: Line): Followed => ({
  looks: [],
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
    // In any case: files of days that were sealed by earlier versions have it in lower case.
    creator: String(line['creator']).toLowerCase(),
    counts: line['reason'] === null,
    createdAt: new Date(String(line['createdAt'])),
    tradingSince: null,
    outcomes: {},
    survival: null,
  },
})

function keepLook(looks: Map<string, Line[]>, line: Line): void {
  const own = looks.get(String(line['id']))
  if (own) own.push(line)
  else looks.set(String(line['id']), [line])
}

/** A look can be older than the row that says when trading began, so ages are known only at the end. */
function toLooks(lines: Line[], since: Date | null): Observation[] {
  if (!since) return []
  return lines
    .map((line) => {
      const share = line['removalShare'] as number | null
      const look = line as unknown as Observation
      const removal = share === null ? null : { share, by: line['removalBy'] as Removal['by'] }
      return { ...look, removal, hours: (Date.parse(line.at) - since.getTime()) / HOUR_MS }
    })
    .toSorted((a, b) => a.hours - b.hours)
}

function compareOutcomes(id: string, { launch, looks, decided }: Followed, asOf: Date, by: typeof rules): string[] {
  if (!launch.tradingSince) return [...decided.keys()].map((horizon) => `${id} ${horizon}: decided before it traded`)
  const ageHours = (asOf.getTime() - launch.tradingSince.getTime()) / HOUR_MS
  return (Object.keys(horizons) as Horizon[]).flatMap((horizon) => {
    const row = decided.get(horizon)
    if (row && row['rules'] !== by.version) return [`${id} ${horizon}: decided by ${String(row['rules'])}`]
    const made = by.decideOutcome(looks, horizon, row ? ageHours : ageHours - LATE_AFTER_HOURS)
    if (!row) return made ? [`${id} ${horizon}: the row is missing, ${made.outcome} comes out`] : []
    const [stored, again] = [describe(row['outcome'], row['cause']), describe(made?.outcome ?? 'nothing', made?.cause)]
    return stored === again ? [] : [`${id} ${horizon}: ${stored} is stored, ${again} comes out`]
  })
}

const describe = (outcome: unknown, cause: unknown): string =>
  typeof cause === 'string' ? `${String(outcome)} (${cause})` : String(outcome)

function compareGraduation(
  id: string,
  { launch, looks, graduatedAt }: Followed,
  asOf: Date,
  by: typeof rules,
): string[] {
  if (!launch.tradingSince || !launch.counts) return graduatedAt ? [`${id}: graduated, though it can't`] : []
  const ageHours = (asOf.getTime() - launch.tradingSince.getTime()) / HOUR_MS
  const made = by.findGraduation(looks, graduatedAt ? ageHours : ageHours - LATE_AFTER_HOURS)
  const again = made ? new Date(Math.round(launch.tradingSince.getTime() + made.hours * HOUR_MS)).toISOString() : null
  return again === graduatedAt
    ? []
    : [`${id}: graduated ${graduatedAt ?? 'never'} is stored, ${again ?? 'never'} comes out`]
}

function applyOutcomes({ launch, looks, decided }: Followed, asOf: Date): void {
  for (const [horizon, row] of decided)
    launch.outcomes[horizon as Horizon] = {
      outcome: row['outcome'] as NonNullable<LaunchRecord['outcomes']['30d']>['outcome'],
      cause: row['cause'] as string | null,
    }
  if (!launch.tradingSince) return
  const untilHours = (asOf.getTime() - launch.tradingSince.getTime()) / HOUR_MS - CONFIRMED_AFTER_HOURS
  launch.survival = measureSurvival(looks, untilHours)
}

function applyCorrections(followed: Map<string, Followed>, subjects: string[]): void {
  for (const subject of subjects) {
    const [kind, id = '', horizon] = subject.split(':')
    const launch = followed.get(id)?.launch
    if (!launch) continue
    if (kind === 'binding') launch.counts = false
    else if (horizon) launch.outcomes[horizon as Horizon] = { outcome: 'unknown', cause: 'corrected' }
  }
}
