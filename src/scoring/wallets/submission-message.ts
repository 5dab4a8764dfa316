import type { Hex } from 'viem'
import { toChecksumAddress } from '../../../contract/address.ts'
import { canonicalJson } from '../../../contract/canonical-json.ts'
import { keccakOfText } from '../../../contract/keccak.ts'
import type { Submission } from '../../signals/schemas.ts'

interface MessageFields {
  serviceName: string
  submission: Submission
  /** Limits a signature to one deployment. */
  domain: string
}

/** The four lines that a creator signs before scoring (D104). */
export const buildSubmissionMessage = ({ serviceName, submission, domain }: MessageFields): string =>
  [
    `${serviceName} Submission`,
    `Content: ${hashSubmission(submission)}`,
    `Creator: ${toChecksumAddress(submission.creatorAddress)}`,
    `Domain: ${domain}`,
  ].join('\n')

/**
 * keccak-256 of the RFC 8785 JSON of exactly these seven normalised fields. Wallets have signed such hashes, so a later
 * field may only be included where a submission has it.
 */
export function hashSubmission(submission: Submission): Hex {
  const { name, symbol, description, imageUrl, xHandle, creatorAddress, contractAddress } = submission
  return keccakOfText(canonicalJson({ name, symbol, description, imageUrl, xHandle, creatorAddress, contractAddress }))
}
