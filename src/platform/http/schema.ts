import type { FastifyError } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type Detail, nullable, ref } from '../../../contract/schema.ts'
import { formatCount } from '../../../contract/text.ts'
import { errorCodes } from '../errors.ts'

/** None, null or `{}`. */
export const emptyBody = nullable(Type.Object({}, { additionalProperties: false }))

export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ enum: errorCodes, description: 'One of the documented error codes' }),
      message: Type.String({ description: 'A sentence for people that says what went wrong and what to do' }),
      details: Type.Optional(
        Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
          description: 'On `bad_request`: the invalid fields. `path` is empty for a fault of the whole request',
        }),
      ),
    }),
  },
  { $id: 'ErrorBody', description: 'The body of every error response' },
)

const responseDescriptions = {
  400: 'Invalid request: `details` names the fields',
  401: 'Missing or invalid signature or bearer token',
  404: 'Not found',
  409: 'The request conflicts with the stored data',
  413: 'The body is larger than 64 KiB',
  415: 'The body is not sent as JSON',
  429: 'Rate limit exceeded. `Retry-After` says when to retry',
  451: 'Taken down by the operator: the message has the reason',
  500: 'Internal error',
  502: 'A provider failed, and nothing was stored. `Retry-After` says when it is called again',
  503: '`not_configured`: the deployment is not configured for this. `unavailable`: temporarily not possible; `Retry-After` says when to retry',
}

type ErrorRef = ReturnType<typeof ref<typeof ErrorBody>>

/** Whatever can fail in the service can also miss its database. */
export function errorResponses<S extends keyof typeof responseDescriptions>(...statuses: S[]) {
  const all: (keyof typeof responseDescriptions)[] = [...statuses]
  if (all.includes(500) && !all.includes(503)) all.push(503)
  return Object.fromEntries<ErrorRef>(
    all.map((status) => [status, { ...errorRef, description: responseDescriptions[status] }]),
  ) as Record<S, ErrorRef>
}

const errorRef = ref(ErrorBody)

export const response = <T extends TSchema>(schema: T, description: string) => ({ ...ref(schema), description })

export const textResponse = (mediaTypes: string | string[], description: string) => ({
  description,
  content: Object.fromEntries([mediaTypes].flat().map((one) => [one, { schema: Type.String() }])),
})

type Fault = NonNullable<FastifyError['validation']>[number] & { parentSchema?: { description?: string } }

/** So that a small request can't cause a large response. */
const maxDetails = 20
const maxDetailLength = 200

export const toDetails = (error: FastifyError): Detail[] =>
  (error.validation ?? [])
    .slice(0, maxDetails)
    .map((fault: Fault) => ({ path: shorten(getPath(fault)), message: shorten(toMessage(fault)) }))

const shorten = (text: string) =>
  text.length > maxDetailLength ? `${text.slice(0, maxDetailLength).toWellFormed()}…` : text

function getPath({ instancePath, params }: Fault): string {
  const missing = params['missingProperty'] ?? params['additionalProperty']
  return [...instancePath.split('/').slice(1), ...(typeof missing === 'string' ? [missing] : [])].join('.')
}

function toMessage({ keyword, message, params, parentSchema }: Fault): string {
  const { type, limit, format, allowedValues } = params as FaultParams
  // Few people can read a pattern.
  if (keyword === 'pattern' && parentSchema?.description) return `must be ${parentSchema.description}`
  if (keyword === 'type' && type) return `must be ${[type].flat().map(formatType).join(' or ')}`
  if (keyword === 'format' && format) return `must be ${formatNames[format] ?? `in the format "${format}"`}`
  if (keyword === 'enum' && allowedValues) return `must be one of ${allowedValues.join(', ')}`
  const formatLimit = limitMessages[keyword]
  if (limit !== undefined && formatLimit) return formatLimit(limit)
  if (keyword === 'required') return 'is required'
  if (keyword === 'uniqueItems') return 'must not have the same item twice'
  if (keyword === 'additionalProperties') return 'is not a field of this request'
  return message ?? 'is not valid'
}

interface FaultParams {
  type?: string | string[]
  limit?: number
  format?: string
  allowedValues?: unknown[]
}

const formatType = (type: string) => typeNames[type] ?? type
const typeNames: Record<string, string> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

const formatNames: Record<string, string> = {
  date: 'a date such as 2026-11-24',
  'date-time': 'a time with its offset, such as 2026-11-24T18:00:00Z',
  uri: 'an absolute URL',
  uuid: 'a UUID',
}

const limitMessages: Record<string, (limit: number) => string> = {
  minLength: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${formatCount(limit, 'character')}`,
  minItems: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} items`),
  maxItems: (limit) => `must have at most ${formatCount(limit, 'item')}`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
}

export const unchanged = Type.Unsafe<undefined>({
  type: 'null',
  description: 'Not modified: the copy named in `If-None-Match` is current',
})
