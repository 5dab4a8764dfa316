import type { components, operations } from './api.ts'
import { operationList } from './operations.ts'
import { type ScoreEvent, streamScore } from './score-events.ts'
import { type ApiRequest, type ClientOptions, type RequestOptions, type Send, createSend, readJson } from './send.ts'

type Operations = typeof operationList
type Name = keyof Operations

/** The values of the path, in its order. */
type PathValues<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [string, ...PathValues<Rest>]
  : []

type ContentOf<Part> = Part extends { content: infer Content } ? Content : never
type Input<Content> = Content extends { 'multipart/form-data': unknown }
  ? Blob
  : Content extends { 'application/json': infer Body }
    ? Body
    : never

type Body<O extends Name> = operations[O]['requestBody']
type BodyOf<O extends Name> = [NonNullable<Body<O>>] extends [never]
  ? []
  : undefined extends Body<O>
    ? [body?: Input<ContentOf<NonNullable<Body<O>>>>]
    : [body: Input<ContentOf<Body<O>>>]

type Query<O extends Name> = operations[O]['parameters']['query']
type QueryOf<O extends Name> = [NonNullable<Query<O>>] extends [never]
  ? []
  : undefined extends Query<O>
    ? [query?: NonNullable<Query<O>>]
    : [query: Query<O>]

type InputOf<O extends Name> = BodyOf<O> extends [] ? QueryOf<O> : BodyOf<O>

type Ok = 200 | 201 | 202 | 204
type Responses<O extends Name> = operations[O]['responses']
type ResultOf<O extends Name> = {
  [S in keyof Responses<O> & Ok]: Responses<O>[S] extends { content: infer C }
    ? C extends { 'application/json': infer Body }
      ? Body
      : C extends { 'image/png': unknown }
        ? Blob
        : string
    : undefined
}[keyof Responses<O> & Ok]

type Arguments<O extends Name> = [...PathValues<Operations[O][1]>, ...InputOf<O>, options?: RequestOptions]

type ItemOf<Page> = { [K in keyof Page]: NonNullable<Page[K]> extends (infer Item)[] ? Item : never }[keyof Page]

/** An operation of the API: the values of its path, then its body or query, then the options of the request. */
type Method<O extends Name> = ((...values: Arguments<O>) => Promise<ResultOf<O>>) &
  (Operations[O][2] extends { isPaged: true }
    ? {
        /** Goes through the items of all pages; the next page is requested when its first item is needed. */
        each: (...values: Arguments<O>) => AsyncGenerator<ItemOf<ResultOf<O>>, void, undefined>
      }
    : unknown)

/** A client of a deployment, with a method for each operation of its OpenAPI document. */
export type Client = { [O in keyof Operations]: Method<O> } & {
  /** Scores a launch and yields each signal as it is measured, and the record at the end. */
  streamScore: (
    submission: components['schemas']['ScoreRequest'],
    options?: RequestOptions,
  ) => AsyncGenerator<ScoreEvent, void, undefined>
}

/** Creates a client. Failed requests throw a `LaunchscoreError`. */
export function createClient(options: ClientOptions): Client {
  const send = createSend(options)
  const methods = Object.entries(operationList).map(([name, operation]) => [name, createMethod(send, operation)])
  return {
    ...(Object.fromEntries(methods) as { [O in Name]: Method<O> }),
    streamScore: (submission, over) => streamScore(send, submission, over),
  }
}

interface Facts {
  input?: 'body' | 'form' | 'query'
  isKeyed?: true
  /** Takes a publishable key. */
  isPublic?: true
  isPaged?: true
  response?: 'text' | 'blob'
}

type Operation = readonly [method: string, path: string, facts: Facts]

/** The shape of a page of a list. */
type Page = Record<string, unknown> & { nextCursor?: string | null }

function createMethod(send: Send, operation: Operation) {
  const call = async (...values: unknown[]): Promise<unknown> => {
    const { request, over } = toRequest(operation, values)
    return send(request, (response) => readResponse(response, operation[2]), over)
  }
  if (!operation[2].isPaged) return call
  const each = (...values: unknown[]) => readPages(operation, values, call as (...values: unknown[]) => Promise<Page>)
  return Object.assign(call, { each })
}

function toRequest([method, template, facts]: Operation, values: unknown[]) {
  let used = 0
  let path = template.replaceAll(/\{\w+\}/g, () => {
    const value = values[used++]
    // a dot segment would lead to another path
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new TypeError(`Argument ${used} must not be empty, "." or ".."`)
    return encodeURIComponent(value)
  })
  const given = facts.input ? values[used++] : undefined
  // Operations that took no query before were called with their options in its place.
  const [input, over] =
    facts.input === 'query' && isOptions(given)
      ? [undefined, given]
      : [given, values[used] as RequestOptions | undefined]
  if (facts.input === 'query') path += toQuery(input as Record<string, unknown> | undefined)
  const body = facts.input === 'form' ? toForm(input as Blob) : toJson(facts.input === 'body' ? input : undefined)
  const accept = facts.response ? '*/*' : 'application/json'
  const request: ApiRequest = {
    method,
    path,
    body,
    accept,
    isKeyed: facts.isKeyed ?? false,
    isPublic: facts.isPublic ?? false,
  }
  return { request, over }
}

const optionNames = new Set(['signal', 'timeoutMs', 'maxRetries', 'idempotencyKey', 'visitor', 'onHeaders'])

const isOptions = (value: unknown): value is RequestOptions => {
  const names = Object.keys(value ?? {})
  return names.length > 0 && names.every((name) => optionNames.has(name))
}

const toJson = (input: unknown) => (input === undefined ? undefined : JSON.stringify(input))

function toForm(image: Blob): FormData {
  const form = new FormData()
  form.set('image', image)
  return form
}

function toQuery(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text && `?${text}`
}

function readResponse(response: Response, { response: kind }: Facts): Promise<unknown> {
  if (response.status === 204) return Promise.resolve(undefined)
  if (kind === 'text') return response.text()
  return kind === 'blob' ? response.blob() : readJson(response)
}

async function* readPages(
  [, path]: Operation,
  values: unknown[],
  call: (...values: unknown[]) => Promise<Page>,
): AsyncGenerator<unknown, void, undefined> {
  const place = path.split('{').length - 1
  const asked = [...values]
  for (;;) {
    const page = await call(...asked)
    const items = Object.values(page).find((value) => Array.isArray(value))
    yield* items ?? []
    if (!page.nextCursor) return
    asked[place] = { ...(asked[place] as object | undefined), cursor: page.nextCursor }
  }
}
