import { createHash } from 'node:crypto'
import { toChecksumAddress } from '../../contract/address.ts'
import { canonicalJson } from '../../contract/canonical-json.ts'
import { type PageFields, fieldNames } from '../../contract/page-fields.ts'

export interface SignedFields {
  serviceName: string
  scoreId: string
  creatorAddress: string
  fields: PageFields
  issuedAt: Date
  domain: string
}

/** Seven lines; the fields are hashed (D27). */
export function buildPageMessage(edit: SignedFields): { message: string; digest: string } {
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
