import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type Detail, type ErrorCode, statusOf } from './errors.ts'
import { ClientGone, isDeadline } from './http-answers.ts'
import { detailsOf } from './schema.ts'
import { UpstreamError } from './upstream-error.ts'

export interface Answer {
  status: number
  code: ErrorCode
  message: string
  details?: Detail[] | undefined
  retryAfterSeconds?: number | undefined
}

/** Turns whatever was thrown into the one envelope (D5): nothing of an unexpected fault reaches the caller. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  logFault(error, request)
  const { status, code, message, details, retryAfterSeconds } = answerTo(error)
  reply.code(status).header('cache-control', 'no-store')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: { code, message, ...(details && { details }) } })
}

/** What the caller is told of whatever was thrown. */
export function answerTo(error: FastifyError): Answer {
  if (error instanceof ApiError) {
    const { code, message, details, retryAfterSeconds } = error
    return { status: statusOf[code], code, message, details, retryAfterSeconds }
  }
  if (error instanceof UpstreamError) return answerToUpstream(error)
  if (isDeadline(error))
    return { status: 502, code: 'upstream', message: 'The providers took too long. Nothing was stored; try again.' }
  if (error instanceof ClientGone) return { status: 499, code: 'bad_request', message: error.message } // read by nobody
  if (error.validation) return answerToInvalid(error)
  const status = error.statusCode ?? 500
  if (status < 500) return { status, code: 'bad_request', message: clientMessages[error.code] ?? error.message }
  return { status: 500, code: 'internal', message: 'Something went wrong on our side. Try again later.' }
}

function answerToUpstream({ provider, fault, retryAfterMs }: UpstreamError): Answer {
  const name = providerNames[provider] ?? 'An outside provider'
  const message = `${name} ${faultPhrases[fault] ?? 'failed'}. Nothing was stored; try again.`
  const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000))
  return { status: 502, code: 'upstream', message, retryAfterSeconds }
}

function answerToInvalid(error: FastifyError): Answer {
  const details = detailsOf(error)
  const faults = details.map(({ path, message }) => `${path || error.validationContext} ${message}`)
  return { status: 400, code: 'bad_request', message: `Not valid: ${faults.join('; ')}.`, details }
}

const providerNames: Record<string, string> = {
  model: 'The language-model provider',
  creator: 'The chain-data provider',
  risk: 'The token-risk provider',
  chain: 'The chain',
}

const faultPhrases: Record<string, string> = {
  timeout: 'took too long',
  rate_limited: 'is over its rate limit',
  open: 'is not being called at the moment',
}

const clientMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than 64 KiB.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be sent as application/json, in UTF-8.',
  FST_ERR_BAD_URL: 'The address is not valid.',
}

/** Logs what the operator should know of. */
export function logFault(error: FastifyError, request: FastifyRequest): void {
  if (error instanceof UpstreamError) {
    const { provider, fault, message } = error
    const isOurs = ['auth', 'plan', 'chain', 'request'].includes(fault)
    request.log[isOurs ? 'error' : 'warn']({ provider, fault, reason: message }, 'a provider failed')
  } else if (error instanceof ClientGone) {
    request.log.info('the client went away')
  } else if (!(error instanceof ApiError) && !isDeadline(error) && (error.statusCode ?? 500) >= 500) {
    request.log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'unexpected fault')
  }
}
