import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  errorCodes,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { TSchema } from 'typebox'
import { compose } from '../../../contract/text.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Random } from '../random.ts'
import { runForClient, toClient } from '../request-client.ts'
import type { Tracer } from '../trace.ts'
import { parseJson } from '../values.ts'
import { findRoute, getPath, watchMethods } from './allowed-methods.ts'
import type { App } from './app.ts'
import { acceptWaiting } from './close-listener.ts'
import { getCompilers } from './compilers.ts'
import { compressResponses } from './compress-responses.ts'
import { type ConnectionBounds, connectionBounds, createConnectionLimits } from './connections.ts'
import { sendError } from './error-handler.ts'
import { createProxyCheck, warnOfUntrustedForwarding } from './proxies.ts'
import { ErrorBody } from './schema.ts'
import { traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not normalised as text, because they hold secrets. */
    verbatim?: string[]
  }
}

interface HttpOptions {
  /** Only `ErrorBody` by default. */
  schemas?: readonly TSchema[]
  log: Log
  metrics: Metrics
  random: Random
  tracer?: Tracer | null
  /** Proxies whose X-Forwarded-For is trusted (D49). */
  trustProxy: string[]
  /** `connectionBounds` by default. */
  connections?: ConnectionBounds
  /** False for requests that another process passes on, and records. */
  isRecording?: boolean
  /** Counts a malformed request. Throws when the client may send no more of them. */
  limitMalformed?: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>
  /** Returns undefined to respond with the error envelope. */
  respondToUnmatched?: (failed: Failed) => FastifyReply | Promise<FastifyReply> | undefined
}

/** A failed request, before its response. */
export interface Failed {
  error: FastifyError
  request: FastifyRequest
  reply: FastifyReply
}

const errorSchemas = [ErrorBody]
const noLimit: NonNullable<HttpOptions['limitMalformed']> = () => {}

export function buildHttp(options: HttpOptions): App {
  const { log, metrics, random, tracer = null, trustProxy, respondToUnmatched } = options
  const { connections: bounds = connectionBounds, schemas = errorSchemas, limitMalformed = noLimit } = options
  const { isRecording = true } = options
  const connections = createConnectionLimits({ ...bounds, trustProxy, closed: metrics.connectionsClosed })
  const loggerInstance: FastifyBaseLogger = log.child({}) // with a level of its own
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
  const inTrace = traceRequests(app, tracer, isRecording ? 'server' : 'internal')
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
  addHooks(app, { limitMalformed })
  if (isRecording) recordRequests(app, { metrics, log, inTrace })
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

/** Callbacks, because a promise would cost more than the hook itself. */
function addHooks(app: App, { limitMalformed }: { limitMalformed: typeof noLimit }): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  refuseViolations(app, limitMalformed)
  app.addHook('preValidation', ({ body, routeOptions }, _reply, done) => {
    normaliseTextFields(body, routeOptions.config.verbatim)
    done()
  })
  // After the body is parsed, because the parser leaves the asynchronous context of earlier hooks.
  app.addHook('preHandler', ({ ip }, _reply, done) => runForClient(toClient(ip), done))
}

interface Recording extends Pick<HttpOptions, 'metrics' | 'log'> {
  inTrace: ReturnType<typeof traceRequests>
}

function recordRequests(app: App, { metrics, log, inTrace }: Recording): void {
  app.addHook('onResponse', (request, reply, done) => {
    inTrace(request, () => record({ metrics, log }, request, reply))
    done()
  })
}

const inboundId = (id: string | string[] | undefined) =>
  typeof id === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(id) ? id : undefined

/** Uses the error envelope where HTTP itself demands a refusal. */
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

class HttpViolation extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** A kept connection would delay the stop. */
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
  // A stream's headers were sent before the listener closed, so they couldn't announce the end of the connection.
  app.addHook('onResponse', (_request, { raw }, done) => {
    if (isClosing) connections.endAfter(raw)
    done()
  })
}

/** `no-store` by default, no type sniffing, and JSON opened as a page can load nothing and not be framed. */
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

/** Before the length is validated (D7). */
function normaliseTextFields(body: unknown, verbatim: string[] = []): void {
  if (typeof body !== 'object' || body === null) return
  for (const [field, value] of Object.entries(body))
    if (typeof value === 'string' && !verbatim.includes(field))
      (body as Record<string, unknown>)[field] = compose(value.replaceAll('\r\n', '\n').trim())
}

/** Longer paths are truncated, so that nobody can fill the log with them. */
const maxLoggedPath = 256

/** Anyone can cause these, so they are logged at debug, like successful reads. */
const quietStatuses = [404, 405, 429, 451, 501]

/** They report a failure as often as they are called. */
const probes = ['/health', '/ready']

/** Anyone can cause a 501, by requesting an unsupported format. */
const isFault = (status: number) => status >= 500 && status !== 501

/** Successful reads are logged at debug, because the metrics count them. */
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

/**
 * `100 Continue` is sent only when the body is about to be read (RFC 9110 10.1.1). A refusal without reading the body
 * closes the connection, because the body may or may not follow.
 */
function continueWhenRead(app: App): void {
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers
    if (length === '0' && transfer === undefined) {
      response.writeContinue()
      return app.routing(request, response)
    }
    waiting.add(request)
    const onListener = (event: string | symbol) => {
      if (event !== 'data' && event !== 'readable') return
      request.off('newListener', onListener)
      waiting.delete(request)
      if (!response.headersSent && !response.destroyed) response.writeContinue()
    }
    request.on('newListener', onListener)
    app.routing(request, response)
  })
  // Fastify reads the body of a request that no route serves.
  app.addHook('preParsing', ({ raw, is404 }, _reply, _payload, done) => {
    if (is404 && waiting.has(raw)) done(createRouteMissingError())
    else done(null)
  })
  app.addHook('onSend', ({ raw }, reply, body, done) => {
    if (waiting.has(raw)) reply.header('connection', 'close')
    done(null, body)
  })
}

const createRouteMissingError = () => new ApiError('not_found', 'This route does not exist. See /api/v1/openapi.json.')

/** Accepts uncompressed JSON in UTF-8 only (else 415). An empty body counts as none (D55, D76). */
function acceptJsonOnly(app: App): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const isEmpty = body.length === 0 && takesNoBody(request)
    if (!isEmpty && !(isUtf8(request.headers['content-type']) && isUncompressed(request)))
      return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
    const text = decodeUtf8(body as Buffer)
    if (text === null) done(new ApiError('bad_request', 'The body is not valid UTF-8.'))
    else if (text === '') done(null, undefined)
    else if (text.trim() === 'null') done(new ApiError('bad_request', 'The body must be a JSON object, not null.'))
    else
      void parseSafely(request, text, (error, value) =>
        // The parser reports members that could change a prototype like malformed JSON.
        done(error && parseJson(text) !== undefined ? createForbiddenMemberError() : error, value),
      )
  })
  app.addContentTypeParser('*', parseNothing)
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify refuses a malformed content type before it looks at the body.
    if (isBodyAbsent(request) && takesNoBody(request)) delete request.headers['content-type']
    done()
  })
}

const createForbiddenMemberError = () =>
  new ApiError('bad_request', 'The body has a member __proto__ or constructor.prototype, which is not allowed.', {
    details: [{ path: '__proto__', message: 'is not allowed, nor is constructor.prototype' }],
  })

/** The route accepts a request without a body. */
function takesNoBody({ routeOptions: { schema } }: FastifyRequest): boolean {
  const body = schema?.body as { type?: string | string[] } | undefined
  return body === undefined || [body.type].flat().includes('null')
}

const isBodyAbsent = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'

/** Refuses bodies of other types, except empty ones where none is needed. A chunked one shows only at its end. */
function parseNothing(request: FastifyRequest, payload: Readable, done: (error: Error | null) => void): void {
  const refused = new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
  if (request.is404) return done(null)
  if (!takesNoBody(request)) return done(refused)
  const end = (error: Error | null) => {
    payload.off('data', onData).off('end', onEnd).off('error', end)
    done(error)
  }
  const onData = () => end(refused)
  const onEnd = () => end(null)
  payload.on('data', onData).on('end', onEnd).on('error', end)
}

const isUncompressed = ({ headers }: FastifyRequest): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'

function isUtf8(contentType = ''): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? []
  return /^utf-?8$/i.test(charset)
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
