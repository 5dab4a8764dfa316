import type { Tool } from './tools.ts'

export type Schema = Record<string, unknown>

export interface ToolDocument {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

interface Operation {
  operationId: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema } | undefined> }
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

export interface Route {
  method: string
  path: string
  parameters: Parameter[]
  /** The schema of its JSON body; null: it takes none. */
  body: Schema | null
}

export const getMainOperation = ({ operations }: Tool): string =>
  typeof operations === 'string' ? operations : (Object.values(operations)[0] ?? '')

export function findRoute(document: ToolDocument, operationId: string): Route {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === operationId) return toRoute(document, { path, method, operation })
  throw new Error(`The service has no operation ${operationId}.`)
}

function toRoute(document: ToolDocument, found: { path: string; method: string; operation: Operation }): Route {
  const { path, method, operation } = found
  const body = operation.requestBody?.content['application/json']?.schema
  return {
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []).map((one) => ('$ref' in one ? findParameter(document, one.$ref) : one)),
    body: body ? (inlineSchemas(body, document) as Schema) : null,
  }
}

function findParameter({ components }: ToolDocument, reference: string): Parameter {
  const parameter = components.parameters[reference.slice(reference.lastIndexOf('/') + 1)]
  if (!parameter) throw new Error(`The service's document lacks ${reference}.`)
  return parameter
}

/** The path, the query, headers and the body's fields, side by side. */
export function toInputSchema({ parameters, body }: Route, document: ToolDocument): Schema {
  const fields = parameters.map(({ name, schema, description }) => [
    toArgumentName(name),
    simplify({ ...(inlineSchemas(schema, document) as Schema), ...(description !== undefined && { description }) }),
  ])
  const bodyFields = Object.entries((body?.['properties'] as Record<string, Schema> | undefined) ?? {})
  const required = parameters.flatMap(({ name, required: isRequired = false }) =>
    isRequired ? [toArgumentName(name)] : [],
  )
  return {
    type: 'object',
    properties: Object.fromEntries([...fields, ...bodyFields.map(([name, schema]) => [name, simplify(schema)])]),
    required: [...required, ...((body?.['required'] as string[] | undefined) ?? [])],
    additionalProperties: false,
  }
}

/** Removes lists of types, which several models' interfaces refuse: a nullable value can be omitted instead. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as Schema).map(([name, one]): [string, unknown] => [name, simplify(one)])
  const { type, anyOf, ...rest } = Object.fromEntries(entries)
  const choices = Array.isArray(anyOf) ? (anyOf as Schema[]).filter((one) => one['type'] !== 'null') : undefined
  const [only, ...others] = choices ?? []
  return {
    ...(type !== undefined && { type: Array.isArray(type) ? type.find((one) => one !== 'null') : type }),
    ...(others.length > 0 && { anyOf: choices }),
    ...(others.length === 0 && only),
    ...rest,
  }
}

export const toArgumentName = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** A tool's schema is self-contained. */
function inlineSchemas(value: unknown, document: ToolDocument): unknown {
  if (Array.isArray(value)) return value.map((one) => inlineSchemas(one, document))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as Schema
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inlineSchemas(one, document)]))
  const named = document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]
  return { ...(inlineSchemas(named, document) as Schema), ...rest }
}
