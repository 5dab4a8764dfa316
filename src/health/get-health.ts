import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'

/** Checks no dependency, so that an outage elsewhere causes no restart. */
export function getHealthRoute(app: App) {
  const response = { 200: Type.Object({ status: Type.Literal('ok') }, { description: 'The process is alive' }) }
  const schema = { operationId: 'getHealth', summary: 'Check that the process is alive', tags: ['operation'], response }
  app.get('/health', { schema }, () => Promise.resolve({ status: 'ok' as const }))
}
