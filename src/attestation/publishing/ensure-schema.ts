import type { Configured } from '../../deps.ts'
import { insertJob, requeueFailed } from './job-store.ts'

/** Queues the registration of the schema at the contract, unless it is queued or in flight already. */
export async function ensureSchema({ db, attester, clock, random }: Configured<'attester'>): Promise<void> {
  const now = clock.now()
  const job = { kind: 'register', subject: `${attester.chainId}:${attester.contract}` } as const
  const isNew = await db.transaction().execute((tx) => insertJob(tx, { id: random.uuid(), ...job, now }))
  if (!isNew) await requeueFailed(db, job, { now, isNonceSpent: true })
}
