import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { createCoalesce } from '../platform/caching/coalesce.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { ScoreId, parseScore } from '../../contract/schemas/score.ts'
import { createScoreNotFoundError } from '../scoring/shown/create-score-not-found-error.ts'
import { findScoreBody } from '../scoring/store.ts'
import { toDigest } from '../../contract/verification/claim.ts'
import { toReceipt } from '../../contract/verification/receipt.ts'
import { ScoreReceipt } from '../../contract/schemas/attestation.ts'
import { maxEntries } from '../platform/caching/max-entries.ts'

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
