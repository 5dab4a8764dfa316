import { ApiError } from './errors.ts'
import type { App } from './http.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * Answers 405 with `Allow` wherever a path is served under another method (D5).
 * Call it before the routes; returns what to call after them.
 */
export function watchMethods(app: App): () => void {
  const served = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = served.get(url) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    served.set(url, known)
  })
  return () => {
    // copied first: the routes made here come by the hook too
    for (const [url, known] of [...served].map(([url, known]) => [url, new Set(known)] as const))
      refuse(app, url, known)
  }
}

function refuse(app: App, url: string, known: Set<string>): void {
  const others = methods.filter((method) => !known.has(method))
  if (others.length === 0) return
  app.route({
    method: others,
    url,
    schema: { hide: true },
    exposeHeadRoute: false,
    // before the body is looked at: else 415 would come first
    onRequest: async (_request, reply) => {
      reply.code(405).header('allow', [...known].sort().join(', '))
      return reply.send({ error: { code: 'bad_request', message: `This path takes ${[...known].sort().join(', ')}.` } })
    },
    handler: () => {
      throw new ApiError('internal', 'unreachable: onRequest has answered')
    },
  })
}
