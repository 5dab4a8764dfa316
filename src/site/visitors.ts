import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { toErrorResponse, logFault } from '../platform/http/error-handler.ts'
import { type App, addScope } from '../platform/http/app.ts'
import type { Failed } from '../platform/http/http.ts'
import { weighNamedType } from '../platform/http/negotiation.ts'
import { getPath } from '../platform/http/allowed-methods.ts'
import { UpstreamError } from '../platform/errors.ts'
import { HiddenError } from '../scoring/visibility.ts'
import type { SiteRenderer } from './load-site.ts'

/** Errors are pages too. */
export async function visitors(
  app: App,
  site: Pick<SiteRenderer, 'send' | 'headers'>,
  addRoutes: (scope: App) => void,
): Promise<void> {
  await addScope(app, 'visitors', async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(site.headers))
    scope.setErrorHandler((error: FastifyError, request, reply) => sendFault(site, { error, request, reply }))
    addRoutes(scope)
  })
}

function sendFault(site: Pick<SiteRenderer, 'send'>, { error, request, reply }: Failed): Promise<FastifyReply> {
  logFault(error, request)
  const { status, message, details = [], retryAfterSeconds } = toErrorResponse(error)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.header('cache-control', 'no-store')
  const path = getPath(request)
  const isQuery = status === 400 && request.url.includes('?')
  const [detail] = details
  const isUnknownChoice = error.validationContext === 'querystring' && detail !== undefined
  const said = isUnknownChoice ? `The link’s ${detail.path} ${detail.message}.` : message
  return site.send(reply, {
    name: 'error',
    props: {
      status,
      message: said,
      ...(error instanceof HiddenError && { reason: error.reason }),
      ...(error instanceof UpstreamError && { provider: error.provider }),
      ...(isQuery && { plainPath: path }),
    },
    path,
    status,
  })
}

/** Redirects a path that ends with a slash, and shows browsers a page. undefined for other clients and for the API. */
export function respondToUnmatched(
  site: Pick<SiteRenderer, 'send'>,
  { error, request, reply }: Failed,
): FastifyReply | Promise<FastifyReply> | undefined {
  if (!['GET', 'HEAD'].includes(request.method) || /^\/(api|v1)(\/|$)/.test(getPath(request))) return undefined
  const { status } = toErrorResponse(error)
  const target = status === 404 ? findWithoutSlash(request) : undefined
  if (target !== undefined) return reply.redirect(target, 308)
  if (!wantsPage(request.headers.accept)) return undefined
  if (status !== 404) return sendFault(site, { error, request, reply })
  const props = { status, message: 'There is no page at this address. Check it for typos.' }
  reply.header('cache-control', 'no-store')
  return site.send(reply, { name: 'error', props, path: getPath(request), status })
}

/** Browsers name HTML; most other clients send wildcards, which mean JSON here. */
function wantsPage(accept: string | undefined): boolean {
  const weight = weighNamedType(accept, 'text/html')
  return weight > 0 && weight >= weighNamedType(accept, 'application/json')
}

/** undefined: no slash at the end, or a browser could read a host in it. */
function findWithoutSlash(request: FastifyRequest): string | undefined {
  const path = getPath(request)
  if (!path.endsWith('/') || path.includes('\\')) return undefined // browsers read a backslash as a slash
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  const [, ...query] = request.url.split('?')
  return [path.slice(0, end) || '/', ...query].join('?')
}
