import { Agent, type Dispatcher, request } from 'undici'
import { UpstreamError } from './upstream-error.ts'

/** One exchange as it came back; what it means is for the caller to say. */
export interface JsonAnswer {
  status: number
  /** By lower-case name; a repeated header holds its first value. */
  headers: Record<string, string | undefined>
  /** undefined: what came is no JSON. */
  body: unknown
  /** The body was over the cap and was not read to its end. */
  isTooLarge: boolean
}

export interface JsonRequest {
  url: URL
  headers?: Record<string, string>
  /** Sent as a JSON body by POST; a GET without it. */
  post?: object
}

/** Throws `UpstreamError` (`timeout`, `unavailable`) or the signal's reason. */
export type GetJson = (request: JsonRequest, signal: AbortSignal) => Promise<JsonAnswer>

/** JSON over HTTP, with connections kept alive, no redirect followed and one time-out over the whole exchange. */
export function openGetJson(options: { provider: string; timeoutMs: number; maxBytes?: number }): GetJson {
  const { provider, timeoutMs, maxBytes = 8_000_000 } = options
  const dispatcher = new Agent({
    maxResponseSize: maxBytes,
    connect: { timeout: timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return async (wanted, signal) => {
    signal.throwIfAborted()
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      return await exchange(dispatcher, wanted, AbortSignal.any([signal, deadline]))
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted) throw new UpstreamError(provider, 'timeout', `no whole answer within ${timeoutMs} ms`)
      throw new UpstreamError(provider, 'unavailable', `the exchange failed (${codeOf(error)})`)
    }
  }
}

async function exchange(dispatcher: Dispatcher, wanted: JsonRequest, signal: AbortSignal): Promise<JsonAnswer> {
  const response = await request(wanted.url, { dispatcher, signal, ...payloadOf(wanted) })
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, [value].flat()[0]]))
  const answer = { status: response.statusCode, headers, body: undefined, isTooLarge: false }
  try {
    return { ...answer, body: parse(await response.body.text()) }
  } catch (error) {
    if (codeOf(error) !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE') throw error
    return { ...answer, isTooLarge: true }
  }
}

function payloadOf({ url, headers, post }: JsonRequest) {
  const accepting = { accept: 'application/json', ...credentialsIn(url), ...headers }
  if (!post) return { headers: accepting }
  return {
    method: 'POST' as const,
    headers: { ...accepting, 'content-type': 'application/json' },
    body: JSON.stringify(post),
  }
}

/** A user name and password in an address are sent as such: the HTTP client itself drops them. */
function credentialsIn({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = [username, password].map(decodeURIComponent).join(':')
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error's code alone: its message may hold the address that was asked, and with it a key. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
