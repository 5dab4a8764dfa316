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
