import { Type } from 'typebox'
import type { App } from '../platform/http.ts'

/** GET /health: the process answers. Looks at no dependency, so that an outage elsewhere restarts nobody. */
export function getHealthRoute(app: App) {
  const response = { 200: Type.Object({ status: Type.Literal('ok') }, { description: 'The process answers' }) }
  const schema = { operationId: 'getHealth', summary: 'Liveness', tags: ['operation'], response }
  app.get('/health', { schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' as const }
  })
}
