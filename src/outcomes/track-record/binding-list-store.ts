import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { BindingState, Excluded } from '../binding/store.ts'

/** A binding with what follows from it. */
export interface ListedBinding {
  id: string
  scoreRequestId: string
  chainId: number
  /** Lower case, as is `creator`. */
  token: string
  creator: string
  origin: 'found' | 'signed'
  state: BindingState
  excluded: Excluded | null
  boundAt: Date
  tradingSince: Date | null
  /** null: it isn't watched, or no longer. */
  nextObservationAt: Date | null
  closed: string | null
  /** The latest decided outcome. */
  outcome: { horizon: string; outcome: string; cause: string | null } | null
}

/** The newest bindings, of one state or of all. */
export async function listNewestBindings(
  db: Db,
  { state, limit }: { state: BindingState | null; limit: number },
): Promise<ListedBinding[]> {
  const { rows } = await sql<ListedBinding>`
    select b.id, b.score_id as "scoreRequestId", b.chain_id::int as "chainId", b.token, b.creator_address as creator,
      b.origin, b.state, b.excluded, b.bound_at as "boundAt", w.trading_since as "tradingSince",
      w.next_look_at as "nextObservationAt", w.closed, (
        select json_build_object('horizon', o.horizon, 'outcome', o.outcome, 'cause', o.cause) from outcomes o
        where o.binding_id = b.id order by o.decided_at desc, array_position(array['24h', '7d', '30d', '90d'], o.horizon) desc
        limit 1) as outcome
    from token_bindings b left join watches w on w.binding_id = b.id
    where ${state}::text is null or b.state = ${state}
    order by b.bound_at desc, b.id desc limit ${limit}`.execute(db)
  return rows
}
