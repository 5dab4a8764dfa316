import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { ScoreId } from '../scoring/schemas.ts'
import { answeredAttestation } from './answered-attestation.ts'
import { Attestation, PendingAttestation } from './schemas.ts'
import { findAttestation } from './store.ts'

/** GET /v1/score/:id/attestation: where a score stands on the chain. */
export function getAttestationRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'getAttestation',
    summary: 'Fetch the attestation of a score',
    tags: ['attestation'],
    params: ScoreId,
    response: {
      200: answer(Attestation, 'The attestation'),
      202: answer(PendingAttestation, 'It is on its way'),
      ...errorAnswers(400, 404, 500),
    },
  }
  app.get('/v1/score/:id/attestation', { schema }, async (request, reply) => {
    const row = await findAttestation(reads, request.params.id.toLowerCase())
    if (!row || row.state === 'failed' || row.state === 'reverted')
      throw new ApiError('not_found', 'No attestation of a score with this id was published.')
    const attestation = answeredAttestation(row)
    reply.header('cache-control', 'no-cache') // a reorganisation may change it, and so may its revocation
    if (attestation) return attestation
    return reply.code(202).send({ status: 'pending', txHash: row.txHash })
  })
}
