import type { Followed, LaunchProgress, Observation as ShownObservation } from '../../../contract/launch-outcome.ts'
import type { Deps } from '../../deps.ts'
import { hourMs } from '../../../contract/durations.ts'
import { showBinding } from '../binding/show-binding.ts'
import { findBoundLaunch, findShownBindingOf } from '../binding/store.ts'
import type { Observation } from '../rules/observation.ts'
import { effectiveDepth } from '../rules/predicates-1.0.0.ts'
import { findRug } from '../rules/rug-1.0.0.ts'
import { dexscreener } from '../../providers/market/dexscreener-source.ts'
import { toLaunched } from './find-launched.ts'
import type { OutcomeHistory } from './outcome-history-store.ts'
import { listHorizons } from './list-horizons.ts'
import { type ObservationRow, countObservations, listTradingObservations } from './observation-store.ts'

/** A launch has about 150 observations in its 90 days. */
const maxObservations = 400

/** The outcome of a launch, as its page shows it. */
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
  const [observationCount, observations] = await Promise.all([
    countObservations(reads, bindingId),
    listTradingObservations(reads, bindingId, maxObservations),
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
    rug: horizons.some(({ outcome }) => outcome === 'rugged') ? toRug(observations, judged) : null,
    observations: observations.map((observation, index) => toShown(observation, judged[index])),
    corrections: corrections.map(({ explanation, correctedAt }) => ({
      explanation,
      correctedAt: correctedAt.toISOString(),
    })),
    attribution: dexscreener.credit,
  }
}

const toObservation = ({ seenAt, ...observation }: ObservationRow, tradingSince: Date): Observation => ({
  ...observation,
  hours: (seenAt.getTime() - tradingSince.getTime()) / hourMs,
})

function toRug(observations: ObservationRow[], judged: Observation[]): Followed['rug'] {
  const rug = findRug(judged)
  if (rug?.cause !== 'removed') return null
  const index = judged.findIndex(({ hours }) => hours === rug.hours)
  const [before, observation] = [observations[index - 1], observations[index]]
  if (!before || !observation?.removal) return null
  const { share, txHash } = observation.removal
  return { from: before.seenAt.toISOString(), to: observation.seenAt.toISOString(), share, txHash }
}

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
