import { formatCount } from '../../../contract/text.ts'
import { findRoute, type Route, toArgumentName, type Tool, type ToolDocument } from './tools.ts'

export interface ApiRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: object | undefined
}

export interface ApiResponse {
  status: number
  headers: Record<string, string | undefined>
  /** undefined for anything but JSON. */
  body: unknown
}

/** For tools with `isCheck`. */
export type CheckParts = (parts: Record<string, unknown>, signal: AbortSignal) => Promise<object>

export interface ToolApi {
  document: ToolDocument
  send: (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>
  checkParts: CheckParts
}

interface ToolResult {
  content: { type: 'text'; text: string }[]
  structuredContent: Record<string, unknown>
  isError?: true
}

type Arguments = Record<string, unknown>

/** A refusal by the API is a result too, which tells the model what to change. */
export async function callTool(
  api: ToolApi,
  { tool, given, signal }: { tool: Tool; given: Arguments; signal: AbortSignal },
): Promise<ToolResult> {
  const { operations, isCheck, header, state } = tool
  if (typeof operations === 'string') {
    const route = findRoute(api.document, operations)
    const fault = findFault(route, given)
    if (fault !== undefined) return toBadRequest(fault)
    const response = await api.send(toRequest(route, given), signal)
    if (!isGood(response)) return toRefusal(response, route)
    const body = response.body as object
    const now =
      state === 'headers' ? readStateHeaders(response) : await searchState(api, { tool, record: body, signal })
    return toResult({ ...now, ...body, ...(header && { [header]: findHeader(response, header) }) })
  }
  const read = await readParts(api, { operations, given, signal })
  if ('refused' in read) return read.refused
  if (isCheck) return toResult(await api.checkParts(read.parts, signal))
  return toResult({ ...(await searchState(api, { tool, record: read.parts['score'], signal })), ...read.parts })
}

/** Absent when nothing is known besides the record. */
type Now = { now?: { outcome: unknown; warnings: unknown[] } }

function readStateHeaders(response: ApiResponse): Now {
  const [outcome, codes] = [findHeader(response, 'outcome'), findHeader(response, 'warnings')]
  return outcome === null && codes === null ? {} : { now: { outcome, warnings: codes?.split(',') ?? [] } }
}

/** Search returns the state of any score by its id. */
async function searchState(
  api: ToolApi,
  { tool, record, signal }: { tool: Tool; record: unknown; signal: AbortSignal },
): Promise<Now> {
  if (tool.state !== 'search') return {}
  const { id, warnings: own = [] } = record as { id: string; warnings?: { code: string }[] }
  const response = await api.send(toRequest(findRoute(api.document, 'search'), { q: id }), signal)
  const { results = [] } = (isGood(response) ? response.body : {}) as {
    results?: { outcome: string | null; warnings: string[] }[]
  }
  const [found] = results // none for a test record
  if (!found) return {}
  const isNews = found.outcome !== null || found.warnings.some((code) => own.every((one) => one.code !== code))
  return isNews ? { now: { outcome: found.outcome, warnings: found.warnings } } : {}
}

async function readParts(
  api: ToolApi,
  { operations, given, signal }: { operations: Record<string, string>; given: Arguments; signal: AbortSignal },
): Promise<{ parts: Record<string, unknown> } | { refused: ToolResult }> {
  const parts: Record<string, unknown> = {}
  for (const [name, operationId] of Object.entries(operations)) {
    const route = findRoute(api.document, operationId)
    const isFirst = Object.keys(parts).length === 0
    const fault = isFirst ? findFault(route, given) : undefined
    if (fault !== undefined) return { refused: toBadRequest(fault) }
    // These operations have one value in the path: the id of the score.
    const named = route.parameters.map((one): [string, unknown] => [one.name, given['id']])
    const response = await api.send(toRequest(route, Object.fromEntries(named)), signal)
    if (!isGood(response) && (isFirst || !isAbsent(response))) return { refused: toRefusal(response, route) }
    parts[name] = isGood(response) ? response.body : null
  }
  return { parts }
}

const isGood = ({ status }: ApiResponse) => status >= 200 && status < 300

const isAbsent = (response: ApiResponse) => response.status === 404 || readError(response)?.code === 'not_configured'

const findHeader = ({ headers }: ApiResponse, end: string): string | null =>
  Object.entries(headers).find(([name]) => name.endsWith(`-${end}`))?.[1] ?? null

type Detail = NonNullable<Refusal['details']>[number]

/** Only arguments that the schema forbids and the API would ignore; the API checks everything else. */
function findFault({ parameters, body }: Route, given: Arguments): Detail | undefined {
  for (const { name, required = false, in: place } of parameters) {
    const path = toArgumentName(name)
    const value = given[path]
    // A dot segment would lead to another path, and half of a surrogate pair has no form in a URL.
    if (required && place === 'path' && (typeof value !== 'string' || /^\.{0,2}$/.test(value) || !value.isWellFormed()))
      return {
        path,
        message: value === undefined ? 'is required' : 'must be a text of valid characters that is not empty',
      }
    if (typeof value === 'object' && value !== null) return { path, message: 'must be a single value' }
  }
  const known = parameters.map(({ name }) => toArgumentName(name))
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  return body === null && unknown !== undefined
    ? { path: unknown, message: 'is not an argument of this tool' }
    : undefined
}

function toRequest({ method, path, parameters, body }: Route, given: Arguments): ApiRequest {
  const valueOf = (name: string) => given[toArgumentName(name)]
  const isGiven = (name: string) => valueOf(name) !== undefined && valueOf(name) !== null
  const listOf = (place: string) =>
    parameters
      .filter((one) => one.in === place && isGiven(one.name))
      .map(({ name }): [string, string] => [name, String(valueOf(name))])
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(valueOf(name))))
  const query = new URLSearchParams(listOf('query')).toString()
  const inPlaces = parameters.map(({ name }) => toArgumentName(name))
  const fields = Object.entries(given).filter(([name]) => !inPlaces.includes(name))
  return {
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: Object.fromEntries(listOf('header')),
    body: body === null ? undefined : Object.fromEntries(fields),
  }
}

/** Text for clients that don't read structured results. */
function toResult(body: unknown): ToolResult {
  const structuredContent = body as Record<string, unknown> // every response of these operations is an object
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent }
}

const toBadRequest = (fault: Detail) =>
  toError('bad_request', `${fault.path} ${fault.message}.`, { status: 400, details: [fault] })

interface Refusal {
  code: string
  message: string
  details?: { path: string; message: string }[]
}

function toRefusal(response: ApiResponse, { parameters }: Route): ToolResult {
  const { code, message, details } = readError(response) ?? {
    code: 'unexpected',
    message: `The response ${response.status} is not one of the API.`,
  }
  const seconds = response.headers['retry-after']
  const isSaid = seconds === undefined || message.includes('Try again')
  const wait = isSaid ? '' : ` Try again in ${formatCount(Number(seconds), 'second')}.`
  // The model knows the argument `idempotencyKey`, not the header.
  const rename = (text: string) =>
    parameters.reduce((all, { name }) => all.replaceAll(name, toArgumentName(name)), text)
  const renamed = details?.map((detail) => ({ ...detail, path: rename(detail.path) }))
  return toError(code, rename(message) + wait, { status: response.status, ...(renamed && { details: renamed }) })
}

function readError({ body }: ApiResponse): Refusal | undefined {
  const { error } = (body ?? {}) as { error?: Refusal }
  return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined
}

const toError = (code: string, message: string, more: object = {}): ToolResult => ({
  content: [{ type: 'text', text: `${code}: ${message}` }],
  structuredContent: { error: { code, message, ...more } },
  isError: true,
})
