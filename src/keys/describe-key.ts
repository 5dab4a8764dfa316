import type { Tier } from '../../contract/schemas/own-scores.ts'
import type { Deps } from '../deps.ts'
import type { CallerKey } from './authenticate.ts'
import { tierPolicies, toLimit } from './limits.ts'
import { findKeyById, listKeyUsage } from './store.ts'

interface KeyDescription {
  prefix: string
  label: string
  tier: Tier
  createdAt: Date
  endsAt: Date | null
  /** Over all keys of the lineage. */
  limit: { quota: number; remaining: number; resetSeconds: number }
  requests: Map<string, number>
}

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
