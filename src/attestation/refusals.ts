import { ApiError, unavailable } from '../platform/errors.ts'
import { secondsToMidnight } from '../platform/utc-day.ts'
import type { GasShare } from './gas-shares.ts'

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
