import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import type { Proof } from './prove-token.ts'
import { proofKinds } from '../../../contract/schemas/token.ts'

interface ProofRow extends Omit<Proof, 'kind'> {
  kind: Proof['kind'] | 'signature'
  shownAt: Date
}

/** Sorts proofs by `kind`, the strongest first. */
export const byStrength = sql`array_position(${[...proofKinds]}::text[], kind)`

export async function insertProofs(tx: Tx, bindingId: string, proofs: ProofRow[]): Promise<void> {
  if (proofs.length === 0) return
  await tx
    .insertInto('token_proofs')
    .values(
      proofs.map(({ kind, txHash, blockNumber, call, shownAt }) => ({
        binding_id: bindingId,
        kind,
        tx_hash: txHash,
        block_number: blockNumber === null ? null : String(blockNumber),
        call,
        shown_at: shownAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['binding_id', 'kind']).doNothing())
    .execute()
}

export interface ShownProof extends Omit<ProofRow, 'blockNumber'> {
  blockNumber: number | null
}

/** The strongest proof first. */
export const listBindingProofs = (db: Db | Tx, bindingId: string): Promise<ShownProof[]> =>
  db
    .selectFrom('token_proofs')
    .select(['tx_hash as txHash', 'call', 'shown_at as shownAt'])
    .select([sql<ProofRow['kind']>`kind`.as('kind'), sql<number | null>`block_number::float8`.as('blockNumber')])
    .where('binding_id', '=', bindingId)
    .orderBy(byStrength)
    .execute()
