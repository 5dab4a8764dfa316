import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { toVerifiedColumns } from '../scoring/verify-signature.ts'
import type { BindingRow, SignedClaim } from './binding-store.ts'

/** Whether a wallet has denied a token, at any of its launches. */
export async function isDenied(
  db: Db | Tx,
  { creatorAddress, chainId, token }: Pick<BindingRow, 'creatorAddress' | 'chainId' | 'token'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('token_denials as d')
    .innerJoin('token_bindings as b', 'b.id', 'd.binding_id')
    .select('d.binding_id')
    .where('b.creator_address', '=', creatorAddress)
    .where('b.chain_id', '=', String(chainId))
    .where('b.token', '=', token)
    .executeTakeFirst()
  return row !== undefined
}

interface DenialRow {
  message: string
  signature: Buffer
  deniedAt: Date
}

/** The creator's denial of a binding; undefined: there is none. */
export const findDenial = (db: Db | Tx, bindingId: string): Promise<DenialRow | undefined> =>
  db
    .selectFrom('token_denials')
    .select(['message', 'signature', 'denied_at as deniedAt'])
    .where('binding_id', '=', bindingId)
    .executeTakeFirst()

/** Stores a denial. The first one of a binding stays. */
export async function insertDenial(
  tx: Tx,
  bindingId: string,
  { message, signature, verified, deniedAt }: SignedClaim & { deniedAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('token_denials')
    .values({
      binding_id: bindingId,
      message,
      signature: Buffer.from(signature.slice(2), 'hex'),
      ...toVerifiedColumns(verified),
      denied_at: deniedAt,
    })
    .onConflict((conflict) => conflict.column('binding_id').doNothing())
    .returning('binding_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A token that names a wallet, which has yet to sign for it. */
export interface NamingRow {
  chainId: number
  /** Lower case. */
  token: string
  name: string | null
  symbol: string | null
  venue: string | null
  creationTx: string | null
  createdAt: Date | null
  foundAt: Date
}

/** Tokens that name the wallet of a submission and wait for its signature, the newest first. */
export async function listNamings(db: Db, submissionId: string, limit: number): Promise<NamingRow[]> {
  const { rows } = await sql<NamingRow>`
    select chain_id::int as "chainId", token, name, symbol, venue, creation_tx as "creationTx",
      created_block_at as "createdAt", bound_at as "foundAt"
    from token_bindings b
    where submission_id = ${submissionId} and origin = 'found' and state = 'unproven' and is_named_unsigned
      and not exists (select from token_denials d where d.binding_id = b.id)
    order by bound_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
