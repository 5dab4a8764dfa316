import { sql } from 'kysely'
import type { Tx } from '../../database/db.ts'

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
 * Notes the successor of a token and has it looked at under the watches of that token at once: a look that is under way is
 * one at the old token, and isn't recorded. Returns the ids of their bindings.
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
