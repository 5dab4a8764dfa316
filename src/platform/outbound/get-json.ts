import { Agent, type Dispatcher, request } from 'undici'
import { nameExchangeFault } from './name-exchange-fault.ts'
import { parseJson } from '../parse-json.ts'
import { traceHeaders } from '../tracing/trace.ts'
import { UpstreamError } from '../upstream-error.ts'

/** A response as received. The caller interprets it. */
export interface JsonResponse {
  status: number
  /** By lower-case name; a repeated header holds its first value. */
  headers: Record<string, string | undefined>
  /** undefined: the body is not JSON, or not what `parse` takes. */
  body: unknown
  /** The body exceeded the limit and was not read to its end. */
  isTooLarge: boolean
}

export interface JsonRequest {
  url: URL
  headers?: Record<string, string>
  /** Sent as a JSON body by POST; a GET without it. */
  post?: object
}

/** Throws `UpstreamError` (`timeout`, `unavailable`) or the signal's reason. */
export type GetJson = (request: JsonRequest, signal: AbortSignal) => Promise<JsonResponse>

interface GetJsonOptions {
  provider: string
  timeoutMs: number
  maxBytes?: number
  /** Sends the current trace in `traceparent`: only to providers that the operator has chosen. */
  isTraced?: boolean
  /** Reads a response's text; undefined: it can't be used. JSON by default. */
  parse?: (text: string) => unknown
}

/** Requests JSON over HTTP with keep-alive, without redirects, and with one timeout for the whole exchange. */
export function createGetJson(options: GetJsonOptions): GetJson {
  const { provider, timeoutMs, maxBytes = 8_000_000, isTraced = false, parse = parseJson } = options
  const dispatcher = new Agent({
    maxResponseSize: maxBytes,
    connect: { timeout: timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return async (given, signal) => {
    signal.throwIfAborted()
    const wanted = isTraced ? { ...given, headers: { ...traceHeaders(), ...given.headers } } : given
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      return await exchange({ dispatcher, parse }, wanted, AbortSignal.any([signal, deadline]))
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted) throw new UpstreamError(provider, 'timeout', `no complete response within ${timeoutMs} ms`)
      const code = getErrorCode(error)
      throw new UpstreamError(provider, 'unavailable', nameExchangeFault(code) ?? `the exchange failed (${code})`)
    }
  }
}

interface Line {
  dispatcher: Dispatcher
  parse: (text: string) => unknown
}

async function exchange({ dispatcher, parse }: Line, wanted: JsonRequest, signal: AbortSignal): Promise<JsonResponse> {
  const response = await request(wanted.url, { dispatcher, signal, ...toPayload(wanted) })
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, [value].flat()[0]]))
  const answer = { status: response.statusCode, headers, body: undefined, isTooLarge: false }
  try {
    return { ...answer, body: parse(await response.body.text()) }
  } catch (error) {
    if (getErrorCode(error) !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE') throw error
    return { ...answer, isTooLarge: true }
  }
}

function toPayload({ url, headers, post }: JsonRequest) {
  const accepting = { accept: 'application/json', ...credentialsIn(url), ...headers }
  if (!post) return { headers: accepting }
  return {
    method: 'POST' as const,
    headers: { ...accepting, 'content-type': 'application/json' },
    body: JSON.stringify(post),
  }
}

/** Sends a user name and password in a URL as Basic credentials; undici itself drops them. */
function credentialsIn({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = [username, password].map(decodeURIComponent).join(':')
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Returns the error's code alone, because its message may hold the URL and with it a key. */
const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
