import { hourMs } from '../../contract/time.ts'
import type {
  Followed,
  LaunchProgress,
  Launched,
  Observation as ShownObservation,
} from '../../contract/launch-outcome.ts'
import type { OutcomeStory, LeadState } from '../../contract/lead.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { showBinding } from './get-bound-token.ts'
import { type BindingRow, findBoundLaunch, findShownBindingOf } from './binding-store.ts'
import {
  type ObservationRow,
  type OutcomeHistory,
  countObservations,
  findDeepestPool,
  findOutcomeHistory,
  listHorizons,
  listTradingObservations,
} from './outcome-store.ts'
import { type Observation, effectiveDepth, findRug } from './rules/outcome-1.0.0.ts'
import { dexscreener } from '../providers/market/market-data-dexscreener.ts'
import { type CurrentState, findCurrentState } from '../scoring/shown-store.ts'

/** A launch has about 150 observations in its 90 days. */
const maxObservations = 400

/** The outcome of a launch that has no token yet. */
export const unboundOutcome = ({ config, chain }: Deps): LaunchProgress => ({
  observing: config.marketData !== null,
  canBind: chain !== null,
  binding: null,
  launched: null,
  followed: null,
})

/** Finds what became of a launch, by the id of its score. */
export async function findLaunchOutcome(deps: Deps, scoreId: string): Promise<LaunchProgress> {
  const { reads } = deps
  const unbound = unboundOutcome(deps)
  const binding = await findShownBindingOf(reads, scoreId)
  const launch = binding && (await findBoundLaunch(reads, scoreId))
  if (!launch) return unbound
  const { shown, history } = await showBinding(reads, { launch, binding })
  return {
    ...unbound,
    binding: shown,
    launched: toLaunched(binding, history),
    followed: history.isWatched ? await readFollowed(reads, binding.id, history) : null,
  }
}

async function readFollowed(reads: Deps['reads'], bindingId: string, history: OutcomeHistory): Promise<Followed> {
  const { tradingSince, graduation, corrections } = history
  const [observationCount, observations, pool] = await Promise.all([
    countObservations(reads, bindingId),
    listTradingObservations(reads, bindingId, maxObservations),
    findDeepestPool(reads, bindingId),
  ])
  const horizons = listHorizons(history)
  const judged = tradingSince ? observations.map((observation) => toObservation(observation, tradingSince)) : []
  return {
    tradingSince: tradingSince?.toISOString() ?? null,
    isUntraded: history.closed === 'untraded',
    observationCount,
    horizons: horizons.map(({ horizon, outcome, cause, dueAt }) => ({
      horizon,
      outcome,
      cause,
      dueAt: dueAt.toISOString(),
    })),
    graduation: graduation && {
      graduatedAt: graduation.graduatedAt.toISOString(),
      leastDepth: graduation.leastDepth,
    },
    rug: horizons.some(({ outcome }) => outcome === 'rugged')
      ? (findRemoval(observations, judged)?.removal ?? null)
      : null,
    observations: observations.map((observation, index) => toShown(observation, judged[index])),
    corrections: corrections.map(({ explanation, correctedAt }) => ({
      explanation,
      correctedAt: correctedAt.toISOString(),
    })),
    attribution: dexscreener.credit,
    pool: pool && { address: pool.address, dex: pool.dex ?? null },
  }
}

const toObservation = ({ seenAt, ...observation }: ObservationRow, tradingSince: Date): Observation => ({
  ...observation,
  hours: (seenAt.getTime() - tradingSince.getTime()) / hourMs,
})

function toShown(
  { seenAt, removal, ...observation }: ObservationRow,
  judged: Observation | undefined,
): ShownObservation {
  return {
    seenAt: seenAt.toISOString(),
    age: Math.round(((judged?.hours ?? 0) / 24) * 1000) / 1000,
    depth: judged ? effectiveDepth(judged) : null,
    isByChain: observation.state === 'absent' && observation.chainDepth !== null,
    state: observation.state,
    buys: observation.buys,
    sells: observation.sells,
    removal: removal && { share: removal.share, by: removal.by },
    cannotSell: observation.cannotSell === true,
  }
}

/** Whether a launch has happened, by the id of its score; null: the chain doesn't show it. */
export async function findLaunched(db: Db, scoreId: string): Promise<Launched | null> {
  const binding = await findShownBindingOf(db, scoreId)
  if (!binding || !isLaunch(binding)) return null
  return toLaunched(binding, await findOutcomeHistory(db, binding.id))
}

/** The launch that a binding shows; null: it shows none. */
function toLaunched(binding: BindingRow, history: OutcomeHistory): Launched | null {
  if (!isLaunch(binding) || !binding.createdAt) return null
  const outcomes = listHorizons(history).flatMap(({ outcome }) => outcome ?? [])
  return {
    at: binding.createdAt.toISOString(),
    outcome: outcomes.find((outcome) => outcome === 'rugged') ?? outcomes.at(-1) ?? null,
  }
}

/** A binding that doesn't count may be of another token, or of a creator who has signed nothing. */
const isLaunch = ({ state, excluded }: BindingRow) => state === 'proven' && excluded === null

/** What leads a score now, by its id; undefined: there is no such score. */
export async function findLeadState(db: Db, scoreId: string): Promise<LeadState | undefined> {
  const state = await findCurrentState(db, scoreId)
  if (!state) return undefined
  const { story, happenedAt } = await findOutcomeStory(db, scoreId, state)
  return { ...state, story, outcomeAt: happenedAt?.toISOString() ?? state.outcomeAt }
}

async function findOutcomeStory(
  db: Db,
  scoreId: string,
  { outcome, outcomeCause: cause }: CurrentState,
): Promise<{ story: OutcomeStory | null; happenedAt: Date | null }> {
  if (outcome === null) return { story: null, happenedAt: null }
  const plain = { story: { outcome, cause, removal: null, afterHours: null }, happenedAt: null }
  const binding = await findShownBindingOf(db, scoreId)
  if (!binding?.createdAt) return plain
  const history = await findOutcomeHistory(db, binding.id)
  if (!history.tradingSince) return plain
  const launchedAt = binding.createdAt.getTime()
  const toHours = (at: Date) => (at.getTime() - launchedAt) / hourMs
  if (outcome === 'rugged') {
    const rows = await listTradingObservations(db, binding.id, maxObservations)
    const { tradingSince } = history
    const found = findRemoval(
      rows,
      rows.map((row) => toObservation(row, tradingSince)),
    )
    if (!found) return plain
    const story = { outcome, cause: found.cause, removal: found.removal, afterHours: toHours(found.at) }
    return { story, happenedAt: found.at }
  }
  if (outcome === 'graduated') {
    const graduatedAt = history.graduation?.graduatedAt ?? null
    return { story: { ...plain.story, afterHours: graduatedAt && toHours(graduatedAt) }, happenedAt: graduatedAt }
  }
  const since = history.outcomes.findLastIndex((one) => one.outcome !== outcome && one.outcome !== 'unknown') + 1
  const seenAt = history.outcomes.slice(since).find((one) => one.outcome === outcome)?.seenAt ?? null
  return {
    story: { ...plain.story, afterHours: seenAt && toHours(seenAt) },
    happenedAt: outcome === 'dead' ? seenAt : null,
  }
}

/** The rug as the rules find it, with the observations between which it happened. */
function findRemoval(rows: ObservationRow[], observations: Observation[]) {
  const rug = findRug(observations)
  const index = rug ? observations.findIndex(({ hours }) => hours === rug.hours) : -1
  const [before, row] = [rows[index - 1], rows[index]]
  if (!rug || !row) return null
  const [from, to] = [(before ?? row).seenAt.toISOString(), row.seenAt.toISOString()]
  const { cause } = rug
  return { cause, at: row.seenAt, removal: cause === 'removed' && row.removal ? { ...row.removal, from, to } : null }
}
