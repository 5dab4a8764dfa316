import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Agent, request } from 'undici'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { text } from 'node:stream/consumers'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../dev/stand-ins/otlp-receiver.ts'
import { type World, ask, goodSubmission, startApp, startWorld } from '../world/app.ts'
import { watchModules } from '../servers/modules.ts'
import { startOwnService, fromSource } from '../servers/processes.ts'
import { until } from '../world/waiting.ts'
import { emit, startWebhooks } from '../world/webhooks.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${spanId}-01`

async function openReceiver(t: TestContext, respond?: () => number): Promise<OtlpReceiver> {
  const receiver = await startOtlpReceiver(respond)
  t.after(receiver.close)
  return receiver
}

const post = (url: string, world: World, headers: Record<string, string> = {}) =>
  fetch(`${url}/v1/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(goodSubmission(world)),
  })

const sentToProviders = ({ model, txlist, goplus }: World) =>
  [
    ...model.requests,
    ...txlist.requests,
    ...goplus.requests.filter(({ path }) => !path.includes('supported_chains')),
  ].map(({ headers }) => headers.traceparent)

const traced = ['call model', 'call creator', 'call risk', 'fetch image', 'sql select', 'sql insert']

test('OTEL_EXPORTER_OTLP_ENDPOINT: request, SQL, providers and jobs are exported', async (t) => {
  const [world, receiver] = await Promise.all([startWorld(t), openReceiver(t)])
  const service = await startOwnService(t, {
    ...world.environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=canary%20key',
  })
  assert.equal((await post(service.url, world, { traceparent, 'x-request-id': 'trace-test' })).status, 201)
  const findRollUp = () => receiver.spans.find(({ name }) => name === 'job roll-up-counts')
  // A stop exports for three seconds at most.
  await until(() => hasWholeTrace(receiver.spans) && findRollUp() !== undefined)
  await service.stop()

  assert.deepEqual(new Set(receiver.requests.map(({ path }) => path)), new Set(['/v1/traces']))
  const headers = receiver.requests[0]?.headers
  assert.deepEqual([headers?.['content-type'], headers?.['x-api-key']], ['application/x-protobuf', 'canary key'])

  const spans = receiver.spans.filter((span) => span.traceId === traceId)
  const root = spans.find(({ kind }) => kind === 2)
  assert.ok(root)
  assert.deepEqual([root.name, root.parentId, root.isError], ['POST /v1/score', spanId, false])
  assert.equal(root.resource['service.name'], 'Launchscore')
  assert.match(String(root.resource['service.version']), /^\d+\.\d+\.\d+/)
  const { 'http.route': route, 'http.response.status_code': status, 'launchscore.request.id': id } = root.attributes
  assert.deepEqual([route, status, id], ['/v1/score', 201, 'trace-test'])
  const ids = new Set(spans.map((span) => span.spanId))
  for (const span of spans) {
    assert.ok(span === root || ids.has(span.parentId), `${span.name} has no parent`)
    assert.ok(span.startNs > 0n && span.endNs >= span.startNs, span.name)
    assert.ok(span.endNs - root.startNs < 60_000_000_000n, span.name)
  }
  const sql = spans.find(({ name }) => name === 'sql insert')
  assert.match(String(sql?.attributes['db.query.text']), /^insert into/)
  assert.ok(!JSON.stringify(spans.map(({ attributes }) => attributes)).includes('Left Sock'))

  const calls = new Set(spans.filter(({ name }) => name.startsWith('call ')).map((span) => span.spanId))
  // At its start, the service asks each provider once, outside of the trace.
  const sent = sentToProviders(world).filter((header) => String(header).includes(traceId))
  assert.equal(sent.length, 4)
  for (const header of sent) {
    const [, sentTrace, parent = ''] = String(header).split('-')
    assert.deepEqual([sentTrace, calls.has(parent)], [traceId, true])
  }
  assert.deepEqual(
    world.images.requests.map((asked) => asked.headers['traceparent']),
    [undefined],
  )

  const rollUp = findRollUp()
  assert.equal(rollUp?.parentId, '')
  assert.ok(receiver.spans.some(({ name, parentId }) => parentId === rollUp?.spanId && name.startsWith('sql ')))
})

/** Whether the request and all that it waited for have arrived, from all processes. */
function hasWholeTrace(all: ReceivedSpan[]): boolean {
  const spans = all.filter((span) => span.traceId === traceId)
  const ids = new Set([spanId, ...spans.map((span) => span.spanId)])
  const isWhole = spans.every(({ parentId }) => ids.has(parentId))
  return isWhole && ['POST /v1/score', ...traced].every((name) => spans.some((span) => span.name === name))
}

/** The service in this process, which exports its traces. */
async function startTraced(t: TestContext, world: World, environment: Record<string, string> = {}) {
  const receiver = await openReceiver(t)
  const started = await startApp(t, {
    world,
    environment: { ...world.environment, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...environment },
  })
  return { ...started, receiver, flush: async () => started.deps.tracer?.close() }
}

test('OTEL_EXPORTER_OTLP_ENDPOINT: no trace of probes, and an error status for a 5xx', async (t) => {
  const world = await startWorld(t, { goplus: { findFault: () => 'bad credentials' } })
  const { app, score, receiver, flush } = await startTraced(t, world)
  for (const url of ['/health', '/ready', '/metrics']) await ask(app, { url })
  assert.equal((await ask(app, { url: `/v1/score/${crypto.randomUUID()}` })).status, 404)
  assert.equal((await score()).status, 502)
  await flush()
  const requests = receiver.spans.filter(({ kind }) => kind === 2)
  const shown = requests.map(({ name, isError, parentId }) => ({ name, isError, parentId }))
  assert.deepEqual(
    shown.toSorted((one, other) => one.name.localeCompare(other.name)),
    [
      { name: 'GET /v1/score/:id', isError: false, parentId: '' },
      { name: 'POST /v1/score', isError: true, parentId: '' },
    ],
  )
  const call = receiver.spans.find(({ name }) => name === 'call risk')
  assert.deepEqual([call?.isError, call?.attributes['error.type']], [true, 'auth'])
})

const unsampled: [name: string, environment: Record<string, string>, header: string][] = [
  ['OTEL_TRACES_SAMPLER_ARG=0', { OTEL_TRACES_SAMPLER_ARG: '0' }, traceparent],
  ['a traceparent that is not sampled', {}, `00-${traceId}-${spanId}-00`],
]
for (const [name, environment, header] of unsampled)
  test(`${name}: the trace goes to providers and is not exported`, async (t) => {
    const world = await startWorld(t)
    const { score, receiver, flush } = await startTraced(t, world, environment)
    assert.equal((await score({}, { traceparent: header })).status, 201)
    await flush()
    assert.deepEqual(receiver.spans, [])
    assert.equal(sentToProviders(world).length, 4)
    for (const sent of sentToProviders(world)) assert.match(String(sent), new RegExp(`^00-${traceId}-.{16}-00$`))
  })

test('a receiver of traces that fails costs no request and one log line', async (t) => {
  const [world, receiver] = await Promise.all([startWorld(t), openReceiver(t, () => 400)])
  const { app, deps, score, logged } = await startApp(t, {
    world,
    environment: { ...world.environment, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
  })
  assert.equal((await score()).status, 201)
  await deps.tracer?.close()
  await until(() => receiver.requests.length > 0)
  assert.equal((await ask(app, { url: '/health' })).status, 200)
  assert.equal(logged().match(/traces can’t be exported/g)?.length, 1)
})

test('a receiver of traces that never responds does not hold up the stop', async (t) => {
  const server = createServer(() => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const service = await startOwnService(t, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  await service.stop()
  assert.equal(service.process.exitCode, 0)
})

test('a service that has scored nothing loads no tracing SDK, image library or unused client', async (t) => {
  const { environment, files } = watchModules(t)
  const service = await startOwnService(t, environment, fromSource.service)
  assert.equal(
    (await fetch(`${service.url}/v1/score/${crypto.randomUUID()}`, { headers: { traceparent } })).status,
    404,
  )
  await service.stop()
  const loaded = files()
  assert.ok(loaded.includes('src/main/start.ts'))
  assert.deepEqual(
    loaded.filter((file) =>
      /@opentelemetry\/(?!api\/)|otlp-tracer|node_modules\/(sharp|ioredis|nodemailer|web-push)|takumi/.test(file),
    ),
    [],
  )
})

test('traceparent without an export: passed on to providers, and the id in the log', async (t) => {
  const world = await startWorld(t)
  const { score, logged } = await startApp(t, { world })
  assert.equal((await score({}, { traceparent, tracestate: 'canary=1', 'x-request-id': 'with-trace' })).status, 201)
  assert.deepEqual(new Set(sentToProviders(world)), new Set([traceparent]))
  const lines = logged()
    .split('\n')
    .filter((line) => line.includes('"with-trace"'))
  assert.ok(lines.length > 0)
  for (const line of lines) assert.equal((JSON.parse(line) as { traceId?: string }).traceId, traceId, line)
  assert.equal(world.images.requests[0]?.headers['traceparent'], undefined)
  assert.ok(!JSON.stringify(world.txlist.requests).includes('canary=1'))
})

for (const [name, header] of [
  ['an invalid traceparent', `00-${traceId}-${spanId}`],
  ['no traceparent', undefined],
] as const)
  test(`${name}: no header to providers and no id in the log`, async (t) => {
    const world = await startWorld(t)
    const { score, logged } = await startApp(t, { world })
    assert.equal((await score({}, header === undefined ? {} : { traceparent: header })).status, 201)
    assert.deepEqual(new Set(sentToProviders(world)), new Set([undefined]))
    assert.doesNotMatch(logged(), /traceId/)
  })

test('a failed request logs its trace id, and the next on the connection has none', async (t) => {
  const world = await startWorld(t, { txlist: { findFault: () => 'bad key' } })
  const { app, submission, logged } = await startApp(t, { world })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const dispatcher = new Agent({ connections: 1, pipelining: 1 })
  t.after(() => dispatcher.close())
  const send = async (headers: Record<string, string>) => {
    const options = { method: 'POST', body: JSON.stringify(submission()), dispatcher } as const
    const response = await request(`${url}/v1/score`, {
      ...options,
      headers: { 'content-type': 'application/json', ...headers },
    })
    await text(response.body)
    return response.statusCode
  }
  assert.equal(await send({ traceparent, 'x-request-id': 'first' }), 502)
  assert.equal(await send({ 'x-request-id': 'second' }), 502)
  await until(() => logged().includes('"second"'))
  const lines = logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const idsOf = (requestId: string) =>
    lines.filter((line) => line['requestId'] === requestId).map((line) => line['traceId'])
  assert.deepEqual(new Set(idsOf('first')), new Set([traceId]))
  assert.ok(idsOf('first').length >= 2)
  assert.deepEqual(new Set(idsOf('second')), new Set([undefined]))
})

test('a webhook delivery carries no traceparent', async (t) => {
  const receiver = await openReceiver(t)
  const {
    deps,
    subscribe,
    receiver: endpoint,
    runDispatch,
  } = await startWebhooks(t, {
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
  })
  await subscribe()
  await emit(deps)
  await runDispatch()
  await deps.tracer?.close()
  assert.deepEqual(
    endpoint.arrived.map(({ headers }) => headers['traceparent']),
    [undefined],
  )
  const delivery = receiver.spans.find(({ name }) => name === 'deliver webhook')
  assert.ok(
    receiver.spans.some((span) => span.spanId === delivery?.parentId && span.name === 'POST /v1/webhooks/dispatch'),
  )
})

await import('../world/close-shared-db.ts')
