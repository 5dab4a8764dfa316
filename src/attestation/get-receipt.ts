import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { ScoreId, type ScoreResult } from '../scoring/schemas.ts'
import { findScoreBody } from '../scoring/store.ts'
import { receiptOf } from './receipt.ts'
import { notConfigured } from './refusals.ts'
import { ScoreReceipt } from './schemas.ts'

/** GET /v1/score/:id/receipt: the attester's signature of a score, free of gas. */
export function getReceiptRoute(app: App, deps: Pick<Deps, 'reads' | 'attester'>) {
  const schema = {
    operationId: 'getReceipt',
    summary: 'Fetch a signed receipt of a score',
    tags: ['attestation'],
    params: ScoreId,
    response: { 200: answer(ScoreReceipt, 'The receipt'), ...errorAnswers(400, 404, 500, 503) },
  }
  // signing takes 2 ms of this thread, and gives the same signature each time
  const cache = new LRUCache<string, ScoreReceipt>({ max: 5000 })
  app.get('/v1/score/:id/receipt', { schema }, async (request, reply) => {
    const id = request.params.id.toLowerCase()
    const receipt = cache.get(id) ?? (await getReceipt(deps, id))
    cache.set(id, receipt)
    reply.header('cache-control', 'public, max-age=300')
    return receipt
  })
}

/** Signs what is stored of a score, preliminary or final. */
async function getReceipt({ reads, attester }: Pick<Deps, 'reads' | 'attester'>, id: string): Promise<ScoreReceipt> {
  if (!attester) throw notConfigured()
  const body = await findScoreBody(reads, id)
  if (body === undefined) throw new ApiError('not_found', 'There is no score with this id.')
  const score = JSON.parse(body) as ScoreResult // we wrote it
  const typedData = receiptOf(score, attester)
  const signature = await attester.signTypedData(typedData)
  const { digest } = typedData.message
  return { scoreId: id, confidence: score.confidence, digest, signer: attester.address, signature, typedData }
}
