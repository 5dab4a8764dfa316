import * as fc from 'fast-check'
import { imageForm } from '../world/requests.ts'
import { imageBytes } from '../world/app.ts'
import { type Document, type Operation, type Schema, parseBody } from './document.ts'
import { contentTypes, headerText, hostileBytes, hostileText, mutated } from './hostile.ts'
import { type Fields, toValue } from './values.ts'

/** A request as it goes out. Null: the address is to be one that the service has named, by its place in what is known. */
export interface Planned {
  operation: Operation | null
  method: string
  path: string
  query: string
  headers: Record<string, string>
  body: Buffer | null
}

export interface Bearers {
  admin: string
  key: string
  revoked: string
}

export interface Setting {
  document: Document
  bearers: Bearers
  fields: Fields
  /** An id that the service has given away; what is asked for is looked up when the request is sent. */
  knownId: fc.Arbitrary<string>
}

/** Requests to one operation: good, mutated, hostile. */
export function requestTo(operation: Operation, setting: Setting): fc.Arbitrary<Planned> {
  return fc
    .record({
      method: methodFor(operation),
      path: pathFor(operation, setting),
      query: queryFor(operation, setting),
      headers: headersFor(operation, setting),
      bearer: bearerFor(operation, setting),
      sent: bodyFor(operation, setting),
    })
    .map(({ method, path, query, headers, bearer, sent }) => ({
      operation,
      method,
      path,
      query,
      headers: { ...sent.headers, ...bearer, ...headers },
      body: sent.body,
    }))
}

const methodFor = ({ method }: Operation) =>
  method === 'GET'
    ? fc.oneof({ weight: 8, arbitrary: fc.constant('GET') }, { weight: 1, arbitrary: fc.constant('HEAD') })
    : fc.constant(method)

function pathFor({ path, parameters = [] }: Operation, { document, fields, knownId }: Setting): fc.Arbitrary<string> {
  const values = parameters
    .filter((one) => one.in === 'path')
    .map(({ name, schema }): [string, fc.Arbitrary<string>] => [
      name,
      fc.oneof(
        { weight: 6, arbitrary: knownFor(name, fields) ?? knownId },
        { weight: 2, arbitrary: toValue(document, schema, fields).map((value) => encode(String(value))) },
        { weight: 2, arbitrary: otherForm(knownId).map(encode) },
        { weight: 2, arbitrary: hostileText.filter((text) => text !== '').map(encode) },
      ),
    ])
  return fc
    .record(Object.fromEntries(values))
    .map((given) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? ''))
}

/** Spellings that some parsers take for the same id. */
const otherForm = (id: fc.Arbitrary<string>) =>
  fc
    .record({ id, form: fc.constantFrom('urn:uuid:*', '{*}', ' *', '*\n', '*\0', '*-', 'upper', 'bare') })
    .map(({ id, form }) => {
      if (form === 'upper') return id.toUpperCase()
      return form === 'bare' ? id.replaceAll('-', '') : form.replace('*', id)
    })

const knownFor = (name: string, fields: Fields) =>
  fields[name]?.filter((value) => typeof value === 'string').map((value) => encode(value))

/** Dots alone would be taken for steps of the path. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '%2E')

function queryFor({ parameters = [] }: Operation, { document, fields, knownId }: Setting): fc.Arbitrary<string> {
  const names = parameters.filter((one) => one.in === 'query')
  const good = fc
    .tuple(
      ...names.map(({ name, schema, required }) => {
        const value = fields[name] ?? (schema.format === 'uuid' ? knownId : toValue(document, schema, fields))
        const pair = fc.oneof(value, value, toValue(document, schema, fields)).map((one) => toPair(name, one))
        return required ? pair : fc.option(pair, { nil: '' })
      }),
    )
    .map((pairs) => pairs.filter((pair) => pair !== '').join('&'))
  const name = fc.constantFrom('limit', 'cursor', 'window', '__proto__', 'limit[]', ...names.map((one) => one.name))
  const bad = fc
    .array(
      fc.oneof(
        fc.tuple(name, hostileText).map(([one, value]) => toPair(one, value)),
        fc.constantFrom('%', '%ff=%ff', 'limit', 'limit=', '=', '&&', 'limit=1&limit=2', 'cursor=a&cursor=b'),
      ),
      { maxLength: 3 },
    )
    .map((pairs) => pairs.join('&'))
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad })
}

const toPair = (name: string, value: unknown) =>
  `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`

function headersFor({ parameters = [] }: Operation, { document, fields }: Setting) {
  const documented = parameters
    .filter((one) => one.in === 'header')
    .map(({ name, schema }) => [name, ofHeader(document, schema, fields)] as const)
  return fc.record(
    {
      'if-none-match': headerText,
      'x-request-id': headerText,
      'accept-encoding': fc.constantFrom('gzip', 'br', 'identity', '*;q=0'),
      accept: fc.constantFrom('application/json', 'text/html', 'image/png', 'text/event-stream', '*/*'),
      origin: fc.constantFrom('https://elsewhere.example', 'null'),
      'x-http-method-override': fc.constantFrom('DELETE', 'POST'),
      ...Object.fromEntries(documented),
    },
    { requiredKeys: [] },
  )
}

const ofHeader = (document: Document, schema: Schema, fields: Fields) =>
  fc.oneof(
    toValue(document, schema, fields).map(String),
    fc.constantFrom('same', 'again'), // so that keys meet each other
    headerText,
  )

const bearing = (token: string) => ({ authorization: `Bearer ${token}` })

/** Mostly the bearer that the operation asks for. */
function bearerFor({ security = [] }: Operation, { bearers }: Setting): fc.Arbitrary<Record<string, string>> {
  const names = security.flatMap((one) => Object.keys(one))
  const keyed = names.includes('apiKey') ? [bearing(bearers.key)] : []
  const good = names.includes('adminToken') ? [bearing(bearers.admin)] : keyed
  const bad = [
    bearing(bearers.revoked),
    bearing(bearers.key),
    bearing(bearers.admin),
    bearing(`lsc_live_${'A'.repeat(48)}`),
  ]
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...good, ...(isOpen ? [{}] : [])) },
    { weight: 1, arbitrary: fc.constantFrom({}, ...bad) },
    { weight: 1, arbitrary: headerText.map((authorization) => ({ authorization })) },
  )
}

interface Sent {
  headers: Record<string, string>
  body: Buffer | null
}

const json = { 'content-type': 'application/json' }

function bodyFor(operation: Operation, { document, fields }: Setting): fc.Arbitrary<Sent> {
  const schema = parseBody(operation)
  const nothing = fc.constant<Sent>({ headers: {}, body: null })
  const typed = fc.constantFrom(...contentTypes).map((type) => ({ 'content-type': type }))
  const junk = fc.record({ headers: fc.oneof(fc.constant(json), typed), body: hostileBytes })
  if (operation.requestBody?.content['multipart/form-data']) return fc.oneof(forms, junk, nothing)
  if (!schema) return fc.oneof({ weight: 12, arbitrary: nothing }, { weight: 1, arbitrary: junk })
  const good = toValue(document, schema, fields)
  const asJson = (value: fc.Arbitrary<unknown>) => value.map((one) => ({ headers: json, body: toBytes(one) }))
  return fc.oneof(
    { weight: 5, arbitrary: asJson(good) },
    { weight: 4, arbitrary: asJson(mutated(good)) },
    { weight: 1, arbitrary: junk },
    { weight: 1, arbitrary: nothing },
    { weight: 1, arbitrary: fc.record({ headers: typed, body: good.map(toBytes) }) },
  )
}

/** Forms with the image, and with what strangers may put in its place. */
const forms: fc.Arbitrary<Sent> = fc
  .record({
    name: fc.oneof({ weight: 3, arbitrary: fc.constant('image') }, { weight: 1, arbitrary: hostileText }),
    bytes: fc.oneof(fc.constant(imageBytes), hostileBytes),
  })
  .map(({ name, bytes }) => {
    const { payload, headers } = imageForm(bytes, name)
    return { headers, body: payload }
  })

const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')

/** Requests that no operation describes: other methods, addresses beside the documented ones. */
export function strayRequest(operations: Operation[]): fc.Arbitrary<Planned> {
  const base = fc.constantFrom(...operations.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x')))
  const path = fc.oneof(
    base,
    fc
      .tuple(base, fc.constantFrom('/', '//', '/%2e%2e', '/..;/', '%', '%ff', '%00', ';x=1', '.json', '/a/b/c/d', '#x'))
      .map(([one, more]) => one + more),
    base.map((one) => one.toUpperCase()),
    base.map((one) => `/${one}`),
    hostileText.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
    fc.constant(`/${'x'.repeat(9000)}`),
    fc.constant('*'),
  )
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
  )
  const junk = fc.record({
    headers: fc.constantFrom(...contentTypes).map((type) => ({ 'content-type': type })),
    body: hostileBytes,
  })
  const sent = fc.oneof(fc.constant<Sent>({ headers: {}, body: null }), junk)
  return fc
    .record({ method, path, sent })
    .map(({ method, path, sent }) => ({ operation: null, method, path, query: '', ...sent }))
}
