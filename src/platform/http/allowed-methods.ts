import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only responds to methods that its path is not served under. */
    isUnserved?: boolean
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * Responds to OPTIONS on every served path, and with 405 to every other method; both carry `Allow` (D5). Call it before the
 * routes are added, and call the function that it returns after them.
 */
export function watchMethods(app: App): () => void {
  const served = new Map<string, Set<string>>()
  let isComplete = false
  app.addHook('onRoute', ({ url, method }) => {
    if (isComplete) return
    const known = served.get(url) ?? new Set(['OPTIONS'])
    for (const one of [method].flat()) known.add(one)
    served.set(url, known)
  })
  refuseStrangeMethods(app, served)
  return () => {
    isComplete = true
    for (const [url, known] of served) respondToOthers(app, url, known)
  }
}

function respondToOthers(app: App, url: string, known: ReadonlySet<string>): void {
  const allow = formatAllow(known)
  const schema = { hide: true }
  const config = { isUnserved: true }
  // before the body is parsed, because that could end in 415 first
  const response = async (_request: unknown, reply: Reply) => reply.code(204).header('allow', allow).send()
  app.route({ method: 'OPTIONS', url, schema, config, onRequest: response, handler: unreachable })
  const method = methods.filter((one) => !known.has(one))
  const onRequest = async (_request: unknown, reply: Reply) => refuse(reply, allow)
  if (method.length > 0)
    app.route({ method, url, schema, config, exposeHeadRoute: false, onRequest, handler: unreachable })
}

/** Fastify routes neither TRACE, PROPFIND nor other unusual methods. */
function refuseStrangeMethods(app: App, served: ReadonlyMap<string, ReadonlySet<string>>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || methods.some((one) => one === request.method)) return done()
    const [path = ''] = request.url.split('?')
    const [url] = [...served.keys()].filter((one) => fits(one, path)).sort(byVagueness)
    if (url !== undefined) refuse(reply, formatAllow(served.get(url) ?? new Set()))
    done()
  })
}

const byVagueness = (a: string, b: string) => a.split(/:|\*/).length - b.split(/:|\*/).length

/** A route's parameter stands for one segment; an asterisk at its end stands for all remaining ones. */
function fits(url: string, path: string): boolean {
  const [wanted, given] = [url.split('/'), path.split('/')]
  if (wanted.at(-1) === '*' ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((segment, n) => segment === given[n] || segment === '*' || segment.startsWith(':'))
}

const formatAllow = (known: ReadonlySet<string>) => [...known].sort().join(', ')

function refuse(reply: Reply, allow: string): never {
  reply.header('allow', allow)
  throw new MethodRefused(`This path supports only ${allow}.`)
}

class MethodRefused extends Error {
  readonly statusCode = 405
}

function unreachable(): never {
  throw new Error('unreachable: onRequest has responded')
}

interface Reply {
  code: (status: number) => Reply
  header: (name: string, value: string) => Reply
  send: () => Reply
}
