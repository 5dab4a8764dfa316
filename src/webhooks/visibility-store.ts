import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'

export type VisibilityEvent = 'score.hidden' | 'score.restored'

export interface VisibilityChange {
  event: VisibilityEvent
  submissionIds: string[]
  reason: string
  changedAt: Date
}

export async function insertChanges(tx: Tx, change: VisibilityChange): Promise<void> {
  const { event, submissionIds, reason, changedAt } = change
  await sql`insert into visibility_changes (submission_id, event, reason, changed_at)
    select id, ${event}, ${reason}, ${changedAt}::timestamptz from unnest(${submissionIds}::uuid[]) as id`.execute(tx)
}

interface OpenChange {
  id: string
  submissionId: string
  event: VisibilityEvent
  reason: string
  changedAt: Date
  announcedTo: string | null
}

/** The first change, which the transaction locks. Skips changes that another replica announces. */
export const lockFirstChange = (tx: Tx, submissionIds: string[] | null): Promise<OpenChange | undefined> =>
  tx
    .selectFrom('visibility_changes')
    .select(['id', 'submission_id as submissionId', 'reason'])
    .select(['changed_at as changedAt', 'announced_to as announcedTo', sql<VisibilityEvent>`event`.as('event')])
    .$if(submissionIds !== null, (query) => query.where('submission_id', '=', sql<string>`any(${submissionIds})`))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

interface AnnouncedRecord {
  scoreId: string
  /** Lower case. */
  contractAddress: string | null
}

/** The records of the change that have no event yet. Their order is that of their ids. */
export async function listUnannounced(
  tx: Tx,
  { submissionId, announcedTo }: OpenChange,
  limit: number,
): Promise<AnnouncedRecord[]> {
  const { rows } = await sql<AnnouncedRecord>`
    select id as "scoreId", left(contract_address, 42) as "contractAddress" from scores
    where submission_id = ${submissionId} and (${announcedTo}::uuid is null or id > ${announcedTo}::uuid)
    order by id limit ${limit}`.execute(tx)
  return rows
}

export async function updateAnnounced(tx: Tx, id: string, announcedTo: string): Promise<void> {
  await tx.updateTable('visibility_changes').set({ announced_to: announcedTo }).where('id', '=', id).execute()
}

export async function deleteChange(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('visibility_changes').where('id', '=', id).execute()
}
