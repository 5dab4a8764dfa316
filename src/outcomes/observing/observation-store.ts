import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import type { PageRequest } from '../../platform/http/paging.ts'
import type { ShownObservation } from '../../../contract/schemas/observation.ts'

export interface ObservationRow extends Omit<ShownObservation, 'seenAt' | 'ageHours'> {
  seenAt: Date
}

/** One more than the page holds, the oldest first. */
export async function listObservations(
  db: Db,
  bindingId: string,
  { limit, after }: PageRequest,
): Promise<ObservationRow[]> {
  const { rows } = await sql<ObservationRow>`
    select seen_at as "seenAt", state, depth::float8 as depth, is_partial as partial,
      chain_depth::float8 as "chainDepth", buys, sells, volume::float8 as volume, price::float8 as price, pairs, counted,
      case when removal_by is not null then
        json_build_object('share', removal_share::float8, 'by', removal_by, 'txHash', removal_tx) end as removal,
      cannot_sell as "cannotSell"
    from observations
    where binding_id = ${bindingId} and (${after?.at ?? null}::timestamptz is null or seen_at > ${after?.at ?? null})
    order by seen_at limit ${limit + 1}`.execute(db)
  return rows
}

/** For a new partition: its table's trigger is not its own. */
export const refuseTruncation = (tx: Tx, partition: string): Promise<unknown> =>
  sql`create trigger observations_kept before truncate on ${sql.id(partition)} execute function refuse_record_change()`.execute(
    tx,
  )
