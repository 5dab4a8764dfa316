import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerTo, logFault } from '../platform/error-handler.ts'
import type { App } from '../platform/http.ts'
import type { Site } from './open-site.ts'
import { pageHeaders } from './page-headers.ts'

/** Pages and their files: for people, so what goes wrong is said on a page too. No limit of the API applies (D47). */
export async function visitors(app: App, site: Pick<Site, 'send'>, addRoutes: (scope: App) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(pageHeaders))
    scope.setErrorHandler((error: FastifyError, request, reply) => sendFault(site, { error, request, reply }))
    addRoutes(scope)
  })
}

interface Failed {
  error: FastifyError
  request: FastifyRequest
  reply: FastifyReply
}

function sendFault(site: Pick<Site, 'send'>, { error, request, reply }: Failed): void {
  logFault(error, request)
  const { status, message, retryAfterSeconds } = answerTo(error)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.header('cache-control', 'no-store')
  const path = pathOf(request)
  const isQuery = status === 400 && request.url.includes('?')
  site.send(reply, { name: 'error', props: { status, message, ...(isQuery && { plainPath: path }) }, path, status })
}

/** Answers a browser that asked for no page of ours; undefined: it is no browser, or asks for a route of the API. */
export function answerLost(site: Pick<Site, 'send'>, request: FastifyRequest, reply: FastifyReply) {
  const wantsPage = ['GET', 'HEAD'].includes(request.method) && /\btext\/html\b/.test(request.headers.accept ?? '')
  if (!wantsPage || /^\/(api|v1)(\/|$)/.test(pathOf(request))) return undefined
  const props = { status: 404, message: 'There is no page with this address. It may have been mistyped.' }
  reply.header('cache-control', 'no-store')
  return site.send(reply, { name: 'error', props, path: pathOf(request), status: 404 })
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/'
