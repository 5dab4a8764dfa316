import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import type { BindingRow } from './store.ts'

type Place = Pick<BindingRow, 'submissionId' | 'chainId' | 'token'>

/** A proven binding that shuts another one out. */
export interface Rival {
  id: string
  /** `token`: of the same token to another launch; `launch`: of the same launch to another token. */
  by: 'token' | 'launch'
  scoreId: string
  /** Lower case, as is `creatorAddress`. */
  token: string
  creatorAddress: string
}

const toRival = ({ id, scoreId, token, creatorAddress }: Omit<Rival, 'by'>): Omit<Rival, 'by'> => ({
  id,
  scoreId,
  token,
  creatorAddress,
})

/** The rival of a binding; one of the same token comes first. */
export async function findRival(db: Db | Tx, { submissionId, chainId, token }: Place): Promise<Rival | null> {
  const rows = await db
    .selectFrom('token_bindings')
    .select([
      'id',
      'submission_id as submissionId',
      'token',
      'score_id as scoreId',
      'creator_address as creatorAddress',
    ])
    .where('state', '=', sql.lit('proven'))
    .where((where) =>
      where.or([
        where.and([where('chain_id', '=', String(chainId)), where('token', '=', token)]),
        where('submission_id', '=', submissionId),
      ]),
    )
    .execute()
  const ofToken = rows.find((row) => row.token === token && row.submissionId !== submissionId)
  if (ofToken) return { ...toRival(ofToken), by: 'token' }
  const ofLaunch = rows.find((row) => row.submissionId === submissionId && row.token !== token)
  return ofLaunch ? { ...toRival(ofLaunch), by: 'launch' } : null
}

/** Transactions that prove bindings of the same token or launch wait for each other. */
export async function lockRivals(tx: Tx, { submissionId, token }: Omit<Place, 'chainId'>): Promise<void> {
  for (const key of [submissionId, token].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`token binding ${key}`}, 0))`.execute(tx)
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
