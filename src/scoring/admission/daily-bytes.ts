import type { Deps } from '../../deps.ts'
import { dayMs } from '../../platform/clock.ts'
import { type Payer, wholeService } from './payer.ts'
import { siteShares } from '../../platform/network/client-network.ts'
import { runAsJob } from '../../platform/network/request-client.ts'
import { ApiError } from '../../platform/errors.ts'
import { secondsToMidnight, toDay } from '../../platform/utc-day.ts'
import { addDailyBytes, deleteDailyBytes, findDailyBytes } from './daily-bytes-store.ts'

/** Limits the bytes that callers store in a UTC day, over all replicas (D83). */
export interface DailyBytes {
  /** Throws 503 `unavailable` when the day's bytes, or the payer's share of them, are used up. */
  requireRoom: (payer: Payer) => Promise<void>
  /** Throws 503 only if the payer's own share is used up: what others store must not keep a creator from editing a page. */
  requireShare: (payer: Payer) => Promise<void>
  /** Counts what was stored. */
  note: (payer: Payer, bytes: number) => void
}

type BytesDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'metrics' | 'log'>

/** The share of a day's bytes that one client network may use, so that no network can use up all. */
const networkShare = 0.1

/** The share of a day's bytes that one key lineage may use. */
const keyShare = 0.5

/** Scorings in flight are not counted yet, so the last ones of a day may exceed the limit. */
export function createDailyBytes(deps: BytesDeps): DailyBytes {
  const counter = createCounter(deps)
  const check = async (buckets: Bucket[]) => {
    const now = deps.clock.now()
    const names = buckets.map(({ name }) => name)
    const stored = await findDailyBytes(deps.db, toDay(now), names)
    for (const { name, quota, sentence } of buckets) {
      if ((stored.get(name) ?? 0) + counter.uncounted(name) < quota) continue
      deps.metrics.limited.inc({ policy: 'store-daily' })
      const retryAfterSeconds = secondsToMidnight(now)
      throw new ApiError('unavailable', `${sentence} Try again after midnight UTC.`, { retryAfterSeconds })
    }
  }
  return {
    requireRoom: (payer) => check(toBuckets(deps.config.storeDailyBytes, payer)),
    requireShare: (payer) => check(toShares(deps.config.storeDailyBytes, payer)),
    note: (payer, bytes) => {
      for (const { name } of toBuckets(0, payer)) counter.add(name, bytes)
    },
  }
}

/** Deletes the counts of past days; returns how many. */
export const pruneDailyBytes = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<number> =>
  deleteDailyBytes(db, toDay(new Date(clock.now().getTime() - dayMs)), signal)

interface Bucket {
  name: string
  /** Bytes a day. */
  quota: number
  /** The first sentence of a refusal. */
  sentence: string
}

const toBuckets = (total: number, payer: Payer): Bucket[] => [
  ...toShares(total, payer),
  { name: wholeService, quota: total, sentence: 'This service has used up today’s storage.' },
]

function toShares(total: number, { tier, bucket, site }: Payer): Bucket[] {
  const isKeyed = tier !== 'anonymous'
  const share = total * (isKeyed ? keyShare : networkShare)
  const sentence = `Your ${isKeyed ? 'API key' : 'network'} has used up its share of today’s storage.`
  return [
    { name: bucket, quota: share, sentence },
    ...(site === null ? [] : [{ name: site, quota: share * siteShares, sentence }]),
  ]
}

/** Collects counts during each write, so that scorings wait neither for the write nor for each other. */
function createCounter({ db, clock, log }: BytesDeps) {
  let waiting = new Map<string, number>()
  let writing = new Map<string, number>()
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.size > 0) {
      writing = waiting
      waiting = new Map()
      await addDailyBytes(db, toDay(clock.now()), writing).catch((error: Error) => {
        log.warn({ reason: error.message }, 'stored bytes could not be counted')
      })
      writing = new Map()
    }
    isRunning = false
  }
  return {
    uncounted: (name: string) => (waiting.get(name) ?? 0) + (writing.get(name) ?? 0),
    add: (name: string, bytes: number) => {
      waiting.set(name, (waiting.get(name) ?? 0) + bytes)
      if (!isRunning) void Promise.resolve().then(() => (isRunning ? undefined : runAsJob(run)))
    },
  }
}
