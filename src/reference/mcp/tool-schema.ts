import type { Tool } from './tools.ts'

/** A JSON Schema. */
export type Schema = Record<string, unknown>

/** The parts of an OpenAPI document that tools are made from. */
export interface ToolDocument {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema } | undefined> }
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

/** An operation, and where it is. */
export interface Route {
  method: string
  path: string
  parameters: Parameter[]
  /** The schema of its JSON body; null: it takes none. */
  body: Schema | null
}

/** The operation that gives the tool its arguments. */
export const getMainOperation = ({ operations }: Tool): string =>
  typeof operations === 'string' ? operations : (Object.values(operations)[0] ?? '')

/** Throws for an operation that this deployment doesn’t have. */
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
    parameters: operation.parameters ?? [],
    body: body ? (inlineSchemas(body, document) as Schema) : null,
  }
}

/** The arguments of a tool: the path, the query, headers and the fields of the body of its operation, side by side. */
export function toInputSchema({ parameters, body }: Route, document: ToolDocument): Schema {
  const fields = parameters.map(({ name, schema, description }) => [
    toArgumentName(name),
    { ...(inlineSchemas(schema, document) as Schema), ...(description !== undefined && { description }) },
  ])
  const required = parameters.flatMap(({ name, required: isRequired = false }) =>
    isRequired ? [toArgumentName(name)] : [],
  )
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields), ...(body?.['properties'] as object | undefined) },
    required: [...required, ...((body?.['required'] as string[] | undefined) ?? [])],
    additionalProperties: false,
  }
}

/** `idempotency-key` is the argument `idempotencyKey`. */
export const toArgumentName = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** Replaces references by the schemas that they name, because a tool’s schema is self-contained. */
function inlineSchemas(value: unknown, document: ToolDocument): unknown {
  if (Array.isArray(value)) return value.map((one) => inlineSchemas(one, document))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as Schema
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inlineSchemas(one, document)]))
  const named = document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]
  return { ...(inlineSchemas(named, document) as Schema), ...rest }
}
