import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { TSchema } from 'typebox'
import type { App } from './app.ts'
import { findRoute, watchMethods } from './allowed-methods.ts'
import { acceptJsonOnly } from './body-parsers.ts'
import { acceptWaiting } from './close-listener.ts'
import { compressResponses } from './compress-responses.ts'
import { type ConnectionBounds, connectionBounds, createConnectionLimits } from './connections.ts'
import { sendError } from './error-handler.ts'
import { continueWhenRead, createRouteMissingError } from './expect-continue.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Random } from '../random.ts'
import { compose } from '../../../contract/text.ts'
import { getPath } from './request-path.ts'
import { toClient, runForClient } from '../network/request-client.ts'
import { getCompilers } from './compilers.ts'
import { ErrorBody } from './schema.ts'
import type { Tracer } from '../tracing/trace.ts'
import { traceRequests } from './trace-requests.ts'
import { createProxyCheck } from '../network/trusted-proxies.ts'
import { warnOfUntrustedForwarding } from '../network/untrusted-forwarding.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of the body that are not normalised as text, because they hold secrets. */
    verbatim?: string[]
  }
}

interface HttpOptions {
  /** The schemas that routes refer to, `ErrorBody` among them; only `ErrorBody` unless given. */
  schemas?: readonly TSchema[]
  log: Log
  metrics: Metrics
  random: Random
  /** null: traces are not exported. */
  tracer?: Tracer | null
  /** Addresses or CIDRs of the proxies whose X-Forwarded-For is trusted (D49). */
  trustProxy: string[]
  /** `connectionBounds` unless given. */
  connections?: ConnectionBounds
  /** Counts a request that violates HTTP, or whose path can't be decoded. Throws when the client may send no more of them. */
  limitMalformed?: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>
  /** Responds to a request that no route matches. It returns undefined where the error envelope is the response. */
  respondToUnmatched?: (failed: Failed) => FastifyReply | Promise<FastifyReply> | undefined
}

/** A request that failed, before its response. */
export interface Failed {
  error: FastifyError
  request: FastifyRequest
  reply: FastifyReply
}

const errorSchemas = [ErrorBody]
const noLimit: NonNullable<HttpOptions['limitMalformed']> = () => {}

/** Builds a server with the error responses, limits and hooks that all routes share (D5–D7). */
export function buildHttp(options: HttpOptions): App {
  const { log, metrics, random, tracer = null, trustProxy, respondToUnmatched } = options
  const { connections: bounds = connectionBounds, schemas = errorSchemas, limitMalformed = noLimit } = options
  const connections = createConnectionLimits({ ...bounds, trustProxy, closed: metrics.connectionsClosed })
  const loggerInstance: FastifyBaseLogger = log
  const app: App = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: 64 * 1024,
    requestIdHeader: false,
    genReqId: (request) => inboundId(request.headers['x-request-id']) ?? random.uuid(),
    trustProxy: trustProxy.length > 0 ? createProxyCheck(trustProxy) : false,
    schemaController: { compilersFactory: getCompilers(schemas) },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // the client can't know that it came late, and a proxy does not repeat a POST
    http: {
      requireHostHeader: false, // `refuseViolations` responds to a request without one, because Node's own response has no body
      headersTimeout: bounds.headersMs,
      connectionsCheckingInterval: bounds.checkMs,
    },
    requestTimeout: bounds.requestMs,
    connectionTimeout: bounds.silentMs,
    frameworkErrors: (error, request, reply) => {
      reply.headers({
        'x-request-id': request.id,
        'x-content-type-options': 'nosniff',
        'content-security-policy': jsonPolicy,
      })
      void refuseMalformed(limitMalformed, { error, request, reply })
    },
    routerOptions: { maxParamLength: 8192 }, // the schema refuses longer ones
    clientErrorHandler: (error, socket) => connections.refuse(error, socket, random.uuid()),
  }).withTypeProvider<TypeBoxTypeProvider>()
  connections.watch(app.server)
  app.addHook('preClose', async () => connections.stop())
  for (const schema of schemas) app.addSchema(schema)
  watchMethods(app)
  const inTrace = traceRequests(app, tracer)
  app.setErrorHandler((error: FastifyError, request, reply) =>
    inTrace(request, () => {
      const response = request.is404 ? respondToUnmatched?.({ error, request, reply }) : undefined
      return response ?? sendError(error, request, reply)
    }),
  )
  app.setNotFoundHandler(() => {
    throw createRouteMissingError()
  })
  acceptJsonOnly(app)
  continueWhenRead(app)
  closeConnectionsOnStop(app, connections)
  compressResponses(app)
  setDefaultHeaders(app)
  addHooks(app, { metrics, log, inTrace, limitMalformed })
  warnOfUntrustedForwarding(app, { log, trustProxy })
  return app
}

/** No hook runs for a request whose path can't be decoded. */
async function refuseMalformed(limit: typeof noLimit, { error, request, reply }: Failed): Promise<void> {
  try {
    await limit(request, reply)
    sendError(error, request, reply)
  } catch (refused) {
    sendError(refused as FastifyError, request, reply)
  }
}

interface HookOptions extends Pick<HttpOptions, 'metrics' | 'log'> {
  limitMalformed: typeof noLimit
  inTrace: ReturnType<typeof traceRequests>
}

/** The hooks of every request. They use callbacks: a promise would cost more than the hook itself. */
function addHooks(app: App, { metrics, log, inTrace, limitMalformed }: HookOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  refuseViolations(app, limitMalformed)
  app.addHook('preValidation', ({ body, routeOptions }, _reply, done) => {
    normaliseTextFields(body, routeOptions.config.verbatim)
    done()
  })
  // after the body is parsed, because the parser leaves the asynchronous context of earlier hooks
  app.addHook('preHandler', ({ ip }, _reply, done) => runForClient(toClient(ip), done))
  app.addHook('onResponse', (request, reply, done) => {
    inTrace(request, () => record({ metrics, log }, request, reply))
    done()
  })
}

const inboundId = (id: string | string[] | undefined) =>
  typeof id === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(id) ? id : undefined

/** Responds in the usual error format where HTTP itself demands a refusal. */
function refuseViolations(app: App, limit: typeof noLimit): void {
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.addHook('onRequest', (request, reply, done) => {
    const violation = findViolation(request)
    if (!violation) return done()
    const spent = limit(request, reply)
    if (spent) spent.then(() => done(violation), done)
    else done(violation)
  })
}

function findViolation({ headers, raw }: FastifyRequest): HttpViolation | undefined {
  const { host, expect = '100-continue' } = headers
  if (host === undefined && raw.httpVersion === '1.1') return new HttpViolation(400, 'The Host header is missing.')
  if (expect.toLowerCase() !== '100-continue')
    return new HttpViolation(417, 'The Expect header supports only 100-continue.')
  return undefined
}

/** The request violates HTTP. Fastify reads the status. */
class HttpViolation extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** Closes each connection with its response once the listener is closed: the stop would wait for a kept connection. */
function closeConnectionsOnStop(
  app: App,
  connections: Pick<ReturnType<typeof createConnectionLimits>, 'endAfter'>,
): void {
  let hasListened = false
  let isClosing = false
  app.server.once('listening', () => (hasListened = true))
  app.addHook('preClose', () => {
    isClosing = true
    return acceptWaiting(app.server)
  })
  app.addHook('onSend', (_request, reply, _body, done) => {
    if (hasListened && !app.server.listening) reply.header('connection', 'close')
    done()
  })
  // a stream whose headers were sent before the listener closed did not announce the end of its connection
  app.addHook('onResponse', (_request, { raw }, done) => {
    if (isClosing) connections.endAfter(raw)
    done()
  })
}

/**
 * Responses without Cache-Control get `no-store`. No browser guesses another type for any response, and JSON that is opened as a
 * page can load nothing and be framed by nobody; pages have a policy of their own.
 */
function setDefaultHeaders(app: App): void {
  app.addHook('onSend', (_request, reply, body, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (isJson && !reply.hasHeader('content-security-policy')) reply.header('content-security-policy', jsonPolicy)
    done(null, body)
  })
}

const jsonPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Trims text and composes its characters before its length is validated (D7). */
function normaliseTextFields(body: unknown, verbatim: string[] = []): void {
  if (typeof body !== 'object' || body === null) return
  for (const [field, value] of Object.entries(body))
    if (typeof value === 'string' && !verbatim.includes(field))
      (body as Record<string, unknown>)[field] = compose(value.replaceAll('\r\n', '\n').trim())
}

/** Longer paths are cut, because strangers could fill the log with them. */
const maxLoggedPath = 256

/** Anyone can cause these in any number, so they are logged at debug, like successful reads. */
const quietStatuses = [404, 405, 429, 451, 501]

/** They report a failure until it is over, as often as they are called. */
const probes = ['/health', '/ready']

/** Anyone can cause a 501, by asking for an unsupported format. */
const isFault = (status: number) => status >= 500 && status !== 501

/** Logs a request. Successful reads are logged at debug, because the metrics count them; violations of HTTP, like quiet statuses. */
function record({ metrics, log }: Pick<HttpOptions, 'metrics' | 'log'>, request: FastifyRequest, reply: FastifyReply) {
  const { method } = request
  const route = findRoute(request) ?? 'none'
  const seconds = reply.elapsedTime / 1000
  metrics.requestSeconds.observe({ method, route, status: reply.statusCode }, seconds)
  if (isFault(reply.statusCode) && !probes.includes(route)) metrics.serverErrors.inc()
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method) && reply.statusCode < 400
  const isQuiet = isRead || quietStatuses.includes(reply.statusCode) || findViolation(request) !== undefined
  const level = isQuiet ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  request.log[level](
    {
      method,
      path: getPath(request).slice(0, maxLoggedPath),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
    },
    'request',
  )
}
