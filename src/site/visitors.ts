import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { toErrorResponse, logFault } from '../platform/http/error-handler.ts'
import type { App } from '../platform/http/app.ts'
import { getPath } from '../platform/http/request-path.ts'
import { compressPages } from './compress-pages.ts'
import type { Site } from './load-site.ts'

/** Adds the routes of pages and their files. Their errors are pages too, because people read them. */
export async function visitors(
  app: App,
  site: Pick<Site, 'send' | 'headers'>,
  addRoutes: (scope: App) => void,
): Promise<void> {
  await app.register(async (scope) => {
    await compressPages(scope)
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(site.headers))
    scope.setErrorHandler((error: FastifyError, request, reply) => sendFault(site, { error, request, reply }))
    addRoutes(scope)
  })
}

interface Failed {
  error: FastifyError
  request: FastifyRequest
  reply: FastifyReply
}

function sendFault(site: Pick<Site, 'send'>, { error, request, reply }: Failed): Promise<FastifyReply> {
  logFault(error, request)
  const { status, message, retryAfterSeconds } = toErrorResponse(error)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.header('cache-control', 'no-store')
  const path = getPath(request)
  const isQuery = status === 400 && request.url.includes('?')
  return site.send(reply, {
    name: 'error',
    props: { status, message, ...(isQuery && { plainPath: path }) },
    path,
    status,
  })
}

/** Responds with a page to a browser whose request matched no route; undefined for other clients and for paths of the API. */
export function respondToUnmatched(
  site: Pick<Site, 'send'>,
  { error, request, reply }: Failed,
): Promise<FastifyReply> | undefined {
  const wantsPage = ['GET', 'HEAD'].includes(request.method) && /\btext\/html\b/.test(request.headers.accept ?? '')
  if (!wantsPage || /^\/(api|v1)(\/|$)/.test(getPath(request))) return undefined
  const { status } = toErrorResponse(error)
  if (status !== 404) return sendFault(site, { error, request, reply })
  const props = { status, message: 'There is no page at this address. Check it for typing errors.' }
  reply.header('cache-control', 'no-store')
  return site.send(reply, { name: 'error', props, path: getPath(request), status })
}
