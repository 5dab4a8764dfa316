import AjvCompiler from '@fastify/ajv-compiler'
import { statusByCode } from '../../src/platform/errors.ts'
import type { Document, Operation, Schema } from './document.ts'
import type { Planned } from './requests.ts'

export interface ServiceResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

type Check = (planned: Pick<Planned, 'operation' | 'method'>, response: ServiceResponse) => string[]

/** The faults of a response, by the document; none when it conforms. */
export function makeCheck(document: Document): Check {
  const findFaults = createValidator(document)
  return ({ operation, method }, response) => [
    ...habitsBroken(response),
    ...(operation ? undocumented(operation, response) : strange(response)),
    ...(method === 'HEAD' ? headWithBody(response) : bodyFaults(operation, response, findFaults)),
  ]
}

/** Checks that hold for every response, with any sender of the request. */
function* habits({ status, headers, body }: ServiceResponse): Generator<string> {
  // 503 tells that something is not configured, and oEmbed wants 501 for a format that isn't served.
  if (status >= 500 && status !== 501 && !isNotConfigured(status, body)) yield `${status} is a fault of ours`
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(String(headers['x-request-id']))) yield 'no X-Request-Id'
  if (headers['cache-control'] === undefined) yield 'no Cache-Control'
  if (status >= 400 && headers['cache-control'] !== 'no-store') yield 'an error that may be kept'
  if ((status === 405) !== 'allow' in headers && status !== 204) yield 'Allow and 405 belong together'
  if (status === 429 && !/^[1-9]\d*$/.test(String(headers['retry-after']))) yield '429 without Retry-After'
  const isGuide = status === 200 && String(headers['content-type']).startsWith('text/plain') // they tell of tools
  if (!isGuide && /node_modules|\n\s+at |\bpg\b.*error|syntax error|kysely/i.test(body)) yield 'internals in the body'
}

const habitsBroken = (response: ServiceResponse) => [...habits(response)]

function undocumented({ responses }: Operation, { status }: ServiceResponse): string[] {
  return String(status) in responses ? [] : [`${status} is not documented`]
}

/** Where no operation is, something is refused; what was meant as stray and met an operation all the same is its own. */
const strange = ({ status }: ServiceResponse) => (status < 500 ? [] : [`${status} for a stray request`])

const headWithBody = ({ body }: ServiceResponse) => (body === '' ? [] : ['HEAD with a body'])

function bodyFaults(
  operation: Operation | null,
  { status, headers, body }: ServiceResponse,
  findFaults: Faults,
): string[] {
  if (status === 204 || status === 304) return body === '' ? [] : [`${status} with a body`]
  const [type = ''] = String(headers['content-type']).split(';')
  if (status >= 400) return type === 'application/json' ? envelopeFaults(status, body) : [`an error as ${type}`]
  if (!operation) return []
  const documented = operation.responses[status]
  if (documented && !documented.content) return body === '' ? [] : [`${status} with a body`]
  const schema = documented?.content?.[type]?.schema
  if (!schema) return [`${type} is not documented for ${status}`]
  return type === 'application/json' ? findFaults(schema, JSON.parse(body)) : []
}

const codes: Record<string, number> = statusByCode

/** Statuses without a code of their own. */
const refusedAsBadRequest = new Set([405, 413, 415, 417, 501])

/** Exactly D5's envelope, with a code of the table that stands for the status. */
function envelopeFaults(status: number, body: string): string[] {
  const { error, ...more } = JSON.parse(body) as { error?: { code: string; message: string; details?: unknown } }
  if (!error || Object.keys(more).length > 0) return ['not the error envelope']
  const { code, message, details, ...others } = error
  const faults = Object.keys(others).map((name) => `error.${name} is not of the envelope`)
  if (codes[code] !== (refusedAsBadRequest.has(status) ? 400 : status))
    faults.push(`code ${code} with status ${status}`)
  if (details !== undefined && code !== 'bad_request') faults.push(`details with ${code}`)
  if (!/^\S.*\.$/s.test(message)) faults.push(`no sentence: ${message}`)
  return faults
}

type Faults = (schema: Schema, value: unknown) => string[]

/** Stricter than the document: a field that it doesn't name is a fault. */
function createValidator({ components }: Document): Faults {
  const shared = Object.entries(components.schemas).map(([name, schema]) => [name, closed(schema, name)] as const)
  const compile = AjvCompiler()(Object.fromEntries(shared), {
    customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false },
  })
  const compiled = new Map<Schema, ReturnType<typeof compile>>()
  return (schema, value) => {
    const validate = compiled.get(schema) ?? compile({ schema: closed(schema) })
    compiled.set(schema, validate)
    const isValid = validate(value)
    return isValid === true
      ? []
      : (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message ?? ''}`)
  }
}

/** The schema with its $refs led to the shared ones, and with no room for fields that it doesn't name. */
function closed(schema: Schema, name?: string): object {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const walked = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === 'examples' ? one : walk(one)]),
    )
    if (typeof walked['$ref'] === 'string')
      return { $ref: walked['$ref'].replace('#/components/schemas/', '').concat('#') }
    return 'properties' in walked && !('additionalProperties' in walked) && 'type' in walked
      ? { ...walked, additionalProperties: false }
      : walked
  }
  return { ...(walk(schema) as object), ...(name && { $id: name }) }
}

const isNotConfigured = (status: number, body: string): boolean =>
  status === 503 && (body === '' || body.includes('"code":"not_configured"'))
