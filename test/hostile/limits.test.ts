import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { text } from 'node:stream/consumers'
import { freshAddress } from '../world/fresh-address.ts'
import { walletNo } from '../world/creators.ts'
import { enroll, inRounds, issueKey, times } from './journeys.ts'
import { createScope } from './scope.ts'
import { type ServiceResponse, type Target, databases, score, send, startTarget, submission } from './target.ts'
import { withstand } from './withstand.ts'

const listStatuses = (responses: ServiceResponse[]) => new Set(responses.map(({ status }) => status))

for (const database of databases)
  void describe(`strangers and the limits (${database})`, () => {
    const scope = createScope()
    let target: Target
    const environment = { METRICS_TOKEN: 'a-token-for-metrics', PUBLIC_URL: `https://${crypto.randomUUID()}.example` }

    before(async () => {
      target = await startTarget(scope, { database, environment })
    })
    after(scope.close)

    const get = (address: string, path: string) => send(target, address, { path })

    for (const path of ['/leaderboards', '/no/such/route', '/metrics', '/v1/no-such-route'])
      test(`${path} is rate limited, and its refusals slow no reader`, async () => {
        await get('203.0.113.15', path) // loads what the first request of a page loads
        await withstand(target, async () => {
          const since = performance.now()
          const responses = await inRounds(500, 50, () => get('203.0.113.14', path))
          const refilled = (5 * (performance.now() - since)) / 1000 // 300 a minute
          assert.ok(listStatuses(responses).has(429), [...listStatuses(responses)].join())
          assert.ok(responses.filter(({ status }) => status !== 429).length <= 305 + refilled)
        })
      })

    test('the images and the card of a score are rate limited', async () => {
      const { body } = await score(target, freshAddress())
      for (const file of ['picture', 'card.png', 'badge.svg']) {
        const read = () => get('203.0.113.15', `/score/${body.id}/${file}`)
        const responses = await inRounds(600, 40, read)
        assert.deepEqual(listStatuses(responses), new Set([200, 429]), file)
      }
    })

    test('6,000 requests for long unknown paths fill no log', () =>
      withstand(target, async () => {
        const logged = target.loggedBytes()
        const path = `/${'x'.repeat(15_000)}`
        await inRounds(6000, 100, () => get('203.0.113.16', path))
        assert.ok(target.loggedBytes() - logged < 3_000_000, `${target.loggedBytes() - logged} bytes`)
      }))

    test('300 networks of one IPv6 /48 share eight times the quota', async () => {
      const since = performance.now()
      const responses = await Promise.all(
        times(600, (n) =>
          send(target, `2001:db8:7:${n.toString(16)}::1`, { path: '/v1/score', method: 'POST', json: {} }),
        ),
      )
      const refused = responses.filter(({ status }) => status === 429).length
      const refilled = (8 * (performance.now() - since)) / 1000 // eight times 60 a minute
      assert.ok(refused >= 600 - 8 * 60 - refilled - 1, `${refused} of 600 refused`)
    })

    test('a stranger’s Idempotency-Key neither blocks nor reveals another client’s', async () => {
      const headers = { 'idempotency-key': `order-${database}` }
      const json = submission(target)
      const first = await send(target, freshAddress(), { path: '/v1/score', method: 'POST', json, headers })
      const second = await send(target, freshAddress(), { path: '/v1/score', method: 'POST', json, headers })
      const third = await score(target, freshAddress(), {}, { headers })
      assert.deepEqual([first.status, second.status, third.status], [201, 201, 201])
      assert.notEqual(first.body.id, second.body.id)
    })

    test('one address with 50 user agents counts as one visitor', async () => {
      const { id } = await enroll(target, { wallet: walletNo(0x4001), address: freshAddress() })
      const visit = (n: number) =>
        send(target, '203.0.113.23', {
          path: `/v1/launch/${id}/attendance`,
          method: 'POST',
          json: { session: `session-${n}-of-one-address` },
        })
      for (const { status } of await Promise.all(times(50, visit))) assert.equal(status, 204)
      const { body } = await get(freshAddress(), `/v1/launch/${id}`)
      assert.equal(body.attendance.uniqueSessions, 1)
    })

    test('a body with thousands of unknown fields gets a short response', async () => {
      const json = Object.fromEntries(times(5000, (n) => [`f${n}`, 1]))
      const { status, text: body } = await send(target, freshAddress(), { path: '/v1/score', method: 'POST', json })
      assert.equal(status, 400)
      assert.ok(body.length < 16_384, `${body.length} bytes`)
    })

    test('an absolute URL in the request line does not appear in a page', async () => {
      const page = await absolute(target, 'http://evil.example/launches?limit=abc')
      assert.ok(!page.includes('evil.example'))
    })

    test('GET /metrics requires METRICS_TOKEN when it is set', async () => {
      const without = await get(freshAddress(), '/metrics')
      const headers = { authorization: `Bearer ${environment.METRICS_TOKEN}` }
      const withToken = await send(target, freshAddress(), { path: '/metrics', headers })
      assert.deepEqual([without.status, withToken.status], [401, 200])
    })

    test('a guessable webhook secret is refused', async () => {
      const key = await issueKey(target, 'pro')
      const headers = { authorization: `Bearer ${key}` }
      const json = { endpoint: 'https://example.com/hook', events: ['score.created'], secret: 'aaaaaaaa' }
      const { status, body } = await send(target, freshAddress(), {
        path: '/v1/webhooks',
        method: 'POST',
        json,
        headers,
      })
      assert.equal(status, 400)
      assert.equal(body.error.details[0].path, 'secret')
    })
  })

/** As a proxy asks, with the whole address in the request line. */
async function absolute({ url }: Target, path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, path, headers: { host: 'evil.example', accept: 'text/html' } },
      (response) => {
        text(response).then(resolve, reject)
      },
    )
    asked.once('error', reject).end()
  })
}
