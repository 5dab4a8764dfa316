import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { UpstreamError } from '../errors.ts'
import { openTimeout } from '../resilience/timeouts.ts'
import { traceHeaders } from '../trace.ts'
import { parseJson } from '../values.ts'
import { skippingInterimResponses } from './outbound-connector.ts'
import { type ResponseHeaders, takeFirstValues } from './outbound-exchange.ts'

export interface JsonResponse {
  status: number
  headers: ResponseHeaders
  /** undefined: not JSON, or not what `parse` takes. */
  body: unknown
  /** The body exceeded the limit and was not read to its end. */
  isTooLarge: boolean
  /** The start of a body that is not JSON, such as a proxy's refusal. */
  excerpt?: string
}

export interface JsonRequest {
  url: URL
  headers?: Record<string, string>
  post?: object | Buffer
}

/** Throws `UpstreamError` (`timeout`, `unavailable`) or the signal's reason. */
export type GetJson = (request: JsonRequest, signal: AbortSignal) => Promise<JsonResponse>

interface GetJsonOptions {
  provider: string
  timeoutMs: number
  maxBytes?: number
  /** Sends `traceparent`, only to providers that the operator has chosen. */
  isTraced?: boolean
  /** JSON by default; undefined: unusable. */
  parse?: (text: string) => unknown
  dispatcher?: Dispatcher
}

/** Keep-alive, no redirects, and one timeout for the whole exchange. */
export function createGetJson(options: GetJsonOptions): GetJson {
  const { provider, timeoutMs, maxBytes = 8_000_000, isTraced = false, parse = parseJson } = options
  const agent = new Agent({
    maxResponseSize: maxBytes,
    connect: skippingInterimResponses(buildConnector({ timeout: timeoutMs })),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const line = { dispatcher: options.dispatcher ?? agent, parse, maxBytes }
  return async (given, signal) => {
    signal.throwIfAborted()
    const wanted = isTraced ? { ...given, headers: { ...traceHeaders(), ...given.headers } } : given
    using deadline = openTimeout(timeoutMs, signal)
    try {
      return await exchange(line, wanted, deadline.signal)
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.signal.aborted)
        throw new UpstreamError(provider, 'timeout', `no complete response within ${timeoutMs} ms`)
      const code = getErrorCode(error)
      throw new UpstreamError(provider, 'unavailable', nameExchangeFault(code) ?? `the exchange failed (${code})`)
    }
  }
}

interface Line {
  dispatcher: Dispatcher
  parse: (text: string) => unknown
  maxBytes: number
}

async function exchange(
  { dispatcher, parse, maxBytes }: Line,
  wanted: JsonRequest,
  signal: AbortSignal,
): Promise<JsonResponse> {
  const response = await request(wanted.url, { dispatcher, signal, ...toPayload(wanted) })
  const headers = takeFirstValues(response.headers)
  const answer = { status: response.statusCode, headers, body: undefined, isTooLarge: false }
  try {
    const text = await unpack(Buffer.from(await response.body.arrayBuffer()), headers['content-encoding'], maxBytes)
    const parsed = parse(text)
    return { ...answer, body: parsed, ...(parsed === undefined && { excerpt: text.slice(0, 2000) }) }
  } catch (error) {
    if (!tooLargeCodes.has(getErrorCode(error))) throw error
    return { ...answer, isTooLarge: true }
  }
}

const tooLargeCodes = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE'])

/** Some proxies compress without being asked. */
async function unpack(bytes: Buffer, coding: string | undefined, maxBytes: number): Promise<string> {
  const unpackBytes = unpackers[coding?.trim().toLowerCase() ?? '']
  return decoder.decode(unpackBytes ? await unpackBytes(bytes, { maxOutputLength: maxBytes }) : bytes)
}

const decoder = new TextDecoder()

const unpackers: Record<string, ((bytes: Buffer, options: ZlibOptions) => Promise<Buffer>) | undefined> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

function toPayload({ url, headers, post }: JsonRequest) {
  const accepting = { accept: 'application/json', ...credentialsIn(url), ...headers }
  if (!post) return { headers: accepting }
  return {
    method: 'POST' as const,
    headers: { ...accepting, 'content-type': 'application/json' },
    body: Buffer.isBuffer(post) ? post : JSON.stringify(post),
  }
}

/** undici drops the credentials of a URL. */
function credentialsIn({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = [username, password].map(decodeURIComponent).join(':')
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** The code only: the message may hold the URL and with it a key. */
const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

const names: Record<string, string | undefined> = {
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired',
  CERT_NOT_YET_VALID: 'TLS: the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: the certificate is self-signed',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before the response',
  EAI_AGAIN: 'host name could not be looked up',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host name not found',
  EPROTO: 'TLS: the handshake failed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'TLS: the server does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'TLS: the server does not speak TLS on this port',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another host',
  ETIMEDOUT: 'no connection in time',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: the certificate is self-signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: the issuer of the certificate is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: the issuer of the certificate is unknown',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_SOCKET: 'connection closed before the response',
}

export const nameExchangeFault = (code: string): string | undefined => names[code]

/** A `fetch` error itself says only “fetch failed”. */
export function nameFetchFault(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  if (name === 'TimeoutError') return 'no response in time'
  return nameExchangeFault(cause?.code ?? '') ?? (cause?.message || cause?.code || message)
}
