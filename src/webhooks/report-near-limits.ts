import { hourMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import type { NearLimit } from '../keys/near-limits.ts'
import { claimNotice } from './limit-notice-store.ts'
import { enqueue } from './outbox.ts'

/** Stores `key.near_limit` for the lineages that this process saw near their limit, at most once an hour for each. */
export async function reportNearLimits(deps: Deps): Promise<void> {
  for (const near of deps.nearLimits.take()) await report(deps, near)
}

const report = (deps: Deps, { ownerId, ...data }: NearLimit): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    if (await claimNotice(tx, { ownerId, now, before: new Date(now.getTime() - hourMs) }))
      await enqueue(deps, tx, { event: 'key.near_limit', data }, { audienceId: ownerId })
  })
