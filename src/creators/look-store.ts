import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { toArrayLiteral } from '../database/sql.ts'

export interface TokenOfChain {
  chainId: number
  /** Lower case. */
  token: string
}

export interface Seen extends TokenOfChain {
  /** null: the market data didn't tell. */
  isAlive: boolean | null
  at: Date
}

/** The newest look at each of these tokens. */
export async function listLooks(db: Db, tokens: TokenOfChain[]): Promise<Seen[]> {
  if (tokens.length === 0) return []
  const { rows } = await sql<{ chainId: number; token: string; isAlive: boolean | null; at: Date }>`
    select l.chain_id::float8 as "chainId", '0x' || encode(l.token, 'hex') as token, l.is_alive as "isAlive", l.looked_at as at
    from unnest(${toArrayLiteral(tokens.map(({ chainId }) => chainId))}::bigint[], ${toArrayLiteral(tokens.map(({ token }) => token.slice(2)))}::text[])
      as asked (chain_id, token)
    join launch_looks l on l.chain_id = asked.chain_id and l.token = decode(asked.token, 'hex')`.execute(db)
  return rows
}

/** A newer look stays. */
export async function upsertLooks(db: Db, looks: Seen[]): Promise<void> {
  if (looks.length === 0) return
  const sorted = looks.toSorted((a, b) => a.chainId - b.chainId || (a.token < b.token ? -1 : 1))
  await sql`
    insert into launch_looks (chain_id, token, is_alive, looked_at)
    select chain_id, decode(token, 'hex'), is_alive, at from unnest(${toArrayLiteral(sorted.map(({ chainId }) => chainId))}::bigint[],
      ${toArrayLiteral(sorted.map(({ token }) => token.slice(2)))}::text[],
      ${toArrayLiteral(sorted.map(({ isAlive }) => isAlive))}::boolean[],
      ${toArrayLiteral(sorted.map(({ at }) => at))}::timestamptz[]) as seen (chain_id, token, is_alive, at)
    on conflict (chain_id, token) do update set is_alive = excluded.is_alive, looked_at = excluded.looked_at
    where launch_looks.looked_at < excluded.looked_at`.execute(db)
}

/** The newest known outcome of each of these tokens that is the launch of a score, corrected ones left out. */
export async function listOutcomes(db: Db, tokens: TokenOfChain[]): Promise<(TokenOfChain & Outcome)[]> {
  if (tokens.length === 0) return []
  const { rows } = await sql<{ chainId: number; token: string } & Outcome>`
    select distinct on (b.chain_id, b.token) b.chain_id::float8 as "chainId", b.token, o.outcome,
      coalesce(o.seen_at, o.decided_at) as at
    from unnest(${toArrayLiteral(tokens.map(({ chainId }) => chainId))}::bigint[], ${toArrayLiteral(tokens.map(({ token }) => token))}::text[])
      as asked (chain_id, token)
    join token_bindings b on b.chain_id = asked.chain_id and b.token = asked.token and b.state = 'proven'
    join outcomes o on o.binding_id = b.id and o.outcome <> 'unknown'
    where not exists (select from corrections c
      where c.subject in ('binding:' || o.binding_id, 'outcome:' || o.binding_id || ':' || o.horizon))
    order by b.chain_id, b.token, coalesce(o.seen_at, o.decided_at) desc`.execute(db)
  return rows
}

export interface Outcome {
  outcome: 'graduated' | 'alive' | 'dead' | 'rugged'
  at: Date
}

interface Deployed extends TokenOfChain {
  deployedAt: Date
}

export async function insertDeployed(db: Db, creator: string, tokens: Deployed[]): Promise<void> {
  if (tokens.length === 0) return
  await sql`
    insert into deployed_tokens (creator, chain_id, token, deployed_at)
    select decode(${creator.slice(2)}, 'hex'), chain_id, decode(token, 'hex'), at from unnest(${toArrayLiteral(tokens.map(({ chainId }) => chainId))}::bigint[],
      ${toArrayLiteral(tokens.map(({ token }) => token.slice(2)))}::text[], ${toArrayLiteral(tokens.map(({ deployedAt }) => deployedAt))}::timestamptz[])
      as deployed (chain_id, token, at)
    on conflict do nothing`.execute(db)
}
