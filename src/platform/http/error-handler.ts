import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Detail } from '../../../contract/schema.ts'
import { isOutage, type StorageFault, toStorageFault } from '../database-fault.ts'
import { ApiError, type ErrorCode, formatFaults, requestError, statusByCode, UpstreamError } from '../errors.ts'
import { ClientGone, isDeadline } from './responses.ts'
import { toDetails } from './schema.ts'

interface ErrorResponse {
  status: number
  code: ErrorCode
  message: string
  details?: Detail[] | undefined
  retryAfterSeconds?: number | undefined
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  logFault(error, request)
  const { status, retryAfterSeconds } = toErrorResponse(error)
  reply.code(status).header('cache-control', 'no-store')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(toErrorBody(error))
}

export function toErrorBody(error: FastifyError) {
  const { code, message, details = code === 'bad_request' ? requestError(message) : undefined } = toErrorResponse(error)
  return { error: { code, message, ...(details && { details }) } }
}

export function toErrorResponse(error: FastifyError): ErrorResponse {
  if (error instanceof ApiError) {
    const { code, message, details, retryAfterSeconds } = error
    return { status: statusByCode[code], code, message, details, retryAfterSeconds }
  }
  if (error instanceof UpstreamError) return toUpstreamResponse(error)
  if (isDeadline(error))
    return {
      status: 502,
      code: 'upstream',
      message: 'The providers took too long. Try again, with an Idempotency-Key.',
    }
  if (error instanceof ClientGone) return { status: 499, code: 'bad_request', message: error.message } // the client is gone and reads no response
  if (error.validation) return toInvalidResponse(error)
  const storageFault = toStorageFault(error)
  if (storageFault) return readOnlyDatabaseResponse(storageFault)
  if (isOutage(error)) return hasNoDatabase
  const status = error.statusCode ?? 500
  if (status < 500) return { status, code: 'bad_request', message: clientMessages[error.code] ?? error.message }
  return { status: 500, code: 'internal', message: 'Something went wrong on our side. Try again later.' }
}

/** A retry costs little, because the fault shows at the first write. */
const readOnlyDatabaseResponse = (fault: StorageFault): ErrorResponse => ({
  status: 503,
  code: 'unavailable',
  message: `The service cannot store anything at the moment, because ${storageFaults[fault]}. Try again later.`,
  retryAfterSeconds: 30,
})

const storageFaults: Record<StorageFault, string> = {
  disk_full: 'its disk is full',
  read_only: 'its database is read-only',
}

const hasNoDatabase: ErrorResponse = {
  status: 503,
  code: 'unavailable',
  message: 'The service cannot reach its database at the moment. Try again later.',
  retryAfterSeconds: 5,
}

function toUpstreamResponse({ provider, fault, retryAfterMs }: UpstreamError): ErrorResponse {
  const name = providerNames[provider] ?? 'An outside provider'
  if (fault === 'rate_limited') return toRateLimitResponse(name, retryAfterMs)
  const advice = misconfigured.has(fault) ? 'only the operator can change this' : 'try again'
  const message = `${name} ${faultPhrases[fault] ?? 'failed'}. Nothing was stored; ${advice}.`
  const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000))
  return { status: 502, code: 'upstream', message, retryAfterSeconds }
}

/** The provider's rate limit is used up for all clients (D69). */
function toRateLimitResponse(name: string, retryAfterMs = 10_000): ErrorResponse {
  const message = `${name} accepts no more calls right now. Nothing was stored; try again later.`
  return { status: 503, code: 'unavailable', message, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) }
}

function toInvalidResponse(error: FastifyError): ErrorResponse {
  const details = toDetails(error)
  const notListed = (error.validation?.length ?? 0) - details.length
  const message = formatFaults(details, String(error.validationContext), notListed)
  return { status: 400, code: 'bad_request', message, details }
}

const providerNames: Record<string, string> = {
  model: 'The language-model provider',
  creator: 'The chain-data provider',
  risk: 'The token-risk provider',
  chain: 'The chain’s node',
  signer: 'The attester’s signer',
}

const faultPhrases: Record<string, string> = {
  timeout: 'took too long',
  open: 'is failing and is not called at the moment',
  auth: 'refuses the key of this service',
  plan: 'does not accept the configuration of this service',
  chain: 'does not accept the configuration of this service',
}

/** Faults that no retry mends. */
const misconfigured = new Set(['auth', 'plan', 'chain'])

const clientMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than 64 KiB.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be sent as uncompressed application/json in UTF-8.',
  FST_ERR_BAD_URL: 'The URL is not valid.',
}

/** Logs faults that the operator should know of. */
export function logFault(error: FastifyError, request: FastifyRequest): void {
  if (error instanceof UpstreamError) {
    const { provider, fault, message } = error
    const isOurs = ['auth', 'plan', 'chain', 'request'].includes(fault)
    request.log[isOurs ? 'error' : 'warn']({ provider, fault, reason: message }, 'a provider failed')
  } else if (error instanceof ClientGone) {
    request.log.info('the client closed the connection')
  } else if (toStorageFault(error)) {
    request.log.error({ fault: toStorageFault(error), reason: error.message }, 'the database accepts no writes')
  } else if (isOutage(error)) {
    request.log.error({ reason: error.message }, 'the database is unavailable')
  } else if (!(error instanceof ApiError) && !isDeadline(error) && (error.statusCode ?? 500) >= 500) {
    request.log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'unexpected error')
  }
}
