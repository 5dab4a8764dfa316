import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { findRoute } from './allowed-methods.ts'
import type { App } from './app.ts'

const readMethods = ['GET', 'HEAD']

/** Besides those that CORS always exposes. */
const exposed = [
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
]

/** Authorization is missing, so that nobody puts a key into a page. */
const accepted = ['If-None-Match', 'X-Request-Id']

interface Sharing {
  isShared: (route: Pick<RouteOptions, 'url'>) => boolean
  /** More response headers that scripts may read. */
  headers: string[]
}

/**
 * Scripts of all sites may read the GET routes that `isShared` names, without credentials. Call it before any hook that
 * may refuse a request, so that scripts can read the refusal.
 */
export function shareReads(app: App, { isShared, headers }: Sharing): void {
  const readable = [...exposed, ...headers].join(', ')
  const shared = new Set<string>()
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().includes('GET') && isShared(route)) shared.add(route.url)
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (shared.has(findRoute(request) ?? '')) share(request, reply, readable)
    done()
  })
}

/** The same for every origin, so that one cached response serves all. */
function share({ method }: FastifyRequest, reply: FastifyReply, readable: string): void {
  if (method === 'OPTIONS')
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': readMethods.join(', '),
      'access-control-allow-headers': accepted.join(', '),
      'access-control-max-age': 7200,
    })
  else if (readMethods.includes(method))
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', readable)
}
