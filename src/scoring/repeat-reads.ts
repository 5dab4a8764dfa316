import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { findRouteLimit, toNetworkLimits } from '../keys/limits.ts'
import { clientNetwork } from '../platform/client-network.ts'
import type { App } from '../platform/http/app.ts'
import { createProxyCheck, findClientAddress } from '../platform/http/proxies.ts'
import { rateLimitHeaders, type Verdict } from '../platform/limiter.ts'

interface Kept {
  /** Of take-downs, when the record was read. */
  epoch: number
  status: number
  headers: Record<string, number | string | string[] | undefined>
  body: Buffer | null
}

/** Call it before the route is added. The route tells the returned function which responses may be repeated. */
export type NoteRepeatable = (request: FastifyRequest, epoch: number | null) => void

/**
 * Keeps responses to plain reads of published records, and repeats them before the framework sees the request: routing and
 * hooks take most of the time of such a read. All that differs between two responses is made anew: limits and the request
 * id. A request with anything unusual goes to the framework.
 */
export function repeatReads(app: App, deps: Deps, url: string): NoteRepeatable {
  const { limiter, random, metrics, log, config, takedownEpoch } = deps
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => overhead + (body?.length ?? 0),
  })
  const epochs = new WeakMap<FastifyRequest, number>()
  keepResponses(app, url, (request, reply, body) => {
    const epoch = epochs.get(request)
    const key = epoch === undefined ? undefined : toKey(request.raw)
    if (epoch === undefined || key === undefined || !isRepeatable(reply.statusCode)) return
    kept.set(key, { epoch, status: reply.statusCode, headers: withLength({ ...reply.getHeaders() }, body), body })
  })

  const isProxy = createProxyCheck(config.trustProxy)
  const { policy, route } = findRouteLimit('GET', url)
  const respond = (response: ServerResponse, { status, headers, body }: Kept, verdict: Verdict) => {
    const startedAt = performance.now()
    response.once('finish', () => {
      const seconds = (performance.now() - startedAt) / 1000
      metrics.requestSeconds.observe({ method: 'GET', route: url, status }, seconds)
    })
    response.writeHead(status, { ...headers, 'x-request-id': random.uuid(), ...rateLimitHeaders(verdict) })
    response.end(body)
  }
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  replaceListener(app, (request, response, pass) => {
    const key = toKey(request)
    const known = key === undefined ? undefined : kept.get(key)
    if (known === undefined || known.epoch !== takedownEpoch()) return pass()
    if (isClosing || !app.server.listening || log.isLevelEnabled('debug')) return pass()
    const address = findClientAddress(request, isProxy)
    if (address === undefined) return pass()
    const verdict = limiter.consume(toNetworkLimits(policy, clientNetwork(address), `${route}:`))
    // A refusal has consumed nothing, so the framework may ask again.
    const use = (one: Verdict) => (one.isAllowed ? respond(response, known, one) : pass())
    if (verdict instanceof Promise) void verdict.then(use)
    else use(verdict)
  })
  return (request, epoch) => {
    if (epoch !== null && deps.tracer === null) epochs.set(request, epoch)
  }
}

const maxBytes = 32 * 1024 * 1024
/** About what the headers of a response take. */
const overhead = 2048

const isRepeatable = (status: number): boolean => status === 200 || status === 304

/** They change the response, or the framework notes them. */
const unusual = [
  'authorization',
  'content-length',
  'expect',
  'range',
  'traceparent',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]
const maxKey = 300

/** Names the response to a plain request; undefined: anything about the request is unusual. */
function toKey({ method, url = '', httpVersion, headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || httpVersion !== '1.1' || headers.host === undefined) return undefined
  for (const name of unusual) if (headers[name] !== undefined) return undefined
  const key = `${url} ${headers['accept-encoding'] ?? ''} ${headers['if-none-match'] ?? ''}`
  return key.length > maxKey ? undefined : key
}

/** As Fastify does after the last hook. */
const withLength = (headers: Kept['headers'], body: Buffer | null): Kept['headers'] =>
  body === null ? headers : { ...headers, 'content-length': body.length }

/** Calls `keep` with each response of the route as it is sent. */
function keepResponses(
  app: App,
  url: string,
  keep: (request: FastifyRequest, reply: FastifyReply, body: Buffer | null) => void,
): void {
  app.addHook('onRoute', (route) => {
    if (route.url !== url || route.method !== 'GET') return
    route.onSend = [
      ...[route.onSend ?? []].flat(), // compression is among them
      (request, reply, body, done) => {
        if (Buffer.isBuffer(body)) keep(request, reply, body)
        else if (body === undefined || body === null) keep(request, reply, null)
        done(null, body)
      },
    ]
  })
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Puts `respond` before the framework, which `pass` gives the request to. */
function replaceListener(
  app: App,
  respond: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void,
): void {
  // Fastify listened first, and later listeners are prepended.
  const framework = app.server.listeners('request').at(-1) as Listener | undefined // of the event's type
  if (framework) app.server.off('request', framework)
  app.server.on('request', (request, response) => respond(request, response, () => app.routing(request, response)))
}
