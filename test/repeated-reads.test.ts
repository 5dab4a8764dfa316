import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { createServerListener } from '../src/database/listener.ts'
import type { App } from '../src/platform/http/app.ts'
import { ask, startReplica, type TestApp } from './world/app.ts'
import { openTestDb } from './world/database.ts'
import { hideScore } from './world/operators.ts'
import { findValue } from './world/requests.ts'
import { seedLaunches } from './world/seed.ts'
import { closeAfter, until } from './world/waiting.ts'
import { issueKey } from './world/webhooks.ts'

const environment = { TRUST_PROXY: '127.0.0.1', ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }

interface Read {
  method?: string
  path: string
  headers?: Record<string, string>
}

/** A service that listens, and repeats responses because it logs no successful reads. */
async function listen(t: TestContext, database: Awaited<ReturnType<typeof openTestDb>>) {
  const ofServer = () =>
    createServerListener({ url: database.url ?? '', elapsedMs: () => 0, id: randomUUID(), onChange: () => {} })
  const service = await startReplica(t, database, {
    environment,
    listener: database.listener ?? ofServer(),
    elapsedMs: () => 0,
  })
  service.deps.log.level = 'info'
  await until(() => service.deps.takedownEpoch() !== null)
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  return service
}

async function start(t: TestContext) {
  const database = await openTestDb()
  closeAfter(t, database.close)
  const service = await listen(t, database)
  const [launch] = await seedLaunches(service.deps.db, [
    { creatorAddress: '0xa11ce00000000000000000000000000000000001' },
  ])
  return { database, service, id: launch?.score.id ?? '', path: `/v1/score/${launch?.score.id}` }
}

async function read({ app }: Pick<TestApp, 'app'>, { method = 'GET', path, headers = {} }: Read) {
  const { port } = app.server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  return { status: response.statusCode, headers: response.headers, body: body.toString('base64') }
}

/** Counts the requests that reach a handler of the framework. */
function countHandled(t: TestContext): () => number {
  let handled = 0
  const count = () => void (handled += 1)
  const channel = 'tracing:fastify.request.handler:start'
  subscribe(channel, count)
  t.after(() => unsubscribe(channel, count))
  return () => handled
}

/** A response without what is made anew for each. */
function comparable({ headers, ...response }: Awaited<ReturnType<typeof read>>) {
  const { date, 'x-request-id': requestId, ...others } = headers
  assert.ok(date)
  assert.match(String(requestId), /^[\w-]+$/)
  const ratelimit = String(others.ratelimit).replace(/r=\d+;t=\d+/, 'r;t')
  return { ...response, headers: { ...others, ratelimit } }
}

const countRead = (app: App, status: number) =>
  ask(app, { url: '/metrics' }).then(({ body }) =>
    findValue(body as string, 'http_request_duration_seconds_count', {
      method: 'GET',
      route: '/v1/score/:id',
      status: String(status),
    }),
  )

test('GET /v1/score/:id: a repeated response equals the framework’s, header by header', async (t) => {
  const { database, service, id, path } = await start(t)
  const other = await listen(t, database)
  const holder = await issueKey(service.deps)
  const client = { 'x-forwarded-for': '198.51.100.7' }
  const plain: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'br, gzip' },
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'identity' },
    { 'if-none-match': `"${id}"` },
    { 'if-none-match': `"${id}-br"`, 'accept-encoding': 'br' },
    { 'if-none-match': '"another"' },
    { 'if-none-match': '*' },
    { origin: 'https://site.example' },
    client,
    { 'x-forwarded-for': '198.51.100.8, 127.0.0.1' },
  ]
  const handled = countHandled(t)
  for (const headers of plain) {
    const framework = comparable(await read(other, { path, headers }))
    await read(service, { path, headers })
    const before = handled()
    assert.deepEqual(comparable(await read(service, { path, headers })), framework, JSON.stringify(headers))
    assert.equal(handled(), before, `${JSON.stringify(headers)} reached the framework`)
  }
  const unusual: Read[] = [
    { path: `${path}?fields=id` },
    { path: path.toUpperCase().replace('/V1/SCORE', '/v1/score') },
    { path, method: 'HEAD' },
    { path, method: 'OPTIONS' },
    { path, method: 'DELETE' },
    { path, headers: { range: 'bytes=0-9' } },
    { path, headers: { ...holder } },
    { path, headers: { authorization: 'Bearer wrong' } },
    { path, headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } },
    { path, headers: { expect: 'nothing' } },
    { path, headers: { 'x-forwarded-for': 'unknown, 198.51.100.9' } },
  ]
  for (const one of unusual) {
    const framework = comparable(await read(other, one))
    for (const _ of [1, 2]) assert.deepEqual(comparable(await read(service, one)), framework, JSON.stringify(one))
  }
  const named = { path, headers: { 'x-request-id': 'mine' } }
  assert.equal((await read(service, named)).headers['x-request-id'], 'mine')
})

test('GET /v1/score/:id: repeated responses count against the limit and in the metrics', async (t) => {
  const { service, id, path } = await start(t)
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const statuses: unknown[] = []
  for (let n = 0; n < 302; n += 1) statuses.push((await read(service, { path, headers })).status)
  assert.deepEqual(statuses, [...Array.from({ length: 300 }, () => 200), 429, 429])
  const known = { 'x-forwarded-for': '198.51.100.8', 'if-none-match': `"${id}"` }
  for (const _ of [1, 2]) assert.equal((await read(service, { path, headers: known })).status, 304)
  await until(async () => (await countRead(service.app, 304)) === 2)
  assert.deepEqual([await countRead(service.app, 200), await countRead(service.app, 429)], [300, 2])
})

test('GET /v1/score/:id: a take-down ends the repeating of responses', async (t) => {
  const { service, id, path } = await start(t)
  for (const _ of [1, 2]) assert.equal((await read(service, { path })).status, 200)
  await hideScore(service, id)
  await until(
    async () => (await read(service, { path, headers: { 'x-forwarded-for': '198.51.100.9' } })).status === 451,
  )
  assert.equal((await read(service, { path })).status, 451)
})
