import type { Deps } from '../deps.ts'
import type { CallerKey } from './caller.ts'
import { tierPolicies, toLimit } from './limits.ts'
import type { Tier } from '../../contract/schemas/key.ts'
import { findKeyById } from './store.ts'
import { listKeyUsage } from './usage/usage-store.ts'

/** The fields of a key that its holder may see. */
interface KeyDescription {
  prefix: string
  label: string
  tier: Tier
  createdAt: Date
  endsAt: Date | null
  /** The limit by the minute, over all keys of the lineage. */
  limit: { quota: number; remaining: number; resetSeconds: number }
  /** By day in UTC (YYYY-MM-DD); days without a request are left out. */
  requests: Map<string, number>
}

/** Describes the key of a request, with its lineage's requests on the days from `since`. */
export async function describeKey(
  { reads, limiter }: Deps,
  { id, rootId }: CallerKey,
  since: string,
): Promise<KeyDescription> {
  const [row, usage] = await Promise.all([findKeyById(reads, id), listKeyUsage(reads, { rootId, since })])
  if (!row) throw new Error('the key of an authenticated request has no row')
  const { prefix, label, tier, createdAt, endsAt } = row
  const limit = toLimit(tierPolicies[tier], rootId)
  const { remaining, resetMs } = await limiter.peek(limit)
  return {
    prefix,
    label,
    tier,
    createdAt,
    endsAt,
    limit: { quota: limit.quota, remaining, resetSeconds: Math.ceil(resetMs / 1000) },
    requests: new Map(usage.map(({ day, requests }) => [day, requests])),
  }
}
