import { createHash } from 'node:crypto'
import { toChecksumAddress } from '../platform/address.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import { type PageFields, fieldNames } from './page-fields.ts'

export interface PageEdit {
  serviceName: string
  scoreId: string
  creatorAddress: string
  /** Normalised (D7); at least one. */
  fields: PageFields
  issuedAt: Date
  domain: string
}

/** The seven lines that a creator signs for an edit of the launch page, and the digest of the fields in them (D27). */
export function pageMessage(edit: PageEdit): { message: string; digest: string } {
  const { serviceName, scoreId, creatorAddress, fields, issuedAt, domain } = edit
  const digest = `0x${createHash('sha256').update(canonicalJson(fields)).digest('hex')}`
  const lines = [
    `${serviceName} Page Edit`,
    `Score: ${scoreId.toLowerCase()}`,
    `Creator: ${toChecksumAddress(creatorAddress)}`,
    `Fields: ${fieldNames.filter((name) => name in fields).join(',')}`,
    `Digest: ${digest}`,
    `Issued: ${issuedAt.toISOString()}`,
    `Domain: ${domain}`,
  ]
  return { message: lines.join('\n'), digest }
}
