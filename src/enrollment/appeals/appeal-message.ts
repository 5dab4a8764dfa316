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

/** Six lines; the reason is hashed, so that it can't add lines. */
export const buildAppealMessage = ({ serviceName, reason, issuedAt, domain, ...appeal }: SignedAppeal): string =>
  [
    `${serviceName} Appeal`,
    `Score: ${appeal.scoreId.toLowerCase()}`,
    `Creator: ${toChecksumAddress(appeal.creatorAddress)}`,
    `Digest: 0x${createHash('sha256').update(reason).digest('hex')}`,
    `Issued: ${issuedAt.toISOString()}`,
    `Domain: ${domain}`,
  ].join('\n')
