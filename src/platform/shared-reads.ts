import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { App } from './http.ts'

const readMethods = ['GET', 'HEAD']

/** What a script of another site may see of an answer, beside what every script may. */
const exposed = [
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
].join(', ')

/** What such a script may send: no Authorization, so that nobody puts a key into a page. */
const accepted = ['If-None-Match', 'X-Request-Id']

/**
 * Lets scripts of all sites read the GETs that `isShared` names, without credentials; browsers keep all else from them.
 * Call it before the routes and before any hook that may refuse, so that a refusal can be read too.
 */
export function shareReads(app: App, isShared: (route: Pick<RouteOptions, 'url'>) => boolean): void {
  const shared = new Set<string>()
  app.addHook('onRoute', (route) => {
    const isRead = [route.method].flat().includes('GET') && !route.schema?.hide // a refusal of GET is hidden
    if (isRead && isShared(route)) shared.add(route.url)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions
    if (url !== undefined && shared.has(url)) share(request, reply)
    done()
  })
}

/** The same for every origin, so that one stored answer serves them all. */
function share({ method }: FastifyRequest, reply: FastifyReply): void {
  if (method === 'OPTIONS')
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': readMethods.join(', '),
      'access-control-allow-headers': accepted.join(', '),
      'access-control-max-age': 7200, // browsers keep it no longer
    })
  else if (readMethods.includes(method))
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', exposed)
}
