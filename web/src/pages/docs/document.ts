import type { ApiDocument, Content, Operation, Schema } from '../../../../contract/props/docs.ts'

/** An operation or an event, and where it is. */
export interface Route {
  method: string
  path: string
  operation: Operation
}

/** The operations of a tag, then its events. */
export function listRoutes({ paths, webhooks }: ApiDocument, tag: string): Route[] {
  const routes = [...flatten(paths, (method) => method.toUpperCase()), ...flatten(webhooks, () => 'EVENT')]
  return routes.filter(({ operation }) => operation.tags.includes(tag))
}

const flatten = (paths: ApiDocument['paths'], toMethod: (method: string) => string): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: toMethod(method), path, operation })),
  )

/** The schema that a body has as JSON. */
export const findJson = (content: Record<string, Content | undefined> | undefined): Content | undefined =>
  content?.['application/json']

/** The form that an operation takes instead of JSON; its fields are files. */
export const findForm = (content: Record<string, Content | undefined> | undefined): Content | undefined =>
  content?.['multipart/form-data']

/** `string`, `Band[]`, `"free" or "pro"`: parts with `href` are named schemas. */
export function describeType(schema: Schema): { text: string; href?: string }[] {
  const { $ref, anyOf, oneOf, items, type, format } = schema
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return [{ text: name, href: `#schema-${name}` }]
  }
  const choices = anyOf ?? oneOf
  if (choices) return choices.flatMap((one, at) => [...(at > 0 ? [{ text: ' or ' }] : []), ...describeType(one)])
  if (schema.enum) return [{ text: schema.enum.map((value) => JSON.stringify(value)).join(' or ') }]
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }]
  if (items) return [{ text: 'list of ' }, ...describeType(items)]
  const words = [type].flat().filter((word) => word !== undefined)
  return [{ text: (words.join(' or ') || 'any') + (format ? `, ${format}` : '') }]
}

/** undefined: there is none. */
export const formatExample = (example: unknown): string | undefined =>
  example === undefined ? undefined : JSON.stringify(example, null, 2)

/** The first operation that responds with each example, by the example's text. */
export function findOrigins(routes: Route[]): Map<string, string> {
  const origins = new Map<string, string>()
  for (const { operation } of routes)
    for (const { content } of Object.values(operation.responses)) {
      const text = formatExample(findJson(content)?.example)
      if (text !== undefined && !origins.has(text)) origins.set(text, operation.operationId)
    }
  return origins
}
