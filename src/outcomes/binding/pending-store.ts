import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'

/**
 * Leases due pending bindings, one of each creator in turn, so that a creator with many claims delays only their own. No other
 * replica checks them until they are due again: after a minute, later after an eighth of their age, and at the end.
 */
export async function leasePending(
  db: Db,
  { now, maxPendingMs, limit }: { now: Date; maxPendingMs: number; limit: number },
): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    with due as (
      select id, row_number() over (partition by creator_address order by next_check_at, id) as turn, next_check_at
      from token_bindings where state = 'pending' and next_check_at <= ${now}),
    leased as (
      select id from token_bindings where id in (select id from due order by turn, next_check_at limit ${limit})
      and state = 'pending' and next_check_at <= ${now} for update skip locked)
    update token_bindings set next_check_at = ${now}::timestamptz + greatest(interval '1 minute',
      least((${now}::timestamptz - bound_at) / 8, bound_at + ${maxPendingMs} * interval '1 millisecond' - ${now}::timestamptz))
    where id in (select id from leased) returning id, next_check_at::text as until`.execute(db)
  return rows
}

/** The pending claims of a launch that its creator signed. */
export async function countPending(tx: Tx, submissionId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('token_bindings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('submission_id', '=', submissionId)
    .where('state', '=', 'pending')
    .where('origin', '=', 'signed')
    .executeTakeFirstOrThrow()
  return count
}

interface Lease {
  id: string
  /** As text, because a Date has no microseconds. */
  until: string
}

/** Makes bindings whose leases weren't used due now. */
export async function returnLeases(db: Db, leases: Lease[], now: Date): Promise<void> {
  const [ids, untils] = [leases.map(({ id }) => id), leases.map(({ until }) => until)]
  await sql`
    update token_bindings set next_check_at = ${now}
    from unnest(${ids}::uuid[], ${untils}::timestamptz[]) as lease (id, until)
    where token_bindings.id = lease.id and next_check_at = lease.until and state = 'pending'`.execute(db)
}

/** Gives a pending binding the transaction to look for, and has it checked at a time unless it is due before. */
export const updateHint = async (
  tx: Tx,
  id: string,
  { creationHint, checkAt }: { creationHint: string; checkAt: Date },
): Promise<void> => {
  await tx
    .updateTable('token_bindings')
    .set({ creation_hint: creationHint, next_check_at: sql`least(next_check_at, ${checkAt}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}
