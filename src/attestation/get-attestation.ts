import { LRUCache } from 'lru-cache'
import { toChecksumAddress } from '../../contract/address.ts'
import { Attestation, PendingAttestation, ScoreReceipt } from '../../contract/schemas/attestation.ts'
import { parseScore, ScoreId } from '../../contract/schemas/score.ts'
import { toDigest } from '../../contract/verification/claim.ts'
import { toReceipt } from '../../contract/verification/receipt.ts'
import type { Deps } from '../deps.ts'
import { createCoalesce, maxEntries } from '../platform/caching.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { findScoreBody } from '../scoring/store.ts'
import { createScoreNotFoundError } from '../scoring/visibility.ts'
import { type AttestationRow, findAttestation } from './store.ts'

export function getAttestationRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'getAttestation',
    summary: 'Fetch the attestation of a score',
    tags: ['attestation'],
    params: ScoreId,
    response: {
      200: response(Attestation, 'The attestation'),
      202: response(PendingAttestation, 'The attestation is pending'),
      ...errorResponses(400, 404, 500),
    },
  }
  app.get('/v1/score/:id/attestation', { schema }, async (request, reply) => {
    const row = await findAttestation(reads, request.params.id.toLowerCase())
    if (!row || row.state === 'failed' || row.state === 'reverted')
      throw new ApiError('not_found', 'No attestation has been published for a score with this id.')
    const attestation = toAttestationResponse(row)
    reply.header('cache-control', 'no-cache') // A reorganisation or a revocation may change it.
    if (attestation) return attestation
    return reply.code(202).send({ status: 'pending', txHash: row.txHash })
  })
}

/** Take-downs don't remove receipts (D78). */
export function getReceiptRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getReceipt',
    summary: 'Fetch the receipt of a score',
    tags: ['attestation'],
    params: ScoreId,
    response: { 200: response(ScoreReceipt, 'The receipt'), ...errorResponses(400, 404, 500, 502, 503) },
  }
  // A signature is deterministic, and costs 2 ms of this thread or a call to the signer.
  const cache = new LRUCache<string, ScoreReceipt>(maxEntries(5000))
  const coalesce = createCoalesce<ScoreReceipt>()
  app.get('/v1/score/:id/receipt', { schema }, async (request, reply) => {
    const id = request.params.id.toLowerCase()
    const signal = startDeadline(reply, deps.config.signatureDeadlineMs)
    const receipt = cache.get(id) ?? (await coalesce(id, (signal) => getReceipt(deps, id, signal), signal))
    cache.set(id, receipt)
    reply.header('cache-control', 'public, max-age=300')
    return receipt
  })
}

/** Without an attester, the receipt is not signed. */
async function getReceipt({ reads, attester }: Deps, id: string, signal: AbortSignal): Promise<ScoreReceipt> {
  const body = await findScoreBody(reads, id)
  if (body === undefined) throw createScoreNotFoundError()
  const score = parseScore(body)
  const { aggregate, band, promptVersion, confidence } = score
  const figures = { scoreId: id, digest: toDigest(score), aggregate, band, promptVersion, confidence }
  if (!attester) return { ...figures, signer: null, signature: null, typedData: null }
  const typedData = toReceipt(score, attester)
  const signature = await attester.signTypedData(typedData, signal)
  return { ...figures, signer: attester.address, signature, typedData }
}

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
