import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import { type BindingRow, findBinding } from './store.ts'

type Place = Pick<BindingRow, 'submissionId' | 'chainId' | 'token'>

/** A proven binding that shuts another one out. */
export interface Rival {
  id: string
  /** `token`: of the same token to another launch; `launch`: of the same launch to another token. */
  by: 'token' | 'launch'
}

/** The rival of a binding; one of the same token comes first, since it can't be replaced. */
export async function findRival(db: Db | Tx, { submissionId, chainId, token }: Place): Promise<Rival | null> {
  const rows = await db
    .selectFrom('token_bindings')
    .select(['id', 'submission_id as submissionId', 'token'])
    .where('state', '=', sql.lit('proven'))
    .where((where) =>
      where.or([
        where.and([where('chain_id', '=', String(chainId)), where('token', '=', token)]),
        where('submission_id', '=', submissionId),
      ]),
    )
    .execute()
  const ofToken = rows.find((row) => row.token === token && row.submissionId !== submissionId)
  if (ofToken) return { id: ofToken.id, by: 'token' }
  const ofLaunch = rows.find((row) => row.submissionId === submissionId && row.token !== token)
  return ofLaunch ? { id: ofLaunch.id, by: 'launch' } : null
}

/** Transactions that prove bindings of the same token or launch wait for each other. */
export async function lockRivals(tx: Tx, { submissionId, token }: Omit<Place, 'chainId'>): Promise<void> {
  for (const key of [submissionId, token].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`token binding ${key}`}, 0))`.execute(tx)
}

/** A proven binding by which a launchpad only names the wallet, which has not signed it; null: it isn't one. */
export async function findUnsignedNaming(db: Db | Tx, id: string): Promise<BindingRow | null> {
  const row = await findBinding(db, id)
  if (!row || row.state !== 'proven' || row.origin !== 'found') return null
  const stronger = await db
    .selectFrom('token_proofs')
    .select('kind')
    .where('binding_id', '=', id)
    .where('kind', 'not in', ['named', 'rights'])
    .executeTakeFirst()
  return stronger ? null : row
}

/** Ends a proven binding and its observations. Returns false when it was not proven. */
export async function updateEnded(tx: Tx, id: string, state: 'replaced' | 'corrected'): Promise<boolean> {
  const ended = await tx
    .updateTable('token_bindings')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', sql.lit('proven'))
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await tx
    .updateTable('watches')
    .set({ next_look_at: null, closed: state })
    .where('binding_id', '=', id)
    .where('closed', 'is', null)
    .execute()
  return true
}

export const updatePredecessor = async (tx: Tx, id: string, predecessor: string): Promise<void> => {
  await tx.updateTable('token_bindings').set({ predecessor }).where('id', '=', id).execute()
}
