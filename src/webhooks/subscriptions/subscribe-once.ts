import { createHash } from 'node:crypto'
import type { Tx } from '../../database/db.ts'
import { canonicalJson } from '../../../contract/canonical-json.ts'
import { CannotOpen, type SecretBox } from '../../platform/crypto/secret-box.ts'
import { dayMs } from '../../../contract/durations.ts'
import { ApiError } from '../../platform/errors.ts'
import { findIdempotencyKey, insertIdempotencyKey } from './idempotency-store.ts'
import { type SubscriptionRow, findSubscription } from './subscription-store.ts'

export interface KeyUse {
  ownerId: string
  key: string
  body: object
  now: Date
}

export const toKeyExpiry = (now: Date) => new Date(now.getTime() - dayMs)

/** Finds the subscription that an earlier request with this key made. Call it under `lockOwner`. */
export async function findEarlier(secrets: SecretBox, tx: Tx, use: KeyUse): Promise<SubscriptionRow | undefined> {
  const { ownerId, key, now } = use
  const row = await findIdempotencyKey(tx, { ownerId, key })
  if (!row || row.createdAt <= toKeyExpiry(now)) return undefined
  if (!isSame(secrets, use, row.fingerprint))
    throw new ApiError('conflict', 'This Idempotency-Key was used with a different request. Use a new key.')
  const subscription = await findSubscription(tx, { id: row.subscriptionId, ownerId })
  if (!subscription)
    throw new ApiError('conflict', 'The subscription of this Idempotency-Key was deleted. Use a new key.')
  return subscription
}

export const saveKey = (secrets: SecretBox, tx: Tx, use: KeyUse, subscriptionId: string): Promise<void> => {
  const { ownerId, key, now: createdAt } = use
  const fingerprint = secrets.seal(computeFingerprint(use), toContext(use))
  return insertIdempotencyKey(tx, { ownerId, key, fingerprint, subscriptionId, createdAt })
}

const toContext = ({ ownerId, key }: KeyUse) => `${ownerId} ${key}`

const computeFingerprint = ({ body }: KeyUse) => createHash('sha256').update(canonicalJson(body)).digest('hex')

/** A fingerprint under a key that is no longer configured can't be compared, and counts as different. */
function isSame(secrets: SecretBox, use: KeyUse, fingerprint: string): boolean {
  try {
    return secrets.open(fingerprint, toContext(use)) === computeFingerprint(use)
  } catch (error) {
    if (error instanceof CannotOpen) return false
    throw error
  }
}
