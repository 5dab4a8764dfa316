import zlib, { constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { App } from './app.ts'
import { parseBearer } from './headers.ts'
import { type Coding, codings, nameVariant } from './responses.ts'
import { chooseCoding } from './negotiation.ts'

const minBytes = 1024
/** Larger responses are compressed in another thread, so that they don't delay other requests. */
const maxSyncBytes = 128 * 1024

/** `text/event-stream` is sent as it arises. */
function isCompressible(contentType: string): boolean {
  const [type = ''] = contentType.split(';')
  const name = type.trim().toLowerCase()
  return (name.startsWith('text/') && name !== 'text/event-stream') || named.has(name) || /\+(?:json|xml)$/.test(name)
}

const named = new Set(['application/json', 'application/xml', 'application/javascript', 'application/x-ndjson'])

/**
 * Each coding has its own ETag. Responses to a bearer are not compressed, because their length could reveal content
 * (BREACH). Add it before the routes.
 */
export function compressResponses(app: App): void {
  const encode = createEncoder()
  const compress = (request: FastifyRequest, reply: FastifyReply, body: unknown) =>
    compressBody(encode, { request, reply, body })
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (methods.some((method) => method === 'GET' || method === 'HEAD'))
      route.onSend = insert([route.onSend ?? []].flat(), compress)
  })
}

type Encode = ReturnType<typeof createEncoder>
type OnSend = Extract<NonNullable<RouteOptions['onSend']>, unknown[]>

/** After the hook that sets the ETag, and before Fastify's, which drops the body of a response to HEAD. */
function insert(hooks: OnSend, compress: OnSend[number]): OnSend {
  const at = hooks.findIndex(({ name }) => name === 'headRouteOnSendHandler')
  return at < 0 ? [...hooks, compress] : [...hooks.slice(0, at), compress, ...hooks.slice(at)]
}

interface Sent {
  request: FastifyRequest
  reply: FastifyReply
  body: unknown
}

async function compressBody(encode: Encode, { request, reply, body }: Sent): Promise<unknown> {
  if (reply.hasHeader('content-encoding')) return body
  if (reply.statusCode === 304) return varyByCoding(reply, body)
  if (!isCompressible(String(reply.getHeader('content-type')))) return body
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body
  varyByCoding(reply, body)
  const { authorization = '', 'accept-encoding': accepted } = request.headers
  const isPlain = Buffer.byteLength(body) < minBytes || parseBearer(authorization) !== undefined
  const coding = isPlain ? null : chooseCoding(accepted, codings)
  if (coding === null) return body
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string') reply.header('etag', nameVariant(etag, coding))
  reply.header('content-encoding', coding).removeHeader('content-length')
  return encode(coding, body)
}

/** Caches must tell the codings apart, including none. */
function varyByCoding(reply: FastifyReply, body: unknown): unknown {
  const names = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const isListed = names.some((name) => name === '*' || name.toLowerCase() === 'accept-encoding')
  if (!isListed) reply.header('vary', [...names, 'Accept-Encoding'].join(', '))
  return body
}

/** Keeps the compressed forms of buffers that are sent repeatedly. */
function createEncoder() {
  const kept = new WeakMap<Buffer, Map<Coding, Buffer | Promise<Buffer>>>()
  return (coding: Coding, body: string | Buffer): Buffer | Promise<Buffer> => {
    if (typeof body === 'string') return compressBytes(coding, Buffer.from(body))
    const forms = kept.get(body) ?? new Map<Coding, Buffer | Promise<Buffer>>()
    kept.set(body, forms)
    const form = forms.get(coding) ?? compressBytes(coding, body)
    forms.set(coding, form)
    return form
  }
}

/** Level 4 takes 50 % longer than level 3 and saves 5 %; the best levels take longer than rendering a page. */
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
const gzipOptions = { level: 3 }

function compressBytes(coding: Coding, bytes: Buffer): Buffer | Promise<Buffer> {
  const isLarge = bytes.length > maxSyncBytes
  if (coding === 'gzip')
    return isLarge ? inThread((done) => zlib.gzip(bytes, gzipOptions, done)) : zlib.gzipSync(bytes, gzipOptions)
  return isLarge
    ? inThread((done) => zlib.brotliCompress(bytes, brotliOptions, done))
    : zlib.brotliCompressSync(bytes, brotliOptions)
}

const inThread = (start: (done: zlib.CompressCallback) => void) =>
  new Promise<Buffer>((resolve, reject) => {
    start((error, result) => (error ? reject(error) : resolve(result)))
  })
