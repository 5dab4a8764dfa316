import type { components } from './api.ts'

/** An error code of the API. */
export type ApiErrorCode = components['schemas']['ApiError']['error']['code']

interface ErrorFacts {
  code: ApiErrorCode | 'connection' | 'timeout' | 'unexpected'
  status?: number | undefined
  requestId?: string | undefined
  details?: { path: string; message: string }[] | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** A request that failed. `code` tells why. */
export class LaunchscoreError extends Error {
  override readonly name = 'LaunchscoreError'
  /**
   * A code of the API; `connection`: no response arrived; `timeout`: none arrived in time; `unexpected`: the response
   * is not one of the API, for example a proxy's.
   */
  readonly code: ErrorFacts['code']
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined
  /** The `X-Request-Id` of the response. Name it when you ask the operator. */
  readonly requestId: string | undefined
  /** On `bad_request`: the invalid fields. */
  readonly details: { path: string; message: string }[]
  /** Seconds to wait before another request, as the service asks. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { code, status, requestId, details = [], retryAfterSeconds, cause }: ErrorFacts) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.requestId = requestId
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The error of a request whose response didn't arrive whole. The caller's own abort is thrown as it is. */
export function toFailure(cause: unknown, signal?: AbortSignal): LaunchscoreError {
  signal?.throwIfAborted()
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  const message = isTimeout ? 'The response took too long' : 'The connection to the service failed'
  return new LaunchscoreError(message, { code: isTimeout ? 'timeout' : 'connection', cause })
}

export function throwFailure(cause: unknown, signal?: AbortSignal): never {
  throw toFailure(cause, signal)
}

/** Reads the error envelope of a response. */
export async function toError(response: Response): Promise<LaunchscoreError> {
  const facts = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(response.headers),
  }
  const text = await response.text().catch(() => '')
  const error = readEnvelope(text)
  if (error) return new LaunchscoreError(error.message, { ...facts, code: error.code, details: error.details })
  return new LaunchscoreError(`The response ${response.status} is not one of the API`, { ...facts, code: 'unexpected' })
}

/** Parses an error envelope; undefined for any other text. */
export function readEnvelope(text: string): components['schemas']['ApiError']['error'] | undefined {
  try {
    const { error } = JSON.parse(text) as Partial<components['schemas']['ApiError']>
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

/** Seconds; the API sends whole seconds, proxies may send a date. */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
