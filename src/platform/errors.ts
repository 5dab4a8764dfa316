import type { Detail } from '../../contract/schema.ts'

/** A closed table (D5, D80). */
export const statusByCode = {
  bad_request: 400,
  unauthorized: 401,
  revoked: 401,
  not_found: 404,
  conflict: 409,
  has_stubs: 409,
  rate_limit: 429,
  hidden: 451,
  internal: 500,
  upstream: 502,
  not_configured: 503,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusByCode

export const errorCodes = Object.keys(statusByCode)

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Detail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Detail[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const requestError = (message: string): Detail[] => [{ path: '', message }]

export const badField = (path: string, message: string) =>
  new ApiError('bad_request', `${path} ${message}.`, { details: [{ path, message }] })

export const badFields = (details: Detail[]) =>
  new ApiError('bad_request', formatFaults(details, 'the body'), { details })

/** `whole` names the request where a detail has no field. */
export function formatFaults(details: Detail[], whole: string, notListed = 0): string {
  const faults = details.map(({ path, message }) => `${path || whole} ${message}`)
  const rest = notListed > 0 ? `; and ${notListed} more` : ''
  return `Invalid request: ${faults.join('; ')}${rest}.`
}

/** 503: the request is valid, but the service can't handle it now. */
export const unavailable = (message: string, retryAfterSeconds: number) =>
  new ApiError('unavailable', message, { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)) })

/**
 * How a provider failed:
 * `unavailable` (network, 5xx, garbage), `timeout`: retryable, counted by the breaker;
 * `rate_limited`: retryable, and no failure: its calls are all taken;
 * `auth`, `plan`, `chain`: the configuration is wrong, no retry mends it; counted by the breaker, which stays open for longer;
 * `request`: our own request was wrong, or the answer can't be used; neither retried nor counted;
 * `open`: the breaker or the admission queue refused before a call was made.
 */
export type UpstreamFault = 'unavailable' | 'timeout' | 'rate_limited' | 'auth' | 'plan' | 'chain' | 'request' | 'open'

/** The message is ours: no key, no URL, and only a short excerpt of the response. */
export class UpstreamError extends Error {
  readonly provider: string
  readonly fault: UpstreamFault
  /** The wait that the provider, or its open breaker, asks for. */
  readonly retryAfterMs: number | undefined

  constructor(provider: string, fault: UpstreamFault, message: string, retryAfterMs?: number) {
    super(message)
    this.provider = provider
    this.fault = fault
    this.retryAfterMs = retryAfterMs
  }
}

export class UpstreamErrorOfRequest extends UpstreamError {}

/** The failures don't count for the breaker. */
export async function asRequestFault<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    throw new UpstreamErrorOfRequest(error.provider, error.fault, error.message, error.retryAfterMs)
  }
}
