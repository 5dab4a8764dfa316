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

/** Answers of every API route beside its own. */
export const errorAnswers = <S extends number>(...statuses: S[]) =>
  Object.fromEntries(statuses.map((status) => [status, ref(ErrorAnswer)])) as Record<S, ReturnType<typeof errorRef>>
const errorRef = () => ref(ErrorAnswer)

/**
 * Bodies are taken as they are, unknown fields refused; queries, params and headers, which are all text, are coerced.
 * For Fastify's `schemaController.compilersFactory`.
 */
export const buildValidator: AjvCompiler.BuildCompilerFromPool = (sharedSchemas) => {
  const compiler = (coerceTypes: false | 'array') =>
    AjvCompiler()(sharedSchemas, {
      customOptions: { allErrors: true, removeAdditional: false, useDefaults: true, coerceTypes, verbose: true },
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
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') return 'is not a field of this request'
  if (keyword === 'enum') return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
  return message ?? 'is not valid'
}
