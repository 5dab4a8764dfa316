import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Without the display name, Fastify would look for the function in the cache of all loaded modules. */
export function addScope(app: App, name: string, addRoutes: (scope: App) => Promise<void> | void) {
  const register = async (scope: App) => addRoutes(scope)
  return app.register(Object.assign(register, { [Symbol.for('fastify.display-name')]: name }))
}
