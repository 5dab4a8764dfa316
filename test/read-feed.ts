import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../src/deps.ts'
import { type WebhookWorld, requestAs } from './webhook-world.ts'

/**
 * Resolves when no event is newer than a transaction in progress. On a server, that may be a transaction of another
 * test's database. A feed withholds such events, and the feed of a new subscription begins with them.
 */
export async function untilSettled({ db }: Deps): Promise<void> {
  const isSettled = sql<{ settled: boolean }>`select coalesce(max(tx), 0)
    < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled from outbox`
  while (!(await isSettled.execute(db)).rows[0]?.settled) await pause(20)
}

/** Reads the feed of a subscription as it is now. */
export const readFeed = async ({ app, holder }: Pick<WebhookWorld, 'app' | 'holder'>, id: string, query = '') =>
  (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/events${query}`)).body

export const readSettledFeed = async (world: WebhookWorld, id: string, query = '') => {
  await untilSettled(world.deps)
  return readFeed(world, id, query)
}
