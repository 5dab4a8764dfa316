import type { components } from './api.ts'

/** An error code of the API. */
export type ApiErrorCode = components['schemas']['ErrorBody']['error']['code']

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
   * A code of the API; `connection`: no whole response arrived; `timeout`: none arrived in time; `unexpected`: the
   * response is not one of the API, for example a proxy's.
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

/** A request, as far as its errors name it. */
export interface Exchange {
  host: string
  limitMs: number
  /** The caller's own. */
  signal?: AbortSignal | undefined
}

/**
 * The error of a request whose response didn't arrive whole, or can't be read. `response` is what arrived. The caller's own
 * abort is thrown as it is.
 */
export function toFailure(cause: unknown, { host, limitMs, signal }: Exchange, response?: Response): LaunchscoreError {
  signal?.throwIfAborted()
  if (response && cause instanceof SyntaxError) return toUnexpected(response, host, cause)
  const [code, message] = isTimeout(cause)
    ? (['timeout', `${host} sent no complete response within ${limitMs} ms`] as const)
    : (['connection', `The connection to ${host} failed: ${toReason(cause)}`] as const)
  return new LaunchscoreError(message, { ...(response && readFacts(response)), code, cause })
}

/** `fetch` of Node hides the reason in the cause, and that of several addresses in a list. */
function toReason(error: unknown): string {
  const { cause, errors, message, code } = error as {
    cause?: unknown
    errors?: unknown[]
    message?: string
    code?: string
  }
  if (cause instanceof Error) return toReason(cause)
  if (errors?.[0] instanceof Error) return toReason(errors[0])
  return message || code || 'unknown reason'
}

const isTimeout = (cause: unknown) => cause instanceof DOMException && cause.name === 'TimeoutError'

/** Reads the error envelope of a response. */
export async function toError(response: Response, { host, signal }: Exchange): Promise<LaunchscoreError> {
  const text = await response.text().catch((cause: unknown) => {
    if (signal?.aborted || isTimeout(cause)) throw cause
    return '' // the status says enough
  })
  const error = readEnvelope(text)
  if (!error) return toUnexpected(response, host)
  return new LaunchscoreError(error.message, { ...readFacts(response), code: error.code, details: error.details })
}

/** The error of a response that is not one of the API. */
export const toUnexpected = (response: Response, host: string, cause?: unknown): LaunchscoreError =>
  new LaunchscoreError(`${host} responded with ${response.status} and a body that is not one of the API`, {
    ...readFacts(response),
    code: 'unexpected',
    cause,
  })

const readFacts = ({ status, headers }: Response) => ({
  status,
  requestId: headers.get('x-request-id') ?? undefined,
  retryAfterSeconds: readRetryAfter(headers),
})

/** Parses an error envelope; undefined for any other text. */
export function readEnvelope(text: string): components['schemas']['ErrorBody']['error'] | undefined {
  try {
    const { error } = JSON.parse(text) as Partial<components['schemas']['ErrorBody']>
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
  const at = Date.parse(/^[a-z]/i.test(value) ? value : '') // a number with a point would be read as a date
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
