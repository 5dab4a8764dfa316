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

interface Failed {
  signal?: AbortSignal | undefined
  /** The response, as far as it arrived. */
  response?: Response | undefined
}

/** The error of a request whose response didn't arrive whole, or can't be read. The caller's own abort is thrown as it is. */
export function toFailure(cause: unknown, { signal, response }: Failed): LaunchscoreError {
  signal?.throwIfAborted()
  if (response && cause instanceof SyntaxError) return toUnexpected(response, cause)
  const [code, message] = isTimeout(cause)
    ? (['timeout', 'The response took too long'] as const)
    : (['connection', 'The connection failed'] as const)
  return new LaunchscoreError(message, { ...(response && readFacts(response)), code, cause })
}

const isTimeout = (cause: unknown) => cause instanceof DOMException && cause.name === 'TimeoutError'

/** Reads the error envelope of a response. */
export async function toError(response: Response, signal?: AbortSignal): Promise<LaunchscoreError> {
  const text = await response.text().catch((cause: unknown) => {
    if (signal?.aborted || isTimeout(cause)) throw cause
    return '' // the status says enough
  })
  const error = readEnvelope(text)
  if (!error) return toUnexpected(response)
  return new LaunchscoreError(error.message, { ...readFacts(response), code: error.code, details: error.details })
}

/** The error of a response that is not one of the API. */
export const toUnexpected = (response: Response, cause?: unknown): LaunchscoreError =>
  new LaunchscoreError(`The response ${response.status} is not one of the API`, {
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
  const at = Date.parse(/^[a-z]/i.test(value) ? value : '') // a number with a point would be read as a date
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
