import { type Exchange, type LaunchscoreError, toError, toFailure } from './errors.ts'

export interface ClientOptions {
  /** The deployment's URL, for example `https://launchscore.example`. */
  baseUrl: string
  /**
   * Sent as `Authorization: Bearer …`: an API key, or the admin token for the operators' routes. A publishable key
   * (`lsc_pub_…`) is only sent with scoring, images and reads, because other routes refuse it.
   */
  apiKey?: string
  /** The deployment's SERVICE_NAME, for the name of the header of `visitor`. Default `Launchscore`. */
  serviceName?: string
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch
  /** How long a request may take, each attempt by itself. Default 60,000; a scoring takes seconds. */
  timeoutMs?: number
  /** How often a failed request is repeated. Default 2. */
  maxRetries?: number
  /** The longest time that a retry waits. A longer `Retry-After` ends the request with its error. Default 30,000. */
  maxRetryDelayMs?: number
}

/** Options of one request. */
export interface RequestOptions {
  signal?: AbortSignal
  /** Instead of the client's. */
  timeoutMs?: number
  /** Instead of the client's. */
  maxRetries?: number
  /**
   * For `createScore`, `rescore` and `subscribeWebhook`: the response to an earlier request with this key is returned
   * again. Default: a new key for each call, which its retries share.
   */
  idempotencyKey?: string
  /**
   * The IP address of the visitor whom the request is for, from a server with the key of a proxy. Limits then count the
   * visitor's network instead of the server's.
   */
  visitor?: string
  /** Gets the headers of the response, for example `X-Launchscore-Standing` of `getScoreByToken`. */
  onHeaders?: (headers: Headers) => void
}

export interface ApiRequest {
  method: string
  /** With the query. */
  path: string
  body?: FormData | string | undefined
  accept: string
  /** The route takes an Idempotency-Key. */
  isKeyed: boolean
  /** The route takes a publishable key. */
  isPublic: boolean
}

/** Makes a result of a successful response. `exchange` is for its errors. */
type Read<T> = (response: Response, exchange: Exchange) => T | Promise<T>

/** Sends a request, and returns what `read` makes of its successful response. */
export type Send = <T>(request: ApiRequest, read: Read<T>, options?: RequestOptions) => Promise<T>

/**
 * Creates a function that sends requests to a deployment, and repeats those that may be repeated. A URL, a header or a time
 * that can't be used throws a TypeError or a RangeError before anything is sent.
 */
export function createSend(options: ClientOptions): Send {
  const { baseUrl, apiKey, fetch: request = fetch, timeoutMs = 60_000 } = options
  const { maxRetries = 2, maxRetryDelayMs = 30_000, serviceName = 'Launchscore' } = options
  const visitorHeader = `x-${serviceName.replaceAll(/[^A-Za-z0-9]/g, '')}-visitor`
  const isPublishable = apiKey?.trim().startsWith('lsc_pub_') ?? false
  const host = checkBaseUrl(baseUrl, apiKey !== undefined)
  if (apiKey !== undefined) checkHeader('apiKey', apiKey)
  const base = baseUrl.replace(/\/+$/, '')
  return async ({ method, path, body, accept, isKeyed, isPublic }, read, over = {}) => {
    const headers = new Headers({ accept })
    if (over.visitor !== undefined) {
      checkHeader('visitor', over.visitor)
      headers.set(visitorHeader, over.visitor)
    }
    if (apiKey !== undefined && (isPublic || !isPublishable)) headers.set('authorization', `Bearer ${apiKey.trim()}`)
    if (over.idempotencyKey !== undefined) checkHeader('idempotencyKey', over.idempotencyKey)
    if (typeof body === 'string') headers.set('content-type', 'application/json')
    if (isKeyed) headers.set('idempotency-key', over.idempotencyKey ?? crypto.randomUUID())
    for (let attempt = 0; ; attempt++) {
      const limitMs = over.timeoutMs ?? timeoutMs
      const limit = AbortSignal.timeout(limitMs)
      const signal = over.signal ? AbortSignal.any([over.signal, limit]) : limit
      const ask = () => request(base + path, { method, headers, body: body ?? null, signal, redirect: 'manual' })
      const { success, error } = await attemptOnce(ask, read, { host, limitMs, signal: over.signal })
      if (success) {
        over.onHeaders?.(success.headers)
        return success.result
      }
      const delayMs = toDelay(error, { isKeyed, isRepeatable: isKeyed || method === 'GET', attempt })
      const isLast = attempt >= (over.maxRetries ?? maxRetries)
      if (isLast || delayMs === null || delayMs > maxRetryDelayMs) throw error
      await wait(delayMs, over.signal)
    }
  }
}

/** Returns the host, for messages. */
function checkBaseUrl(baseUrl: string, isKeyed: boolean): string {
  if (!/^https?:\/\/[^/?#]/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`baseUrl must be a URL like https://launchscore.example; it is ${JSON.stringify(baseUrl)}`)
  const { protocol, host, hostname } = new URL(baseUrl)
  if (protocol === 'http:' && isKeyed && !isLoopback(hostname))
    throw new TypeError(`baseUrl must begin with https://, because an apiKey would be sent to ${host} unencrypted`)
  return host
}

const isLoopback = (hostname: string): boolean => /^(?:(?:[^.]+\.)*localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** `fetch` refuses such a value too, in words that name neither the option nor the likely cause. */
function checkHeader(option: string, value: string): void {
  const at = value.trim().search(/[^!-~]/)
  if (at < 0 && value.trim() !== '') return
  if (at < 0) throw new TypeError(`${option} is empty`)
  throw new TypeError(
    `${option} must be printable ASCII without spaces, but its character ${at + 1} is not. Is it an abbreviated example?`,
  )
}

type Attempted<T> =
  { success: { result: T; headers: Headers }; error?: never } | { success?: never; error: LaunchscoreError }

/** The body is a part of the attempt: a response that breaks off is repeated too. */
async function attemptOnce<T>(send: () => Promise<Response>, read: Read<T>, exchange: Exchange): Promise<Attempted<T>> {
  let response: Response | undefined
  try {
    response = await send()
    if (response.status < 200 || response.status >= 300) return { error: await toError(response, exchange) }
    return { success: { result: await read(response, exchange), headers: response.headers } }
  } catch (cause) {
    return { error: toFailure(cause, exchange, response) }
  }
}

/** Reads a JSON object or list, as all JSON of the API is. Throws a SyntaxError for anything else, such as a proxy's page. */
export async function readJson<T extends object>(response: Response): Promise<T> {
  const value: unknown = await response.json()
  if (typeof value !== 'object' || value === null) throw new SyntaxError('no object')
  return value as T
}

/** Milliseconds until the next attempt; null: the request must not be repeated. */
function toDelay(
  { code, status, retryAfterSeconds }: LaunchscoreError,
  { isKeyed, isRepeatable, attempt }: { isKeyed: boolean; isRepeatable: boolean; attempt: number },
): number | null {
  // before anything was done; 409 says that the first request with this key is still running
  const isRefused = status === 429 || (isKeyed && status === 409 && retryAfterSeconds !== undefined)
  const isLost = code === 'connection' || code === 'timeout'
  const isPassing = isLost || status === 502 || status === 503 || status === 504
  if (code === 'not_configured' || !(isRefused || (isRepeatable && isPassing))) return null
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000
  return Math.random() * 500 * 2 ** attempt
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
