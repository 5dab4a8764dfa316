import type { CallerTier } from '../../contract/schemas/own-scores.ts'
import { dayMs } from '../../contract/time.ts'
import type { Level } from '../activity/budgets.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../keys/authenticate.ts'
import type { DailyLimit } from '../keys/guard.ts'
import { keptUsageDays } from '../keys/upkeep.ts'
import { type HashedNetwork, siteShares } from '../platform/client-network.ts'
import { ApiError } from '../platform/errors.ts'
import { nameKeyHolder, runAsJob } from '../platform/request-client.ts'
import { secondsToMidnight, toDay } from '../platform/time.ts'
import { addToDailyScores, deleteDailyScores } from './daily-store.ts'

/** Limits the scorings of a key or a client network per UTC day, over all replicas (D82). */
export interface DailyScores {
  reserve: (payer: Payer, report: (left: DailyLimit) => void) => Promise<() => Promise<void>>
}

type DailyDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'metrics' | 'log'>

export function createDailyScores(deps: DailyDeps): DailyScores {
  const counter = createCounter(deps.db)
  return {
    reserve: async (payer, report) => {
      const day = toDay(deps.clock.now())
      const taken: Bucket[] = []
      const onFailure = (error: Error) =>
        deps.log.warn({ reason: error.message }, 'a failed scoring could not be removed from the daily count')
      const release = async () => {
        await Promise.all(taken.map(({ name }) => counter.add({ day, bucket: name }, -1).catch(onFailure)))
      }
      const take = async (bucket: Bucket) => {
        const count = await counter.add({ day, bucket: bucket.name }, 1)
        taken.push(bucket)
        return bucket.quota - count
      }
      const buckets = toBuckets(deps, payer)
      for (const bucket of buckets) {
        const remaining = await take(bucket).catch(async (error: unknown) => {
          await release()
          throw error
        })
        if (bucket === buckets[0] || remaining < 0) report(toLimit(deps, bucket, remaining))
        if (remaining >= 0) continue
        await release()
        throw createQuotaError(deps, bucket)
      }
      return release
    },
  }
}

export function pruneDailyScores({ db, clock }: Deps, signal: AbortSignal): Promise<number> {
  const daysAgo = (days: number) => toDay(new Date(clock.now().getTime() - days * dayMs))
  return deleteDailyScores(db, { before: daysAgo(1), ofKeysBefore: daysAgo(keptUsageDays) }, signal)
}

interface Bucket {
  name: string
  quota: number
  whose: string
}

function toBuckets({ config }: DailyDeps, { tier, lineage, visitor }: Payer): Bucket[] {
  const { scoreDailyPerNetwork: ofNetwork, scoreDailyByTier } = config
  const ofSite = ofNetwork * siteShares
  if (tier === 'anonymous') return toNetworkBuckets('', visitor, { ofNetwork, ofSite })
  const quota = scoreDailyByTier[tier]
  // A visitor must not use up the key's day.
  const shares = {
    ofNetwork: Math.ceil(Math.min(ofNetwork, quota / 10)),
    ofSite: Math.ceil(Math.min(ofSite, quota / 2)),
  }
  return [
    { name: lineage ?? '', quota, whose: 'your API key' },
    ...toNetworkBuckets(`visitor of ${lineage} `, visitor, shares),
  ]
}

function toNetworkBuckets(
  part: string,
  visitor: HashedNetwork | null,
  { ofNetwork, ofSite }: { ofNetwork: number; ofSite: number },
): Bucket[] {
  if (visitor === null) return []
  const { network, site } = visitor
  return [
    { name: part + network, quota: ofNetwork, whose: 'your network' },
    ...(site === null ? [] : [{ name: part + site, quota: ofSite, whose: 'your IPv6 /48' }]),
  ]
}

const toLimit = ({ clock }: DailyDeps, { quota }: Bucket, remaining: number): DailyLimit => ({
  name: 'score-daily',
  quota,
  remaining,
  resetSeconds: secondsToMidnight(clock.now()),
})

function createQuotaError({ clock, metrics }: DailyDeps, { quota, whose }: Bucket): ApiError {
  metrics.limited.inc({ policy: 'score-daily' })
  const retryAfterSeconds = secondsToMidnight(clock.now())
  const scores = quota === 1 ? '1 score' : `${quota.toLocaleString('en')} scores`
  const sentence = `The limit of ${scores} a day for ${whose} has been reached. Try again after midnight UTC.`
  return new ApiError('rate_limit', sentence, { retryAfterSeconds })
}

interface Waiting {
  day: string
  bucket: string
  by: number
  resolve: (taken: number) => void
  reject: (error: unknown) => void
}

/** Adds concurrent scorings in one statement, so that they don't wait for each other's commits. */
function createCounter(db: Db) {
  let waiting: Waiting[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const batch = Map.groupBy(waiting, ({ day, bucket }) => day + bucket)
      waiting = []
      await addTogether(db, [...batch.values()])
    }
    isRunning = false
  }
  return {
    add: (count: Pick<Waiting, 'day' | 'bucket'>, by: number) =>
      new Promise<number>((resolve, reject) => {
        waiting.push({ ...count, by, resolve, reject })
        if (!isRunning) void runAsJob(run) // Runs as a job, because it adds for all clients and not only for the first.
      }),
  }
}

async function addTogether(db: Db, groups: Waiting[][]): Promise<void> {
  const counts = groups.flatMap((group) => {
    const [first] = group
    return first ? [{ day: first.day, bucket: first.bucket, by: addUp(group) }] : []
  })
  try {
    const taken = await addToDailyScores(db, counts)
    groups.forEach((group, at) => settle(group, (taken[at] ?? 0) - addUp(group)))
  } catch (error) {
    for (const { reject } of groups.flat()) reject(error)
  }
}

/** Gives each caller the count after its own addition, in order of arrival. */
function settle(group: Waiting[], before: number): void {
  let taken = before
  for (const { by, resolve } of group) resolve((taken += by))
}

const addUp = (group: Waiting[]) => group.reduce((sum, { by }) => sum + by, 0)

export interface Payer {
  tier: CallerTier
  level: Level
  /** Pays from the budgets: `key ` and the root id of the lineage, or the hash of the network. */
  bucket: string
  /** The hash of the network's IPv6 /48; null for IPv4 and for keys. */
  site: string | null
  /** `key ` and the root id of the key whose daily quota the request uses. */
  lineage: string | null
  /** Has a daily quota of its own, or a share of the key's. Null for a key that its holder uses alone. */
  visitor: HashedNetwork | null
  isTest: boolean
}

/**
 * `trust` is the level of a request without a secret key. Anybody can copy a publishable key, so its requests pay from
 * the budgets as those without a key do.
 */
export async function findPayer(
  { hashNetwork }: Deps,
  { caller: { tier, key, isShared }, ip }: { caller: Caller; ip: string },
  trust: Level = 'anonymous',
): Promise<Payer> {
  const lineage = key && nameKeyHolder(key.rootId)
  const visitor = lineage === null || isShared ? await hashNetwork(ip) : null
  const common = { tier, lineage, visitor, isTest: key?.isTest ?? false }
  if (lineage !== null && !key?.isPublishable) return { ...common, level: 'key', bucket: lineage, site: null }
  const { network, site } = visitor ?? (await hashNetwork(ip))
  return { ...common, level: trust, bucket: network, site }
}
