import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { findRoute } from './allowed-methods.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scripts of every site may call the route, without credentials. Set by the scope; a route may say otherwise. */
    isCrossOrigin?: boolean
  }
}

/** Headers of requests, besides those that CORS always allows. */
const accepted = ['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Request-Id']

/** Headers of responses, besides those that CORS always exposes. */
const exposed = [
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
]

/**
 * Sends CORS headers on routes with `isCrossOrigin`, errors and preflights included. Call it before the routes are added,
 * and before any hook that may refuse a request, so that scripts can read the refusal.
 *
 * Every origin gets the same response, so that one cached response serves all.
 */
export function shareWithOrigins(app: App, { headers }: { headers: string[] }): void {
  const readable = [...exposed, ...headers].join(', ')
  const routes: RouteOptions[] = []
  const methods = new Map<string, string[]>()
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', (done) => {
    for (const { url, method, config } of routes)
      if (config?.isCrossOrigin) methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()])
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const shared = methods.get(findRoute(request) ?? '')
    if (shared) share(request, reply, { shared, readable })
    done()
  })
}

function share(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { shared, readable }: { shared: string[]; readable: string },
): void {
  if (method === 'OPTIONS')
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': shared.toSorted().join(', '),
      'access-control-allow-headers': accepted.join(', '),
      'access-control-max-age': 7200,
    })
  else if (shared.includes(method))
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', readable)
}
