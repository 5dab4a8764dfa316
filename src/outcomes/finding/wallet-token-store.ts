import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface WalletToken {
  chainId: number
  /** Lower case, as is `token`. */
  creatorAddress: string
  token: string
}

export async function isKnownToken(db: Db, { chainId, creatorAddress, token }: WalletToken): Promise<boolean> {
  const row = await db
    .selectFrom('wallet_tokens')
    .select('token')
    .where('creator_address', '=', creatorAddress)
    .where('chain_id', '=', String(chainId))
    .where('token', '=', token)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertWalletToken(
  db: Db,
  { chainId, creatorAddress, token, createdAt, foundAt }: WalletToken & { createdAt: Date; foundAt: Date },
): Promise<void> {
  await db
    .insertInto('wallet_tokens')
    .values({
      chain_id: String(chainId),
      creator_address: creatorAddress,
      token,
      created_at: createdAt,
      found_at: foundAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Tokens that a wallet launched after a time, beside one of them: all are counted, the oldest are named. */
export async function listOtherTokens(
  db: Db,
  { chainId, creatorAddress, token, since, limit }: WalletToken & { since: Date; limit: number },
): Promise<{ count: number; tokens: string[] }> {
  const { rows } = await sql<{ count: number; tokens: string[] | null }>`
    with others as (
      select token, min(at) as at from (
        select token, created_at as at from wallet_tokens
        where creator_address = ${creatorAddress} and created_at > ${since} and chain_id = ${String(chainId)}
        union all
        select token, created_block_at from token_bindings
        where creator_address = ${creatorAddress} and created_block_at > ${since} and chain_id = ${String(chainId)}
          and state = 'proven' and not is_named_unsigned and excluded is distinct from 'named_unsigned') launched
      where token <> ${token} group by token)
    select (select count(*)::int from others) as count,
      (select array_agg(token order by at, token) from (
        select token, at from others order by at, token limit ${limit}) shown) as tokens`.execute(db)
  return { count: rows[0]?.count ?? 0, tokens: rows[0]?.tokens ?? [] }
}
