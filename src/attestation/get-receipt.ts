import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { createCoalesce } from '../platform/resilience/coalesce.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { ScoreId, type ScoreResult } from '../scoring/schemas.ts'
import { findScoreBody } from '../scoring/store.ts'
import { toReceipt } from './receipt.ts'
import { notConfigured } from './refusals.ts'
import { ScoreReceipt } from './schemas.ts'
import { maxEntries } from '../platform/resilience/max-entries.ts'

/** GET /v1/score/:id/receipt: the attester's signature of a score, without a transaction. */
export function getReceiptRoute(app: App, deps: Pick<Deps, 'config' | 'reads' | 'attester'>) {
  const schema = {
    operationId: 'getReceipt',
    summary: 'Fetch a signed receipt for a score',
    tags: ['attestation'],
    params: ScoreId,
    response: { 200: response(ScoreReceipt, 'The receipt'), ...errorResponses(400, 404, 500, 502, 503) },
  }
  // a signature is deterministic, and takes 2 ms of this thread or a call to the signer
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

/** Signs the stored record of a score, preliminary or final. */
async function getReceipt(
  { reads, attester }: Pick<Deps, 'reads' | 'attester'>,
  id: string,
  signal: AbortSignal,
): Promise<ScoreReceipt> {
  if (!attester) throw notConfigured()
  const body = await findScoreBody(reads, id)
  if (body === undefined) throw new ApiError('not_found', 'There is no score with this id.')
  const score = JSON.parse(body) as ScoreResult // we wrote it
  const typedData = toReceipt(score, attester)
  const signature = await attester.signTypedData(typedData, signal)
  const { digest } = typedData.message
  return { scoreId: id, confidence: score.confidence, digest, signer: attester.address, signature, typedData }
}
