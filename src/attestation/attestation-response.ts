import { toChecksumAddress } from '../../contract/address.ts'
import type { Attestation } from '../../contract/schemas/attestation.ts'
import type { AttestationRow } from './store.ts'

export function toAttestationResponse(row: AttestationRow): Attestation | null {
  const { uid, txHash, schemaId, contract, attester, chainId, blockNumber, publishedAt } = row
  const isIncluded = row.state === 'included' || row.state === 'final'
  if (!isIncluded || !uid || !txHash || !schemaId || !contract || !attester || !publishedAt) return null
  return {
    status: row.revokedAt ? 'revoked' : 'published',
    attestationId: uid,
    scoreRequestId: row.scoreId,
    subject: toChecksumAddress(row.recipient),
    schemaId,
    digest: row.digest,
    txHash,
    chainId: Number(chainId),
    contract,
    attester,
    refersTo: row.refUid,
    blockNumber: Number(blockNumber),
    publishedAt: publishedAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revocationReason: row.revokedAt ? row.revocationReason : null,
  }
}
