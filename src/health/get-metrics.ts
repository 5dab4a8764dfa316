import type { Deps } from '../deps.ts'
import { consumeFailure, refuseGuesses } from '../keys/guard.ts'
import { bearerMatcher } from '../platform/http/bearer.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, textResponse } from '../platform/http/schema.ts'
import { observeDatabase } from './observe-database.ts'
import { observeState } from './observe-state.ts'

export function getMetricsRoute(app: App, deps: Deps) {
  const { registry } = deps.metrics
  const { token } = deps.config.metrics
  const mayRead = token === null ? () => true : bearerMatcher(token)
  observeState(deps)
  observeDatabase(deps)
  const schema = {
    operationId: 'getMetrics',
    summary: 'Metrics for Prometheus',
    tags: ['operation'],
    response: { 200: textResponse('text/plain', 'Prometheus text format'), ...errorResponses(401, 404) },
  }
  app.get('/metrics', { schema }, async (request, reply) => {
    if (token !== null) await refuseGuesses(deps, request, reply)
    if (!mayRead(request.headers.authorization)) {
      reply.header('www-authenticate', 'Bearer')
      await consumeFailure(deps, request, reply)
      throw new ApiError('unauthorized', 'Send Authorization: Bearer <METRICS_TOKEN>.')
    }
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
