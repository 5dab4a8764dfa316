import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'

interface Notice {
  ownerId: string
  now: Date
  before: Date
}

/** Returns false if the lineage had a notice since `before`, or has no subscription that could receive one. */
export async function claimNotice(tx: Tx, { ownerId, now, before }: Notice): Promise<boolean> {
  const { rows } = await sql`
    insert into limit_notices (owner_id, notified_at)
    select ${ownerId}::uuid, ${now}::timestamptz
    where exists (select from webhook_subscriptions where owner_id = ${ownerId})
    on conflict (owner_id) do update set notified_at = excluded.notified_at where limit_notices.notified_at <= ${before}
    returning owner_id`.execute(tx)
  return rows.length > 0
}
