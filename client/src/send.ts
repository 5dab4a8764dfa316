import { type LaunchscoreError, toError, toFailure } from './errors.ts'

export interface ClientOptions {
  /** The deployment's URL, for example `https://launchscore.example`. */
  baseUrl: string
  /** Sent as `Authorization: Bearer …`: an API key, or the admin token for the operators' routes. */
  apiKey?: string
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
}

export interface ApiRequest {
  method: string
  /** With the query. */
  path: string
  body?: FormData | string | undefined
  accept: string
  /** The route takes an Idempotency-Key. */
  isKeyed: boolean
}

/** Sends a request and returns its response, of a status below 400. */
export type Send = (request: ApiRequest, options?: RequestOptions) => Promise<Response>

/** Creates a function that sends requests to a deployment, and repeats those that may be repeated. */
export function createSend(options: ClientOptions): Send {
  const { baseUrl, apiKey, fetch: request = fetch, timeoutMs = 60_000 } = options
  const { maxRetries = 2, maxRetryDelayMs = 30_000 } = options
  const base = baseUrl.replace(/\/+$/, '')
  return async ({ method, path, body, accept, isKeyed }, over = {}) => {
    const headers: Record<string, string> = { accept }
    if (apiKey !== undefined) headers['authorization'] = `Bearer ${apiKey}`
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    if (isKeyed) headers['idempotency-key'] = over.idempotencyKey ?? crypto.randomUUID()
    const isRepeatable = isKeyed || method === 'GET'
    for (let attempt = 0; ; attempt++) {
      const { response, error } = await attemptOnce(() => {
        const limit = AbortSignal.timeout(over.timeoutMs ?? timeoutMs)
        const signal = over.signal ? AbortSignal.any([over.signal, limit]) : limit
        return request(base + path, { method, headers, body: body ?? null, signal, redirect: 'manual' })
      }, over.signal)
      if (response) return response
      const delayMs = toDelay(error, { isRepeatable, attempt })
      const isLast = attempt >= (over.maxRetries ?? maxRetries)
      if (isLast || delayMs === null || delayMs > maxRetryDelayMs) throw error
      await wait(delayMs, over.signal)
    }
  }
}

type Attempted = { response: Response; error?: never } | { response?: never; error: LaunchscoreError }

async function attemptOnce(send: () => Promise<Response>, signal?: AbortSignal): Promise<Attempted> {
  try {
    const response = await send()
    if (response.status >= 200 && response.status < 300) return { response }
    return { error: await toError(response) }
  } catch (cause) {
    return { error: toFailure(cause, signal) }
  }
}

/** Milliseconds until the next attempt; null: the request must not be repeated. */
function toDelay(
  { code, status, retryAfterSeconds }: LaunchscoreError,
  { isRepeatable, attempt }: { isRepeatable: boolean; attempt: number },
): number | null {
  const isRefused = status === 429 // before anything was done
  const isPassing = status === undefined || status === 502 || status === 503 || status === 504
  if (code === 'not_configured' || !(isRefused || (isRepeatable && isPassing))) return null
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000
  return Math.random() * 500 * 2 ** attempt
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
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
