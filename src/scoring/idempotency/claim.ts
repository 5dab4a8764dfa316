import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { dayMs } from '../../../contract/durations.ts'
import { ApiError } from '../../platform/errors.ts'
import { type Claim, type KeyUse, completeKey, deleteClaim, insertClaim, renewClaim } from './idempotency-store.ts'

export interface IdempotencyKey {
  /**
   * Ties the key to the record in the record's transaction, and rolls back if another request has taken the key over.
   */
  complete: (tx: Tx, scoreId: string) => Promise<void>
}

/** For a request without a key. */
export const noKey: IdempotencyKey = { complete: async () => {} }

/** undefined: another request holds the key. */
export async function takeClaim({ db, clock, random, config }: Deps, use: KeyUse): Promise<Claim | undefined> {
  const now = clock.now()
  const claim = { ...use, claim: random.uuid() }
  const claimedUntil = new Date(now.getTime() + config.keyLeaseMs)
  const isTaken = await insertClaim(db, { ...claim, now, claimedUntil, expiredBefore: toExpiry(now) })
  return isTaken ? claim : undefined
}

/** A key used at or before this instant has expired (D22). */
export const toExpiry = (now: Date) => new Date(now.getTime() - dayMs)

/**
 * Runs work while its claim is renewed, and releases the key if the work fails. Undefined: another request took the key
 * over, and the transaction was rolled back.
 */
export async function runUnderClaim<T>(
  deps: Deps,
  claim: Claim,
  work: (key: IdempotencyKey) => Promise<T>,
): Promise<T | undefined> {
  const finished = new AbortController()
  void renewUntil(deps, claim, finished.signal)
  let isTakenOver = false
  const complete = async (tx: Tx, scoreId: string) => {
    isTakenOver = !(await completeKey(tx, claim, scoreId))
    if (isTakenOver)
      throw new ApiError('conflict', 'Another request took over this Idempotency-Key. Send the request again.')
  }
  try {
    return await work({ complete })
  } catch (error) {
    if (isTakenOver) return undefined
    await deleteClaim(deps.db, claim).catch(() => {}) // the claim runs out by itself
    throw error
  } finally {
    finished.abort()
  }
}

/**
 * Renews the lease until the work ends. A stalled process or an unreachable database can still lose the claim: then
 * `complete` fails and nothing is written twice.
 */
async function renewUntil({ db, clock, config }: Deps, claim: Claim, signal: AbortSignal): Promise<void> {
  const { keyLeaseMs } = config
  while (!signal.aborted) {
    await pause(keyLeaseMs / 3, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    await renewClaim(db, claim, new Date(clock.now().getTime() + keyLeaseMs)).catch(() => {}) // the next renewal may succeed
  }
}
