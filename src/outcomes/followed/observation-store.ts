import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Observation, Removal } from '../rules/observation.ts'

/** How often a token was observed since it was bound. */
export async function countObservations(db: Db, bindingId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from observations where binding_id = ${bindingId}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface ObservationRow extends Omit<Observation, 'hours' | 'removal'> {
  seenAt: Date
  removal: (Removal & { txHash: string | null }) | null
}

/** The observations since trading began, the oldest first. */
export async function listTradingObservations(db: Db, bindingId: string, limit: number): Promise<ObservationRow[]> {
  const { rows } = await sql<ObservationRow>`
    select o.seen_at as "seenAt", o.state, o.depth::float8 as depth, o.is_partial as partial,
      o.chain_depth::float8 as "chainDepth", o.buys, o.sells, o.volume::float8 as volume, o.cannot_sell as "cannotSell",
      case when o.removal_by is not null then
        json_build_object('share', o.removal_share::float8, 'by', o.removal_by, 'txHash', o.removal_tx) end as removal
    from observations o join watches w on w.binding_id = o.binding_id
    where o.binding_id = ${bindingId} and o.seen_at >= w.trading_since
    order by o.seen_at limit ${limit}`.execute(db)
  return rows
}
