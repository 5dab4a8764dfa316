import { hourMs } from '../../platform/clock.ts'
import { planNextLook } from '../rules/look-times-1.0.0.ts'
import type { MarketLook } from '../rules/depth-1.0.0.ts'
import type { GetDayKey } from './day-keys.ts'
import { findReference, isFall } from './falls.ts'
import type { DueLook, EarlierLook, NextLook, WatchedPool } from './store.ts'

interface Made {
  due: DueLook
  market: MarketLook
  /** The looks of the last 36 hours before this one, in order. */
  own: EarlierLook[]
  seenAt: Date
  getDayKey: GetDayKey
}

const weekMs = 168 * hourMs
const monthMs = 720 * hourMs

/** The consequences of a look: when trading began, and when the next look is due. */
export function planLook({ due, market, own, seenAt, getDayKey }: Made): NextLook {
  const { boundToken: token, createdAt } = due
  const listedSince = due.tradingSince ?? findStart(market, { createdAt, seenAt })
  // A curve trades from the creation on, whether the provider shows it or not.
  const isOnCurve = listedSince === null && due.hasCurve && seenAt.getTime() - createdAt.getTime() >= monthMs
  const tradingSince = isOnCurve ? createdAt : listedSince
  const planned = planNextLook({ token, createdAt, tradingSince, now: seenAt, getDayKey })
  const extra = planConfirmation(market, { own, seenAt })
  const nextLookAt = extra && (!planned || extra < planned) ? extra : planned
  const ending = tradingSince ? 'done' : 'untraded'
  const closed = nextLookAt === null ? ending : null
  return { tradingSince, isOnCurve, nextLookAt, closed, pools: listPools(market) ?? due.pools }
}

/** The oldest counted pair, not before the token's creation; of pairs against unknown quotes only after a week. */
function findStart(market: MarketLook, { createdAt, seenAt }: { createdAt: Date; seenAt: Date }): Date | null {
  if (market.state === 'absent') return null
  const listedAt = (market.createdAt ?? (market.state === 'seen' ? seenAt : createdAt)).getTime()
  const began = Math.min(seenAt.getTime(), Math.max(listedAt, createdAt.getTime()))
  if (market.state === 'uncounted' && seenAt.getTime() - began < weekMs) return null
  return new Date(began)
}

/** One more look an hour after a fall, also after the last planned one, unless the look before had fallen already. */
function planConfirmation(market: MarketLook, { own, seenAt }: Pick<Made, 'own' | 'seenAt'>): Date | null {
  if (market.state !== 'seen') return null
  const reference = findReference(own)
  if (!isFall(market.depth, reference) || isFall(own.at(-1)?.depth ?? null, reference)) return null
  return new Date(seenAt.getTime() + hourMs)
}

const listPools = (market: MarketLook): WatchedPool[] | null => (market.state === 'seen' ? market.pools : null)
