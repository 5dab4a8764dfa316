import type { App } from './http.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * Answers OPTIONS wherever a path is served, and 405 to every method that it isn't served under; both with `Allow` (D5).
 * Call it before the routes; returns what to call after them.
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
    for (const [url, known] of served) answerOthers(app, url, known)
  }
}

function answerOthers(app: App, url: string, known: ReadonlySet<string>): void {
  const allow = allowOf(known)
  const schema = { hide: true }
  // before the body is looked at: else 415 would come first
  const answer = async (_request: unknown, reply: Reply) => reply.code(204).header('allow', allow).send()
  app.route({ method: 'OPTIONS', url, schema, onRequest: answer, handler: unreachable })
  const method = methods.filter((one) => !known.has(one))
  const onRequest = async (_request: unknown, reply: Reply) => refuse(reply, allow)
  if (method.length > 0) app.route({ method, url, schema, exposeHeadRoute: false, onRequest, handler: unreachable })
}

/** TRACE, PROPFIND and the like come by no route. */
function refuseStrangeMethods(app: App, served: ReadonlyMap<string, ReadonlySet<string>>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || methods.some((one) => one === request.method)) return done()
    const [path = ''] = request.url.split('?')
    const [url] = [...served.keys()].filter((one) => fits(one, path)).sort(byVagueness)
    if (url !== undefined) refuse(reply, allowOf(served.get(url) ?? new Set()))
    done()
  })
}

const byVagueness = (a: string, b: string) => a.split(/:|\*/).length - b.split(/:|\*/).length

/** A parameter of a route stands for one segment, an asterisk at its end for all the rest. */
function fits(url: string, path: string): boolean {
  const [wanted, given] = [url.split('/'), path.split('/')]
  if (wanted.at(-1) === '*' ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((segment, n) => segment === given[n] || segment === '*' || segment.startsWith(':'))
}

const allowOf = (known: ReadonlySet<string>) => [...known].sort().join(', ')

function refuse(reply: Reply, allow: string): never {
  reply.header('allow', allow)
  throw new MethodRefused(`This path takes ${allow}.`)
}

class MethodRefused extends Error {
  readonly statusCode = 405
}

function unreachable(): never {
  throw new Error('unreachable: onRequest has answered')
}

interface Reply {
  code: (status: number) => Reply
  header: (name: string, value: string) => Reply
  send: () => Reply
}
