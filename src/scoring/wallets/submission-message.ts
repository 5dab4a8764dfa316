import type { Hex } from 'viem'
import { toChecksumAddress } from '../../../contract/address.ts'
import { canonicalJson } from '../../../contract/canonical-json.ts'
import { keccakOfText } from '../../../contract/keccak.ts'
import type { Submission } from '../../signals/schemas.ts'

interface MessageFields {
  serviceName: string
  submission: Submission
  /** Makes a signature valid for one deployment only. */
  domain: string
}

/** The four lines that a creator signs for a submission before it is scored (D104). */
export const buildSubmissionMessage = ({ serviceName, submission, domain }: MessageFields): string =>
  [
    `${serviceName} Submission`,
    `Content: ${hashSubmission(submission)}`,
    `Creator: ${toChecksumAddress(submission.creatorAddress)}`,
    `Domain: ${domain}`,
  ].join('\n')

/**
 * The keccak-256 of the canonical submission: the RFC 8785 JSON of exactly these seven normalised fields, addresses in lower
 * case, `null` for no contract. Wallets have signed such hashes, so a field that is added later belongs in it only where a
 * submission has it.
 */
export function hashSubmission(submission: Submission): Hex {
  const { name, symbol, description, imageUrl, xHandle, creatorAddress, contractAddress } = submission
  return keccakOfText(canonicalJson({ name, symbol, description, imageUrl, xHandle, creatorAddress, contractAddress }))
}
