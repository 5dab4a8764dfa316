import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { ApiError, unavailable } from '../platform/errors.ts'
import { secondsToMidnight, startOfDay } from '../platform/time.ts'
import { findExceededShare, type GasCharge, type GasShare, lockDailyGas, sumGasSince } from './gas-store.ts'

/** Reserved for an attestation until its call is estimated. */
export const typicalGas = 400_000n

/**
 * Returns the share of the day's gas that an attestation would exceed, or null. Holds the lock until the transaction
 * ends, so that two replicas can't spend the same gas.
 */
export async function checkDailyGas(
  { config, clock }: Deps,
  tx: Tx,
  { charge, gas }: { charge: GasCharge; gas: bigint },
): Promise<GasShare | null> {
  await lockDailyGas(tx)
  const taken = await sumGasSince(tx, startOfDay(clock.now()), charge)
  const ceiling = BigInt(config.chainDailyGas)
  const { isEnrolled } = charge
  return findExceededShare({ ceiling, gas, isEnrolled, isForKeysOnly: config.publishRequires === 'key' }, taken)
}

/** Every endpoint that needs the attester's key responds 503 without one. */
export const createNotConfiguredError = () =>
  new ApiError(
    'not_configured',
    'No attester is configured: set CHAIN_RPC_URL, ATTESTATION_CONTRACT, and ATTESTER_KEY or ATTESTER_URL.',
  )

export function createRefusedError(error: string | null, now: Date): ApiError {
  const share = shareSentences[error ?? '']
  if (share !== undefined) return unavailable(`${share} ${tryAgain}`, secondsToMidnight(now))
  return new ApiError('upstream', sentences[error ?? ''] ?? `The contract rejects this attestation (${error}).`)
}

const tryAgain = 'Nothing was stored; try again after midnight UTC.'

const shareSentences: Record<string, string | undefined> = {
  day: 'Today’s gas for attestations is used up.',
  strangers: 'Today’s gas for attesting scores that aren’t enrolled is used up. The creator can enroll this score.',
  payer: 'Your share of today’s gas for attestations is used up.',
  creator: 'This creator’s share of today’s gas for attestations is used up.',
} satisfies Record<GasShare, string>

const sentences: Record<string, string> = {
  '': 'The score could not be published. Nothing was stored; try again.',
  funds: 'The attester’s balance is too low for the transaction. Nothing was stored; try again later.',
  fees: 'The gas price is above this service’s limit. Nothing was stored; try again later.',
}
