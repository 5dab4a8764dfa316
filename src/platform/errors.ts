/** The closed table of error codes and the HTTP status each one stands for (specification, Errors; D5). */
export const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  revoked: 401,
  not_found: 404,
  conflict: 409,
  has_stubs: 409,
  rate_limit: 429,
  internal: 500,
  upstream: 502,
  not_configured: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** One fault of a request: `path` names the field, in dots. */
export interface Detail {
  path: string
  message: string
}

/** An answer that the caller may read: a code of the table and a sentence that says what to do. */
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

/** A `bad_request` about one field. */
export const badField = (path: string, message: string) =>
  new ApiError('bad_request', `${path} ${message}.`, { details: [{ path, message }] })
