import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'

interface Succession {
  chainId: number
  /** Lower case, as is `successor`. */
  token: string
  successor: string
  txHash: string
  block: bigint
  readAt: Date
}

/**
 * Notes the successor of a token and has it observed under the watches of that token at once: an observation that is under
 * way is one at the old token, and isn't recorded. Returns the ids of their bindings.
 */
export async function insertSuccessor(
  tx: Tx,
  { chainId, token, successor, txHash, block, readAt }: Succession,
): Promise<string[]> {
  const inserted = await tx
    .insertInto('token_successors')
    .values({
      chain_id: String(chainId),
      token,
      successor,
      tx_hash: txHash,
      block_number: String(block),
      read_at: readAt,
    })
    .onConflict((conflict) => conflict.columns(['chain_id', 'token']).doNothing())
    .returning('token')
    .executeTakeFirst()
  if (!inserted) return []
  const { rows } = await sql<{ id: string }>`
    update watches w set pools = '[]', next_look_at = ${readAt} from token_bindings b
    where b.id = w.binding_id and b.chain_id = ${String(chainId)} and b.token = ${token} and w.next_look_at is not null
    returning b.id`.execute(tx)
  return rows.map(({ id }) => id)
}

interface VenueGraduation {
  bindingId: string
  /** Lower case. */
  successor: string
  txHash: string
}

/** Graduations of launched tokens that the record doesn't hold yet. */
export async function listVenueGraduations(db: Db, limit: number): Promise<(VenueGraduation & { block: bigint })[]> {
  const { rows } = await sql<VenueGraduation & { block: string }>`
    select r.binding_id as "bindingId", s.successor, s.tx_hash as "txHash", s.block_number as block
    from token_successors s join recorded_launches r on r.chain_id = s.chain_id and r.token = s.token
    where not exists (select from recorded_venue_graduations g where g.binding_id = r.binding_id)
    order by r.binding_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, block: BigInt(row.block) }))
}

export const insertVenueGraduation = async (
  db: Db,
  row: VenueGraduation & { graduatedAt: Date; recordedAt: Date },
): Promise<void> => {
  await sql`
    insert into recorded_venue_graduations (binding_id, successor, tx_hash, graduated_at, recorded_at)
    values (${row.bindingId}, ${row.successor}, ${row.txHash}, ${row.graduatedAt}, ${row.recordedAt})
    on conflict do nothing`.execute(db)
}
