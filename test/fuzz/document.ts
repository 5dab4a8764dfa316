import { readFileSync } from 'node:fs'
import { expandParts } from '../../contract/expand-parts.ts'

/** As much of JSON Schema as the document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

export interface Described {
  operationId: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export interface Operation extends Described {
  method: string
  path: string
}

export interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

export const listOperations = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )

export const parseBody = ({ requestBody }: Described): Schema | undefined =>
  requestBody?.content['application/json']?.schema

/** The schema that a local $ref leads to. */
export function resolve(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const found = document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
  if (!found) throw new Error(`the document has no ${schema.$ref}`)
  return resolve(document, found)
}

/** The committed document, which the service serves (another test says so). */
export const readDocument = () =>
  expandParts(JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document)
