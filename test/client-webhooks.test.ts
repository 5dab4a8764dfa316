import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import Fastify from 'fastify'
import { receive, receiveFastify, receiveNode } from '../client/src/index.ts'
import { type VerifiedWebhook, verifyWebhook, type WebhookDelivery } from '../client/src/webhooks.ts'
import { createSignedHeaders, createStandardHeaders } from '../src/webhooks/signing.ts'
import { emit, requestAs, secret, startWebhooks } from './world/webhooks.ts'

const now = new Date('2026-12-01T12:00:00.000Z')
const standardSecret = `whsec_${Buffer.alloc(24, 'key').toString('base64')}`
const nextStandardSecret = `whsec_${Buffer.alloc(24, 'next').toString('base64')}`

const signed = (body: string, options: { serviceName?: string; at?: Date } = {}): WebhookDelivery => ({
  body,
  headers: createSignedHeaders({
    serviceName: 'Launchscore',
    event: 'score.created',
    deliveryId: 'dlv_1',
    body,
    secret,
    at: now,
    ...options,
  }),
})

const signedStandard = (body: string, secrets = [standardSecret]): WebhookDelivery => ({
  body,
  headers: createStandardHeaders({ serviceName: 'Launchscore', deliveryId: 'dlv_1', body, secrets, at: now }),
})

void test('a delivery is verified in both formats and with every type of body and headers', async () => {
  const body = '{"id":"evt_1","event":"score.created","data":{"name":"左袜 🧦"}}'
  const expected = { deliveryId: 'dlv_1', event: JSON.parse(body) }
  for (const [delivery, own] of [
    [signed(body), secret],
    [signed(body, { serviceName: 'My pad 2' }), secret],
    [signedStandard(body), standardSecret],
  ] as const) {
    const headers = new Headers(delivery.headers as Record<string, string>)
    for (const one of [delivery, { ...delivery, headers }, { headers, body: Buffer.from(body) }])
      assert.deepEqual(await verifyWebhook(one, { secret: own, now }), expected)
  }
})

void test('during a rotation a delivery of either secret is verified', async () => {
  const secrets = [nextStandardSecret, standardSecret]
  assert.ok(await verifyWebhook(signed('{}'), { secret: ['another-secret', secret], now }))
  for (const own of [standardSecret, nextStandardSecret, ['whsec_AAAA', standardSecret]])
    assert.ok(await verifyWebhook(signedStandard('{}', secrets), { secret: own, now }))
})

void test('a delivery that is unsigned, stale or forged is refused with its reason', async () => {
  const good = signed('{}')
  const headers = good.headers as Record<string, string>
  const refused = (delivery: WebhookDelivery, reason: string, own: string | string[] = secret) =>
    assert.rejects(verifyWebhook(delivery, { secret: own, now }), { name: 'WebhookError', reason })
  await refused({ ...good, headers: {} }, 'unsigned')
  await refused({ ...good, headers: { ...headers, 'X-Launchscore-Timestamp': 'soon' } }, 'unsigned')
  await refused(signed('{}', { at: new Date(now.getTime() - 301_000) }), 'stale')
  await refused(signed('{}', { at: new Date(now.getTime() + 301_000) }), 'stale')
  await refused({ ...good, body: '{ }' }, 'forged')
  await refused(good, 'forged', 'another-secret')
  await refused(good, 'forged', [])
  await refused(good, 'forged', '')
  await refused({ ...good, headers: { ...headers, 'X-Launchscore-Signature': 'sha256=00' } }, 'forged')
  await refused(signedStandard('{}'), 'forged', nextStandardSecret)
  await refused(signedStandard('{}'), 'forged', 'not base64!')
  await refused(
    { ...signedStandard('{}'), headers: { 'webhook-id': 'a', 'webhook-timestamp': '1796126400' } },
    'unsigned',
  )
})

void test('a replay has the same event id; a delivery without an id is refused', async () => {
  const { headers, body } = signed('{"id":"evt_1","event":"score.created","data":{}}')
  const replay = (id: string) => {
    const own = { ...(headers as Record<string, string>), 'X-Launchscore-Delivery': id }
    return verifyWebhook({ headers: own, body }, { secret, now })
  }
  const { deliveryId, event } = await replay('dlv_2')
  assert.deepEqual([deliveryId, event.id], ['dlv_2', 'evt_1'])
  await assert.rejects(replay(''), { reason: 'unsigned' })
  const { 'X-Launchscore-Delivery': _, ...rest } = headers as Record<string, string>
  await assert.rejects(verifyWebhook({ headers: rest, body }, { secret, now }), { reason: 'unsigned' })
})

void test('a standard delivery without an id is refused, even if the empty id is signed', async () => {
  const headers = createStandardHeaders({
    serviceName: 'Launchscore',
    deliveryId: '',
    body: '{}',
    secrets: [standardSecret],
    at: now,
  })
  await assert.rejects(verifyWebhook({ headers, body: '{}' }, { secret: standardSecret, now }), { reason: 'unsigned' })
})

void test('a signature header that a proxy adds does not hide that of the delivery', async () => {
  const { headers, body } = signed('{}')
  for (const name of ['X-Gateway-Signature', 'X-Zone-Signature']) {
    const added = { ...(headers as Record<string, string>), [name]: 'abc' }
    assert.equal((await verifyWebhook({ headers: added, body }, { secret, now })).deliveryId, 'dlv_1')
  }
  const alone = { 'X-Gateway-Signature': 'abc', 'X-Gateway-Timestamp': '1796126400' }
  await assert.rejects(verifyWebhook({ headers: alone, body }, { secret, now }), { reason: 'unsigned' })
})

void test('no changed byte of a body or signature passes', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1 }), fc.nat(), fc.boolean(), async (text, place, isStandard) => {
      const body = JSON.stringify({ text })
      const bytes = Buffer.from(body)
      const at = place % bytes.length
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      const delivery = isStandard ? signedStandard(body) : signed(body)
      const own = isStandard ? standardSecret : secret
      await assert.rejects(verifyWebhook({ ...delivery, body: bytes }, { secret: own, now }), { reason: 'forged' })
    }),
    { numRuns: 50 },
  ))

/** Starts the service and subscribes an endpoint; `dispatch` delivers an event. */
async function subscribeTo(t: TestContext, endpoint: string) {
  const world = await startWebhooks(t, { environment: { OUTBOUND_ALLOW: new URL(endpoint).host } })
  const { status, body } = await requestAs(world, world.holder)('POST', '/v1/webhooks', {
    endpoint,
    events: ['score.created'],
    secret,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return {
    dispatch: async () => {
      await emit(world.deps)
      return world.runDispatch()
    },
  }
}

async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` // it listens on a port
}

const received = () => {
  const list: VerifiedWebhook[] = []
  return { list, handle: (one: VerifiedWebhook) => void list.push(one) }
}

const endpoints = {
  'node:http and Express': (t: TestContext, handle: (one: VerifiedWebhook) => void) => {
    const handler = receiveNode({ secret, now }, handle)
    return listen(t, (request, response) => void handler(request, response))
  },
  Fastify: async (t: TestContext, handle: (one: VerifiedWebhook) => void) => {
    const app = Fastify()
    await app.register(receiveFastify({ secret, now }, handle), { prefix: '/hooks' })
    t.after(() => app.close())
    return `${await app.listen({ host: '127.0.0.1', port: 0 })}/hooks`
  },
  'Request and Response': (t: TestContext, handle: (one: VerifiedWebhook) => void) => {
    const handler = receive({ secret, now }, handle)
    return listen(t, (incoming, response) => {
      const body = Readable.toWeb(incoming) as ReadableStream
      const headers = incoming.headers as Record<string, string>
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit // a stream as body needs `duplex`
      const request = new Request(`http://receiver${incoming.url}`, init)
      void handler(request).then(async (one) => response.writeHead(one.status).end(await one.text()))
    })
  },
}

for (const [name, start] of Object.entries(endpoints))
  void test(`${name}: a delivery of the service reaches its handler, a forged one doesn’t`, async (t) => {
    const { list, handle } = received()
    const endpoint = await start(t, handle)
    const { dispatch } = await subscribeTo(t, endpoint)
    assert.equal((await dispatch()).delivered, 1)
    assert.deepEqual(
      list.map(({ event }) => event.event),
      ['score.created'],
    )
    assert.match(list[0]?.deliveryId ?? '', /^dlv_/)
    const post = async (body: string, headers: WebhookDelivery['headers'] = {}) =>
      (await fetch(endpoint, { method: 'POST', body, headers: headers as Record<string, string> })).status
    assert.equal(await post('{}', { 'content-type': 'application/json' }), 401)
    assert.equal(await post('no JSON', signed('no JSON').headers), 400)
    assert.equal(await post('x'.repeat(1024 * 1024 + 1)), 413)
    assert.equal(list.length, 1)
  })

void test('a handler that throws makes the service try again', async (t) => {
  t.mock.method(console, 'error', () => {})
  let calls = 0
  const handler = receiveNode({ secret, now }, () => {
    calls += 1
    throw new Error('The database is away.')
  })
  const { dispatch } = await subscribeTo(t, await listen(t, (request, response) => void handler(request, response)))
  assert.equal((await dispatch()).retried, 1)
  assert.equal(calls, 1)
})

void test('receiveNode: 500 if middleware parsed the body, and the service tries again', async (t) => {
  const logged = t.mock.method(console, 'error', () => {})
  const { list, handle } = received()
  const handler = receiveNode({ secret, now }, handle)
  const parseFirst = (parser: (text: string) => unknown) =>
    listen(t, (request, response) => {
      void readText(request).then((text) => handler(Object.assign(request, { body: parser(text) }), response))
    })
  const parsed = await subscribeTo(t, await parseFirst(JSON.parse))
  assert.equal((await parsed.dispatch()).retried, 1)
  const asText = await subscribeTo(t, await parseFirst(String))
  assert.equal((await asText.dispatch()).delivered, 1)
  assert.equal(list.length, 1)
  assert.match(String(logged.mock.calls[0]?.arguments[0]), /raw body/)
})

void test('a sender that leaves within a body ends neither the handler nor the process', async (t) => {
  const { list, handle } = received()
  const handled = Promise.withResolvers<void>()
  const handler = receiveNode({ secret, now }, handle)
  const endpoint = await listen(t, (request, response) => handled.resolve(handler(request, response)))
  const sender = connect(Number(new URL(endpoint).port), '127.0.0.1')
  sender.end('POST /hooks HTTP/1.1\r\nhost: receiver\r\ncontent-length: 100\r\n\r\nhalf')
  await handled.promise
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('the sender left')) })
  const init = { method: 'POST', body: broken, duplex: 'half' } as RequestInit
  const response = await receive({ secret, now }, handle)(new Request('http://receiver/hooks', init))
  assert.equal(response.status, 400)
  assert.deepEqual(list, [])
})

void test('a header of many signatures costs one HMAC, and the right one counts anywhere', async (t) => {
  const body = '{"id":"evt_1"}'
  const delivery = signedStandard(body)
  const headers = delivery.headers as Record<string, string>
  const signatures = `${'v1, '.repeat(2000)}${headers['webhook-signature']} v1,AAAA`
  const one = { body, headers: { ...headers, 'webhook-signature': signatures } }
  const [sign, verify] = [t.mock.method(crypto.subtle, 'sign'), t.mock.method(crypto.subtle, 'verify')]
  assert.ok(await verifyWebhook(one, { secret: standardSecret, now }))
  assert.equal(sign.mock.callCount() + verify.mock.callCount(), 1)
  for (const forged of ['v1, '.repeat(2000), `${headers['webhook-signature']}AAAA`]) {
    const made = { body, headers: { ...headers, 'webhook-signature': forged } }
    await assert.rejects(verifyWebhook(made, { secret: standardSecret, now }), { reason: 'forged' })
  }
})

void test('a tolerance that is no number lets no old delivery through', async () => {
  const options = { secret, toleranceSeconds: Number('5 minutes'), now: new Date('2026-12-02T12:00:00.000Z') }
  await assert.rejects(verifyWebhook(signed('{}'), options), { reason: 'stale' })
})

void test('a delivery over HTTP/2 is verified: Node gives its request line as headers', async () => {
  const { headers, body } = signed('{}')
  const received = { ':method': 'POST', ':path': '/hooks', ...(headers as Record<string, string>) }
  assert.ok(await verifyWebhook({ body, headers: received }, { secret, now }))
})
