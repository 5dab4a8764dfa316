import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { ScoreId } from '../../contract/schemas/score.ts'
import { toAttestationResponse } from './attestation-response.ts'
import { Attestation, PendingAttestation } from '../../contract/schemas/attestation.ts'
import { findAttestation } from './store.ts'

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
