import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of a request whose method no route of that path serves. */
    unserved: ServedPath | undefined
  }
}

interface ServedPath {
  url: string
  segments: readonly string[]
  methods: Set<string>
}

/** Call it before the routes, and before the hooks that read `unserved`. */
export function watchMethods(app: App): void {
  const served = new Map<string, ServedPath>()
  const specificFirst: ServedPath[] = []
  const shadowing = new Set<string>()
  app.decorateRequest('unserved')
  app.addHook('onRoute', ({ url, method }) => {
    const path = served.get(url) ?? { url, segments: url.split('/'), methods: new Set() }
    for (const one of [method].flat()) path.methods.add(one)
    served.set(url, path)
  })
  app.addHook('onReady', (done) => {
    specificFirst.push(...[...served.values()].sort((a, b) => countVariables(a) - countVariables(b)))
    for (const path of specificFirst) if (shadowsAnother(path, specificFirst)) shadowing.add(path.url)
    done()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, is404 } = request
    if (is404 || shadowing.has(routeOptions.url ?? '')) {
      const segments = getPath(request).split('/')
      const path = specificFirst.find((one) => fits(one, segments))
      if (path?.methods.has(method) === false) request.unserved = path
    }
    done()
  })
}

/** OPTIONS, and 405 for every unserved method, both with `Allow` (D5). */
export function respondToOtherMethods(app: App): void {
  app.addHook('onRequest', ({ unserved, method }, reply, done) => {
    if (unserved === undefined) return done()
    const allow = [...unserved.methods, 'OPTIONS'].sort().join(', ')
    reply.header('allow', allow)
    if (method === 'OPTIONS') void reply.code(204).send()
    else done(new MethodRefused(`This path supports only ${allow}.`))
  })
}

export const findRoute = ({ unserved, routeOptions }: Pick<FastifyRequest, 'unserved' | 'routeOptions'>) =>
  unserved?.url ?? routeOptions.url

/** Requests to the other path, under methods that it doesn't serve, match a parameter of this one. */
const shadowsAnother = (path: ServedPath, paths: readonly ServedPath[]) =>
  countVariables(path) > 0 && paths.some((other) => other !== path && fits(path, other.segments))

/** A parameter stands for one segment; an asterisk at the end for all remaining ones. */
function fits({ segments: wanted }: ServedPath, given: readonly string[]): boolean {
  if (wanted.at(-1) === '*' ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((segment, n) => segment === given[n] || segment === '*' || segment.startsWith(':'))
}

const countVariables = ({ segments }: ServedPath) => segments.filter((one) => one === '*' || one.startsWith(':')).length

class MethodRefused extends Error {
  readonly statusCode = 405
}

/**
 * Of a target in absolute form only the path counts: the client chooses the host, so it must appear in no link of ours.
 */
export function getPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const [target = ''] = url.split('?')
  const path = target.startsWith('/') ? target : (URL.parse(target)?.pathname ?? '/')
  return path.startsWith('//') ? `/${path.replace(/^\/+/, '')}` : path
}
