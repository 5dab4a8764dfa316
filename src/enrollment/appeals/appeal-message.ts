import { createHash } from 'node:crypto'
import { toChecksumAddress } from '../../../contract/address.ts'

interface SignedAppeal {
  serviceName: string
  scoreId: string
  creatorAddress: string
  /** Normalised. */
  reason: string
  issuedAt: Date
  domain: string
}

/**
 * Builds the six lines that a creator signs for an appeal. They have the hash of the reason, so that the reason can't add
 * lines.
 */
export const buildAppealMessage = ({ serviceName, reason, issuedAt, domain, ...appeal }: SignedAppeal): string =>
  [
    `${serviceName} Appeal`,
    `Score: ${appeal.scoreId.toLowerCase()}`,
    `Creator: ${toChecksumAddress(appeal.creatorAddress)}`,
    `Digest: 0x${createHash('sha256').update(reason).digest('hex')}`,
    `Issued: ${issuedAt.toISOString()}`,
    `Domain: ${domain}`,
  ].join('\n')
