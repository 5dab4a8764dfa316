import { hourMs } from '../../../contract/durations.ts'
import type { DueObservation, EarlierObservation, NextObservation, WatchedPool } from './store.ts'
import type { MarketObservation } from '../rules/depth-1.0.0.ts'
import { planNextObservation } from '../rules/observation-times-1.0.0.ts'
import { maxLeftShare } from '../rules/outcome-1.0.0.ts'

interface Made {
  due: DueObservation
  market: MarketObservation
  /** The observations of the last 36 hours before this one, in order. */
  own: EarlierObservation[]
  seenAt: Date
}

const weekMs = 168 * hourMs
const monthMs = 720 * hourMs

/** The consequences of an observation: when trading began, and when the next observation is due. */
export function planObservation({ due, market, own, seenAt }: Made): NextObservation {
  const { boundToken: token, createdAt } = due
  const listedSince = due.tradingSince ?? findStart(market, { createdAt, seenAt })
  // A curve trades from the creation on, whether the provider shows it or not.
  const isOnCurve = listedSince === null && due.hasCurve && seenAt.getTime() - createdAt.getTime() >= monthMs
  const tradingSince = isOnCurve ? createdAt : listedSince
  const planned = planNextObservation({ token, createdAt, tradingSince, now: seenAt })
  const extra = planConfirmation(market, { own, seenAt })
  const nextObservationAt = extra && (!planned || extra < planned) ? extra : planned
  const ending = tradingSince ? 'done' : 'untraded'
  const closed = nextObservationAt === null ? ending : null
  return { tradingSince, isOnCurve, nextObservationAt, closed, pools: listPools(market) ?? due.pools }
}

/** The oldest counted pair, not before the token's creation; of pairs against unknown quotes only after a week. */
function findStart(market: MarketObservation, { createdAt, seenAt }: { createdAt: Date; seenAt: Date }): Date | null {
  if (market.state === 'absent') return null
  const listedAt = (market.createdAt ?? (market.state === 'seen' ? seenAt : createdAt)).getTime()
  const began = Math.min(seenAt.getTime(), Math.max(listedAt, createdAt.getTime()))
  if (market.state === 'uncounted' && seenAt.getTime() - began < weekMs) return null
  return new Date(began)
}

/**
 * One more observation an hour after a fall, also after the last planned one, unless the observation before had fallen
 * already.
 */
function planConfirmation(market: MarketObservation, { own, seenAt }: Pick<Made, 'own' | 'seenAt'>): Date | null {
  if (market.state !== 'seen') return null
  const reference = findReference(own)
  if (!isFall(market.depth, reference) || isFall(own.at(-1)?.depth ?? null, reference)) return null
  return new Date(seenAt.getTime() + hourMs)
}

const listPools = (market: MarketObservation): WatchedPool[] | null => (market.state === 'seen' ? market.pools : null)

/** The median of the depths of the last 36 hours; null: none is known. */
export function findReference(observations: Pick<EarlierObservation, 'depth'>[]): number | null {
  const depths = observations.flatMap(({ depth }) => depth ?? []).toSorted((a, b) => a - b)
  const [low, high] = [depths[Math.ceil(depths.length / 2) - 1], depths[Math.floor(depths.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** At most a tenth of what was usual is left, by the arithmetic of the rule that looks for a removal. */
export const isFall = (depth: number | null, reference: number | null): boolean =>
  depth !== null && reference !== null && depth <= maxLeftShare * reference
