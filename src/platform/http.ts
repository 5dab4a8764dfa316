import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
  errorCodes,
} from 'fastify'
import { answerError } from './error-handler.ts'
import { ApiError } from './errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Random } from './random.ts'
import { ErrorAnswer, buildValidator } from './schema.ts'
import { buildSerializer } from './serializer.ts'
import { openTrust } from './trusted-proxies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of the body that are no text but are taken as they are: secrets. */
    verbatim?: string[]
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface HttpOptions {
  log: Log
  metrics: Metrics
  random: Random
  /** Addresses or CIDRs of the proxies whose X-Forwarded-For is believed (D49). */
  trustProxy: string[]
  /** Answers what no route takes, where that is not for programs; what it answers undefined gets the envelope. */
  answerLost?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
}

/** A server with the answers, limits and habits that every route shares (D5–D7). */
export function buildHttp({ log, metrics, random, trustProxy, answerLost }: HttpOptions): App {
  const loggerInstance: FastifyBaseLogger = log
  const app: App = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: 64 * 1024,
    requestIdHeader: false,
    genReqId: (request) => inboundId(request.headers['x-request-id']) ?? random.uuid(),
    trustProxy: trustProxy.length > 0 ? openTrust(trustProxy) : false,
    schemaController: { compilersFactory: { buildValidator, buildSerializer } },
    forceCloseConnections: 'idle',
    http: { requireHostHeader: false }, // a request without one is answered by `refuseUnmet`: Node's answer has no body
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      answerError(error, request, reply)
    },
    routerOptions: { maxParamLength: 8192 }, // longer ones are for the schema to refuse
    clientErrorHandler: (error, socket) => answerGarbage(error, socket, random.uuid()),
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.addSchema(ErrorAnswer)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    const answered = answerLost?.(request, reply)
    if (!answered) throw new ApiError('not_found', 'There is no such route. See /api/v1/openapi.json.')
    return answered
  })
  takeJsonOnly(app)
  freeConnections(app)
  keepNothingUnasked(app)
  // hooks of every request make no promises: those would cost more than what they do
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  refuseUnmet(app)
  app.addHook('preValidation', ({ body, routeOptions }, _reply, done) => {
    tidyText(body, routeOptions.config.verbatim)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    record({ metrics, log }, request, reply)
    done()
  })
  return app
}

const inboundId = (id: string | string[] | undefined) =>
  typeof id === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(id) ? id : undefined

/** What HTTP itself asks to be refused is answered like any other request. */
function refuseUnmet(app: App): void {
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const { host, expect = '100-continue' } = headers
    if (host === undefined && raw.httpVersion === '1.1') throw new Unmet(400, 'The Host header is missing.')
    if (expect.toLowerCase() !== '100-continue') throw new Unmet(417, 'Only 100-continue can be expected.')
    done()
  })
}

/** A request that goes against HTTP; Fastify reads the status. */
class Unmet extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** An empty body counts as none (D55); anything but JSON in UTF-8 is 415, and a bare null is no body that anything takes. */
function takeJsonOnly(app: App): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(request.headers['content-type'])) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
    const text = decodeUtf8(body as Buffer)
    if (text === null) done(new ApiError('bad_request', 'The body is not valid UTF-8.'))
    else if (text === '') done(null, undefined)
    else if (text.trim() === 'null') done(new ApiError('bad_request', 'The body must be a JSON object, not null.'))
    else void parseJson(request, text, done)
  })
}

/** RFC 8259 knows no other encoding, and no such parameter: it is taken where it says what is so. */
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

/** While the server stops, each answer ends its connection: a kept one would be waited for. */
function freeConnections(app: App): void {
  let isStopping = false
  app.addHook('preClose', async () => void (isStopping = true))
  app.addHook('onSend', (_request, reply, _body, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
}

/** What says nothing of how long it may be kept is kept by nobody. */
function keepNothingUnasked(app: App): void {
  app.addHook('onSend', (_request, reply, body, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, body)
  })
}

/** Text is trimmed and brought to NFC before its length is judged (D7). */
function tidyText(body: unknown, verbatim: string[] = []): void {
  if (typeof body !== 'object' || body === null) return
  for (const [field, value] of Object.entries(body))
    if (typeof value === 'string' && !verbatim.includes(field))
      (body as Record<string, unknown>)[field] = value.replaceAll('\r\n', '\n').trim().normalize('NFC')
}

/** Successful reads are logged at debug: their number is in the metrics. */
function record({ metrics, log }: Pick<HttpOptions, 'metrics' | 'log'>, request: FastifyRequest, reply: FastifyReply) {
  const { method } = request
  const route = request.routeOptions.url ?? 'none'
  const seconds = reply.elapsedTime / 1000
  metrics.requestSeconds.observe({ method, route, status: reply.statusCode }, seconds)
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method) && reply.statusCode < 400
  const level = isRead ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  request.log[level](
    {
      method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
    },
    'request',
  )
}

/** What is no HTTP never reaches a route: answered on the bare socket. */
function answerGarbage(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers are too large.']
      : ['400 Bad Request', 'The request is not HTTP.']
  const body = JSON.stringify({ error: { code: 'bad_request', message } })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
