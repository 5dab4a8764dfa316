import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { issueKey } from '../src/keys/key-commands.ts'
import { type AppOptions, type TestApp, type WorldOptions, ask, startApp, startWorld } from './world/app.ts'
import { parseEvents } from './world/requests.ts'
import { until } from './world/waiting.ts'
import { verdict } from './world/model.ts'

const accept = { accept: 'text/event-stream' }

async function start(t: TestContext, options: AppOptions & { model?: WorldOptions['model'] } = {}) {
  const { model, ...rest } = options
  const world = await startWorld(t, model ? { model } : {})
  return { ...(await startApp(t, { world, ...rest })), world }
}

/** The events of a scoring, with their data parsed. */
async function stream({ app, submission }: TestApp, over: object = {}, headers: Record<string, string> = {}) {
  const request = { method: 'POST', url: '/v1/score', payload: submission(over), headers: { ...accept, ...headers } }
  const response = await ask(app, { ...request, method: 'POST' })
  return { ...response, events: typeof response.body === 'string' ? parseEvents(response.body) : [] }
}

test('POST /v1/score as events: six signals, then the record', async (t) => {
  const service = await start(t)
  const { status, headers, events } = await stream(service)
  assert.equal(status, 200)
  assert.deepEqual(
    [headers['content-type'], headers['cache-control'], headers['x-accel-buffering']],
    ['text/event-stream; charset=utf-8', 'no-store', 'no'],
  )
  assert.deepEqual(
    events.map(({ event }) => event),
    [...Array.from({ length: 6 }, () => 'signal'), 'score'],
  )
  const record = events.at(-1)?.data
  const stored = await ask(service.app, { url: `/v1/score/${record.id}` })
  assert.deepEqual(record, stored.body)
  const told = events.slice(0, 6).map(({ data }) => data)
  assert.deepEqual(
    new Set(told.map(({ signal }) => signal)),
    new Set(['meme', 'creator', 'image', 'name', 'social', 'risk']),
  )
  for (const { signal, score, stub } of told)
    assert.deepEqual([score, stub], [record.signals[signal].score, record.signals[signal].stub], signal)
})

test('POST /v1/score: JSON if Accept prefers it to events', async (t) => {
  const { status, headers } = await stream(await start(t), {}, { accept: 'text/event-stream;q=0.1, application/json' })
  assert.deepEqual([status, headers['content-type']], [201, 'application/json; charset=utf-8'])
})

test('POST /v1/score as events: a signal arrives before the others are measured', async (t) => {
  const { promise: held, resolve: judge } = Promise.withResolvers<void>()
  const service = await start(t, { model: { judge: (request) => held.then(() => verdict(request)) } })
  const { read } = await openStream(t, service)
  const early = await read(/"signal":"risk"/)
  assert.match(early, /"signal":"name"/)
  assert.doesNotMatch(early, /"signal":"meme"|event: score/)
  judge()
  assert.match(await read(/event: score/), /"signal":"meme"/)
})

test('POST /v1/score as events: a comment shows that the work goes on', async (t) => {
  const { promise: held, resolve: judge } = Promise.withResolvers<void>()
  const model = { judge: (request: Parameters<typeof verdict>[0]) => held.then(() => verdict(request)) }
  const service = await start(t, { model, config: { heartbeatMs: 20 } })
  const { read } = await openStream(t, service)
  await read(/^: still working\n\n/m)
  judge()
  await read(/event: score/)
})

const measured = (events: ReturnType<typeof parseEvents>) =>
  events
    .filter(({ event, data }) => event === 'signal' && !data.stub)
    .map(({ data }) => String(data.signal))
    .sort((a, b) => a.localeCompare(b))

test('POST /v1/score as events: stubs are marked', async (t) => {
  const world = await startWorld(t)
  const environment = { OUTBOUND_ALLOW: world.environment['OUTBOUND_ALLOW'] }
  const service = await startApp(t, { environment })
  const { events } = await stream(service, { imageUrl: `${world.images.url}/a.png` })
  assert.deepEqual(measured(events), ['name', 'social'])
  assert.equal(events.at(-1)?.data.confidence, 'preliminary')
})

test('POST /v1/score as events: a test key gets stubs', async (t) => {
  const service = await start(t)
  const { key } = await issueKey(service.deps, {
    tier: 'pro',
    label: 'Acme',
    owner: 'ops',
    actor: 'test',
    mode: 'test',
  })
  const { events } = await stream(service, {}, { authorization: `Bearer ${key}` })
  assert.deepEqual(measured(events), ['name', 'social'])
  assert.equal(events.at(-1)?.data.test, true)
})

test('POST /v1/score as events: a replay sends only the record', async (t) => {
  const service = await start(t)
  const key = { 'idempotency-key': 'once' }
  const remoteAddress = '203.0.113.77'
  const send = (headers: object) =>
    ask(service.app, {
      method: 'POST',
      url: '/v1/score',
      payload: service.submission(),
      remoteAddress,
      headers: { ...headers, ...key },
    })
  const made = await send({})
  const replayed = await send(accept)
  assert.deepEqual(
    [replayed.status, replayed.headers['idempotent-replayed'], replayed.headers['location']],
    [200, 'true', `/v1/score/${made.body.id}`],
  )
  assert.deepEqual(parseEvents(replayed.body), [{ event: 'score', data: made.body }])
})

test('POST /v1/score as events: what fails before the first signal has its own status', async (t) => {
  const service = await start(t, { environment: { SCORE_ACCESS: 'key' } })
  assert.equal((await stream(service)).status, 401)
  const open = await start(t)
  for (const [over, path] of [
    [{ name: '' }, 'name'],
    [{ imageUrl: 'https://10.0.0.1/a.png' }, 'imageUrl'],
  ] as const) {
    const { status, body, headers } = await stream(open, over)
    assert.deepEqual([status, body.error.details[0].path], [400, path])
    assert.match(String(headers['content-type']), /^application\/json/)
  }
})

test('POST /v1/score as events: a failed provider is the last event, nothing is stored', async (t) => {
  const service = await start(t, { model: { judge: () => ({ status: 500 }) } })
  const { status, events } = await stream(service)
  assert.equal(status, 200)
  const last = events.at(-1)
  assert.equal(last?.event, 'error')
  assert.deepEqual(Object.keys(last?.data), ['error'])
  assert.equal(last?.data.error.code, 'upstream')
  assert.deepEqual(await service.deps.db.selectFrom('scores').select('id').execute(), [])
})

test('POST /v1/score as events: a bad image is an error event that names the field', async (t) => {
  const service = await start(t)
  const { events } = await stream(service, { imageUrl: `${service.world.images.url}/none.png` })
  const { error } = events.at(-1)?.data ?? {}
  assert.deepEqual([error.code, error.details[0].path], ['bad_request', 'imageUrl'])
})

test('POST /v1/score as events: a client that leaves cancels the work', async (t) => {
  const { promise: never } = Promise.withResolvers<object>()
  const service = await start(t, { model: { judge: () => never } })
  const { read, leave } = await openStream(t, service)
  await read(/event: signal/)
  await until(() => service.world.model.requests.length === 2)
  leave()
  await until(() => service.logged().includes('the client closed the connection'))
  assert.deepEqual(await service.deps.db.selectFrom('scores').select('id').execute(), [])
})

test('POST /v1/score: without the header the response is JSON', async (t) => {
  const { score } = await start(t)
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const response = await score({}, headers)
    assert.equal(response.status, 201)
    assert.match(String(response.headers['content-type']), /^application\/json/)
  }
})

/** A stream over a socket, read piece by piece. */
async function openStream(t: TestContext, { app, submission }: TestApp) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const leaving = new AbortController()
  t.after(() => leaving.abort())
  const response = await fetch(`http://127.0.0.1:${port}/v1/score`, {
    method: 'POST',
    headers: { ...accept, 'content-type': 'application/json' },
    body: JSON.stringify(submission()),
    signal: leaving.signal,
  })
  assert.equal(response.status, 200)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async (until: RegExp): Promise<string> => {
    while (!until.test(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: '' }
      assert.ok(!done, text)
      text += value
    }
    return text
  }
  return { read, leave: () => leaving.abort() }
}
