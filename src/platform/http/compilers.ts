import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { TSchema } from 'typebox'
import { uuidForm } from '../../../contract/uuid.ts'
import { getId } from '../../../contract/schema.ts'

interface CompilersFactory {
  buildValidator: AjvCompiler.BuildCompilerFromPool
  buildSerializer: SerializerSelector.SerializerFactory
}

type SerializerCompiler = ReturnType<SerializerSelector.SerializerFactory>

type SharedSchemas = readonly TSchema[]

const known: { sharedSchemas: SharedSchemas; compilers: CompilersFactory }[] = []

/**
 * Compiles each schema once, because most routes share parameters and error responses, and on its first use, because
 * compiling dominated the start. Servers with the same shared schemas share the code.
 */
export function getCompilers(sharedSchemas: SharedSchemas): CompilersFactory {
  const found = known.find((one) => areSame(one.sharedSchemas, sharedSchemas))
  if (found) return found.compilers
  const compilers = createCompilers(sharedSchemas)
  known.push({ sharedSchemas, compilers })
  return compilers
}

const areSame = (one: SharedSchemas, other: SharedSchemas) =>
  one.length === other.length && one.every((schema, index) => schema === other[index])

function createCompilers(sharedSchemas: SharedSchemas): CompilersFactory {
  const byId = Object.fromEntries(sharedSchemas.map((schema) => [getId(schema), schema]))
  const validate = validateOnUse(createValidatorCompiler(byId))
  const serialize = serializeOnUse(compileOnce(SerializerSelector()(byId, {})))
  return { buildValidator: () => validate, buildSerializer: () => serialize }
}

/** Bodies must not have unknown fields; queries, params and headers are coerced from text. */
function createValidatorCompiler(sharedSchemas: Record<string, TSchema>): Compile {
  const compiler = (coerceTypes: false | 'array') =>
    AjvCompiler()(sharedSchemas, {
      customOptions: {
        allErrors: true,
        allowUnionTypes: true, // of the body of POST /mcp, a message or a list
        removeAdditional: false,
        useDefaults: true,
        coerceTypes,
        verbose: true,
      },
      onCreate: (ajv) => void ajv.addFormat('uuid', uuidForm),
    })
  let strict: Compile | undefined
  let coercing: Compile | undefined
  const getStrict = () => (strict ??= compileOnce(compiler(false)))
  const getCoercing = () => (coercing ??= refuseInfinity(compileOnce(compiler('array'))))
  return (route) => (isBody(route) ? getStrict() : getCoercing())(route)
}

type Compile = ReturnType<AjvCompiler.BuildCompilerFromPool>

/** Coercion turns a number with 400 digits into Infinity, which passes as an integer within any bounds. */
function refuseInfinity(compile: Compile): Compile {
  return (route) => {
    const validate = compile(route)
    const validateFinite = (data: Record<string, unknown>) => {
      const isValid = validate(data) === true
      const infinite = isValid ? Object.keys(data).filter((name) => isInfinite(data[name])) : []
      validateFinite.errors = isValid ? infinite.map(toFault) : validate.errors
      return isValid && infinite.length === 0
    }
    validateFinite.errors = validate.errors
    return validateFinite as typeof validate
  }
}

const isInfinite = (value: unknown) => value === Infinity || value === -Infinity

const toFault = (name: string) => ({
  keyword: 'type',
  instancePath: `/${name}`,
  schemaPath: '',
  params: {},
  message: 'must be a finite number',
})

/** Fastify passes the route; the compiler package's types say the schema. */
const isBody = (route: unknown) => (route as { httpPart: string }).httpPart === 'body'

function validateOnUse(compile: Compile): Compile {
  return (route) => {
    let compiled: ReturnType<Compile> | undefined
    const validate = (data: unknown) => {
      compiled ??= compile(route)
      const isValid = compiled(data)
      validate.errors = compiled.errors
      return isValid
    }
    validate.errors = undefined as ReturnType<Compile>['errors']
    return validate as ReturnType<Compile>
  }
}

function serializeOnUse(compile: SerializerCompiler): SerializerCompiler {
  return (route) => {
    let serialize: ReturnType<SerializerCompiler> | undefined
    return (body) => (serialize ??= compile(route))(body)
  }
}

/** Compiles schemas with the same text once. */
function compileOnce<Route, Compiled>(compile: (route: Route) => Compiled): (route: Route) => Compiled {
  const compiled = new Map<string, Compiled>()
  return (route) => {
    const text = JSON.stringify((route as { schema: unknown }).schema)
    const known = compiled.get(text) ?? compile(route)
    compiled.set(text, known)
    return known
  }
}
