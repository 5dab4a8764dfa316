import { ApiError } from '../platform/errors.ts'

/** Publishing, and whatever else needs the attester's key, fails closed. */
export const notConfigured = () =>
  new ApiError('not_configured', 'No attester is configured: set CHAIN_RPC_URL, ATTESTATION_CONTRACT and ATTESTER_KEY.')

/** What keeps a score from being attested, in words for the caller; `error` is an obstacle, or what the contract said. */
export const refusedFor = (error: string | null) =>
  new ApiError('upstream', sentences[error ?? ''] ?? `The chain refuses this attestation (${error}).`)

const sentences: Record<string, string> = {
  '': 'The score could not be published. Nothing was stored; try again.',
  funds: 'The attester’s account can’t pay for the transaction. Nothing was stored; try again later.',
  fees: 'Gas costs more at the moment than this service pays. Nothing was stored; try again later.',
  'daily-gas': 'The gas for today’s attestations is spent. Nothing was stored; try again tomorrow (UTC).',
}
