import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '../errors.ts'
import type { App } from './app.ts'

/**
 * `100 Continue` is sent only when the body is about to be read (RFC 9110 10.1.1). A refusal without reading the body
 * closes the connection, because the body may or may not follow.
 */
export function continueWhenRead(app: App): void {
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers
    if (length === '0' && transfer === undefined) {
      response.writeContinue()
      return app.routing(request, response)
    }
    waiting.add(request)
    const onListener = (event: string | symbol) => {
      if (event !== 'data' && event !== 'readable') return
      request.off('newListener', onListener)
      waiting.delete(request)
      if (!response.headersSent && !response.destroyed) response.writeContinue()
    }
    request.on('newListener', onListener)
    app.routing(request, response)
  })
  // Fastify reads the body of a request that no route serves.
  app.addHook('preParsing', ({ raw, is404 }, _reply, _payload, done) => {
    if (is404 && waiting.has(raw)) done(createRouteMissingError())
    else done(null)
  })
  app.addHook('onSend', ({ raw }, reply, body, done) => {
    if (waiting.has(raw)) reply.header('connection', 'close')
    done(null, body)
  })
}

export const createRouteMissingError = () =>
  new ApiError('not_found', 'This route does not exist. See /api/v1/openapi.json.')
