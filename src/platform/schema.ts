import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifyError } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { Detail } from './errors.ts'

/** The type of a named schema; a $ref in the document. */
export const ref = <T extends TSchema>(schema: T) => Type.Unsafe<Static<T>>({ $ref: `${idOf(schema)}#` })

/** A schema with a plain `type`, or null. */
export const nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

export function idOf(schema: TSchema): string {
  if ('$id' in schema && typeof schema.$id === 'string') return schema.$id
  throw new Error('a schema needs an $id to be referred to')
}

/** The error envelope (D5). */
export const ErrorAnswer = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'One of the codes of the error table' }),
      message: Type.String({ description: 'A sentence that says what to do' }),
      details: Type.Optional(
        Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
          description: 'On `bad_request`: the fields at fault',
        }),
      ),
    }),
  },
  { $id: 'Error', description: 'Every answer that is not a success has this shape' },
)

const answerDescriptions = {
  400: 'Not valid: `details` names the fields',
  401: 'The signature or the bearer is missing, or is not good',
  404: 'There is no such thing',
  409: 'At odds with what is there',
  413: 'The body is larger than 64 KiB',
  415: 'The body is not JSON',
  429: 'Over a limit. `Retry-After` tells when to try again',
  500: 'A fault on our side',
  502: 'An outside provider failed; nothing was stored. `Retry-After` tells when it is asked again',
  503: 'What this needs is not configured',
}

type ErrorRef = ReturnType<typeof ref<typeof ErrorAnswer>>

/** The answers of an operation beside its own, by status. */
export const errorAnswers = <S extends keyof typeof answerDescriptions>(...statuses: S[]) =>
  Object.fromEntries<ErrorRef>(
    statuses.map((status) => [status, { ...ref(ErrorAnswer), description: answerDescriptions[status] }]),
  ) as Record<S, ErrorRef>

/** `schema`, referred to, as the answer that `description` tells of. */
export const answer = <T extends TSchema>(schema: T, description: string) => ({ ...ref(schema), description })

/** An answer that is no JSON. */
export const textAnswer = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: Type.String() } },
})

/** Not the usual format: it lets `urn:uuid:` through, which the database refuses. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Shared by the servers of a process that have the same schemas. */
const compilers = AjvCompiler()

/**
 * Bodies are taken as they are, unknown fields refused; queries, params and headers, which are all text, are coerced.
 * For Fastify's `schemaController.compilersFactory`.
 */
export const buildValidator: AjvCompiler.BuildCompilerFromPool = (sharedSchemas) => {
  const compiler = (coerceTypes: false | 'array') =>
    compilers(sharedSchemas, {
      customOptions: { allErrors: true, removeAdditional: false, useDefaults: true, coerceTypes, verbose: true },
      onCreate: (ajv) => void ajv.addFormat('uuid', UUID),
    })
  const strict = compiler(false)
  const coercing = compiler('array')
  return (route) => (isBody(route) ? strict : coercing)(route)
}

/** Typed as a schema by the compiler package, but Fastify hands over the route with the schema in it. */
const isBody = (route: unknown) => (route as { httpPart: string }).httpPart === 'body'

type Fault = NonNullable<FastifyError['validation']>[number] & { parentSchema?: { description?: string } }

/** `{ path: 'source.url', message: 'must match format "uri"' }` for each fault. */
export const detailsOf = (error: FastifyError): Detail[] =>
  (error.validation ?? []).map((fault: Fault) => ({ path: pathOf(fault), message: messageOf(fault) }))

function pathOf({ instancePath, params }: Fault): string {
  const missing = params['missingProperty'] ?? params['additionalProperty']
  return [...instancePath.split('/').slice(1), ...(typeof missing === 'string' ? [missing] : [])].join('.')
}

/** A pattern says little to a person: the schema's description says what it stands for. */
function messageOf({ keyword, message, params, parentSchema }: Fault): string {
  if (keyword === 'pattern' && parentSchema?.description) return `must be ${parentSchema.description}`
  if (keyword === 'format' && params['format'] === 'uuid') return 'must be a UUID'
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') return 'is not a field of this request'
  if (keyword === 'enum') return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
  return message ?? 'is not valid'
}

/** 304: the caller's copy is the current one. */
export const unchanged = Type.Unsafe<undefined>({
  type: 'null',
  description: 'The copy that `If-None-Match` speaks of is the current one',
})
