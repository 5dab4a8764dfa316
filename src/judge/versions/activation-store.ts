import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'

export interface Activation {
  id: string
  version: string
  reason: string
  actor: string
  activatedAt: Date
}

export const activationChannel = 'prompt_activations'

const columns = ['id', 'version', 'reason', 'actor', 'activated_at as activatedAt'] as const

export const findActivation = (db: Db): Promise<Activation | undefined> => newestFirst(db).limit(1).executeTakeFirst()

export const listActivations = (db: Db, limit: number): Promise<Activation[]> => newestFirst(db).limit(limit).execute()

const newestFirst = (db: Db) =>
  db.selectFrom('prompt_activations').select(columns).orderBy('activated_at', 'desc').orderBy('id', 'desc')

/** Serialises activations, and notifies all replicas at the end of the transaction. */
export async function lockActivations(tx: Tx): Promise<void> {
  await sql`lock table prompt_activations in share row exclusive mode`.execute(tx)
  await sql`select pg_notify(${activationChannel}, '')`.execute(tx)
}

export async function insertActivation(tx: Tx, { activatedAt, ...row }: Activation): Promise<void> {
  await tx
    .insertInto('prompt_activations')
    .values({ ...row, activated_at: activatedAt })
    .execute()
}
