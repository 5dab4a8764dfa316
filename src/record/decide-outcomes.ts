import { toChecksumAddress } from '../../contract/address.ts'
import { hourMs } from '../../contract/time.ts'
import { nilUuid } from '../../contract/uuid.ts'
import type { Db, Tx } from '../database/db.ts'
import { forEachRow, listPages, tryEachRow } from '../database/for-each-row.ts'
import type { Deps } from '../deps.ts'
import { countEarlierScores } from '../tokens/binding-store.ts'
import {
  type Undecided,
  type Unrecorded,
  findRecordedLaunch,
  insertGraduation,
  insertLaunch,
  insertOutcome,
  insertStarts,
  listDecidedHorizons,
  listObservations,
  listUndecided,
  listUnrecorded,
  lockProven,
  type RecordedLaunch,
} from './outcome-store.ts'
import {
  type Decision,
  type Graduation,
  type Horizon,
  type Observation,
  decideOutcome,
  findGraduation,
  horizons,
  outcomeRules,
} from '../tokens/rules/outcome-1.0.0.ts'
import { enqueue } from '../webhooks/outbox.ts'

const batchSize = 200
/** An observation is stored this long after its time at the latest, so older observations are all known. */
const settledAfterMs = 600_000

/** Decides every horizon that no observation to come can change, and finds graduations. A decided row stays as it is. */
export async function decideOutcomes(deps: Deps, signal: AbortSignal): Promise<void> {
  const [unrecorded] = await recordLaunches(deps, signal)
  const until = new Date(deps.clock.now().getTime() - settledAfterMs)
  const rows = listPages((last?: Observed) =>
    listObserved(deps.db, { until, after: last?.launch.bindingId ?? nilUuid }),
  )
  const work = (observed: Observed) => decide(deps, observed, until)
  await forEachRow({ rows, toId: ({ launch }) => launch.bindingId, work }, { log: deps.log, signal })
  if (unrecorded !== undefined) throw unrecorded
}

interface Observed {
  launch: Undecided
  observations: Observation[]
  /** The horizons that are not decided yet. */
  open: Horizon[]
}

/** Some launches with their observations up to a time. */
async function listObserved(db: Db, { until, after }: { until: Date; after: string }): Promise<Observed[]> {
  const launches = await listUndecided(db, { now: until, after, limit: batchSize })
  if (launches.length === 0) return []
  const observations = await listObservations(db, launches, until)
  const decided = await listDecidedHorizons(
    db,
    launches.map(({ bindingId }) => bindingId),
  )
  return launches.map((launch) => ({
    launch,
    observations: observations.get(launch.bindingId) ?? [],
    open: (Object.keys(horizons) as Horizon[]).filter((one) => !decided.has(`${launch.bindingId} ${one}`)),
  }))
}

async function decide(deps: Deps, { launch, observations, open }: Observed, until: Date): Promise<void> {
  const toHours = (at: Date) => (at.getTime() - launch.tradingSince.getTime()) / hourMs
  const ageHours = toHours(until)
  const start = { isOnCurve: launch.isOnCurve, reportedAtHours: toHours(launch.startedAt) }
  const outcomes = open.flatMap((horizon) => {
    const decision = decideOutcome(observations, horizon, ageHours, start)
    return decision ? [{ horizon, ...decision }] : []
  })
  await store(deps, launch, { outcomes, graduation: find(launch, observations, ageHours) })
}

const find = ({ counts }: Undecided, observations: Observation[], ageHours: number) =>
  counts ? findGraduation(observations, ageHours) : null

interface Decided {
  outcomes: (Decision & { horizon: Horizon })[]
  graduation: Graduation | null
}

async function store(deps: Deps, launch: Undecided, { outcomes, graduation }: Decided): Promise<void> {
  if (outcomes.length === 0 && !graduation) return
  const { bindingId, tradingSince } = launch
  const decidedAt = deps.clock.now()
  const toTime = (hours: number) => new Date(Math.round(tradingSince.getTime() + hours * hourMs))
  await deps.db.transaction().execute(async (tx) => {
    // A correction may have taken the binding back since it was listed.
    if (!(await lockProven(tx, bindingId))) return
    const announced = await getLaunch(tx, bindingId)
    for (const { horizon, outcome, cause, hours } of outcomes) {
      const seenAt = hours === null ? null : toTime(hours)
      const row = { bindingId, horizon, outcome, cause, rules: outcomeRules, seenAt, decidedAt }
      if (await insertOutcome(tx, row)) await announce(deps, tx, announced, row)
    }
    if (graduation) await graduate(deps, tx, launch, graduation)
  })
}

async function getLaunch(tx: Tx, bindingId: string): Promise<RecordedLaunch> {
  const launch = await findRecordedLaunch(tx, bindingId)
  if (!launch) throw new Error(`The record has no launch ${bindingId}.`)
  return launch
}

const announce = (
  deps: Deps,
  tx: Tx,
  { scoreId, token, chainId }: RecordedLaunch,
  { horizon, outcome, decidedAt }: Parameters<typeof insertOutcome>[1],
): Promise<void> =>
  enqueue(deps, tx, {
    event: 'outcome.decided',
    data: {
      scoreRequestId: scoreId,
      contractAddress: toChecksumAddress(token),
      chainId,
      horizon,
      outcome,
      decidedAt: decidedAt.toISOString(),
    },
  })

async function graduate(
  deps: Deps,
  tx: Tx,
  { bindingId, tradingSince }: Undecided,
  { hours, fromDay, minDepth }: Graduation,
): Promise<void> {
  const graduatedAt = new Date(Math.round(tradingSince.getTime() + hours * hourMs))
  const row = { bindingId, rules: outcomeRules, graduatedAt, fromDay, leastDepth: minDepth }
  if (!(await insertGraduation(tx, { ...row, decidedAt: deps.clock.now() }))) return
  const launch = await getLaunch(tx, bindingId)
  await enqueue(deps, tx, {
    event: 'graduation.occurred',
    data: {
      scoreRequestId: launch.scoreId,
      enrollmentId: launch.enrollmentId,
      creatorAddress: toChecksumAddress(launch.creatorAddress),
      tokenAddress: toChecksumAddress(launch.token),
      chainId: launch.chainId,
      aggregate: launch.aggregateX100 / 100,
      band: launch.band,
      tradingSince: tradingSince.toISOString(),
      graduatedAt: graduatedAt.toISOString(),
      leastDepth: minDepth,
      rules: outcomeRules,
    },
  })
}

/** Records new proven bindings, and when they began to trade. Returns the faults of those that failed for themselves. */
export async function recordLaunches({ db, clock, log }: Deps, signal: AbortSignal): Promise<unknown[]> {
  const record = async (launch: Unrecorded) => {
    const earlierScores = await countEarlierScores(db, launch)
    await insertLaunch(db, { bindingId: launch.bindingId, earlierScores, recordedAt: clock.now() })
  }
  const rows = listPages<Unrecorded>((last) =>
    listUnrecorded(db, { after: last?.bindingId ?? nilUuid, limit: batchSize }),
  )
  const faults = await tryEachRow({ rows, toId: ({ bindingId }) => bindingId, work: record }, { log, signal })
  if (!signal.aborted) await insertStarts(db, clock.now())
  return faults
}
