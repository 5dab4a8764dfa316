import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { walletNo } from '../world/creators.ts'
import { imageForm } from '../world/requests.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { adminToken } from '../world/notifying.ts'
import { enroll, issueKey, times } from './journeys.ts'
import { createScope } from './scope.ts'
import { type ServiceResponse, type Target, databases, score, send, startTarget } from './target.ts'
import { eventually, withstand } from './withstand.ts'

const noise = () =>
  sharp(randomBytes(256 * 256 * 3), { raw: { width: 256, height: 256, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer()

for (const database of databases)
  void describe(`strangers and the budgets of a day (${database})`, () => {
    const scope = createScope()
    let target: Target
    let authorization: string
    let enrolled: { id: string }

    before(async () => {
      const budgets = { STORE_DAILY_BYTES: '12000000', MODEL_DAILY_BUDGET_TOKENS: '80000' }
      const environment = { ...budgets, ADMIN_TOKEN: adminToken }
      target = await startTarget(scope, { database, environment })
      authorization = `Bearer ${await issueKey(target, 'enterprise')}`
      enrolled = await enroll(target, { wallet: walletNo(0x8100), address: freshAddress() })
    })
    after(scope.close)

    const upload = async (address: string) => {
      const { payload, headers } = imageForm(await noise())
      return send(target, address, { path: '/v1/images', method: 'POST', body: payload, headers })
    }
    const scoreWithKey = () => {
      const json = { promptVersion: 'launch-score@1.1.0' }
      const headers = { authorization, 'content-type': 'application/json' }
      const path = `/v1/score/${enrolled.id}/rescore`
      return send(target, freshAddress(), { path, method: 'POST', headers, body: JSON.stringify(json) })
    }
    const readLimits = async (): Promise<[number, Record<string, string>]> => {
      const { status, body } = await send(target, freshAddress(), { path: '/ready' })
      return [status, body.checks.budgets]
    }
    test('forms of boundaries alone are refused, and nobody else waits for them', () =>
      withstand(target, async () => {
        const head = '--a\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n'
        const body = Buffer.from(head + '--a\r\n'.repeat(20_000))
        const headers = { 'content-type': 'multipart/form-data; boundary=a' }
        const sent = times(16, (n) =>
          send(target, `2001:db8:77:${n.toString(16)}::1`, { path: '/v1/images', method: 'POST', body, headers }),
        )
        for (const { status, body: answer } of await Promise.all(sent)) {
          assert.equal(status, 400, JSON.stringify(answer))
          assert.equal(answer.error.details[0].path, 'body')
        }
      }))

    test('after too many guesses the right admin token gets 429 from that network, and 200 from another', async () => {
      const guess = (bearer: string, path: string, address: string) =>
        send(target, address, { path, headers: { authorization: `Bearer ${bearer}` } })
      const guesses = times(200, (n) =>
        guess(`guess-number-${n}`, `/v1/admin/${n % 2 ? 'stats' : 'status'}`, '203.0.113.77'),
      )
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      assert.ok(statuses.includes(401) && statuses.includes(429), String(statuses))
      const logged = target.loggedBytes()
      const flood = times(100, (n) => guess(n === 50 ? adminToken : `more-${n}`, '/v1/admin/budgets', '203.0.113.77'))
      const after = (await Promise.all(flood)).filter(({ status }) => status !== 401)
      assert.ok(!after.some(({ status }) => status === 200), 'a guess succeeds')
      assert.ok(target.loggedBytes() - logged < 20_000, `${target.loggedBytes() - logged} bytes are logged`)
      assert.equal((await guess(adminToken, '/v1/admin/budgets', freshAddress())).status, 200)
    })

    test('one address spends a tenth of the strangers’ tokens, and the next address scores', () =>
      withstand(
        target,
        async () => {
          const responses: ServiceResponse[] = []
          for (const n of times(12, (n) => n))
            responses.push(await score(target, '203.0.113.66', { description: `junk ${n} ${'word '.repeat(300)}${n}` }))
          const refused = responses.filter(({ status }) => status !== 201)
          assert.ok(refused.length >= 6, `${refused.length} of ${responses.length} are refused`)
          for (const one of refused) checkSpent(one, /^Your network has used up its share of today’s language-model/)
          assert.equal((await score(target, freshAddress())).status, 201)
        },
        { scores: false },
      ))

    test('two IPv6 /48 leave storage for another stranger, a key and an enrolled launch', () =>
      withstand(
        target,
        async () => {
          for (const site of ['2001:db8:1', '2001:db8:2']) {
            let last: ServiceResponse | undefined
            for (let n = 0; n < 150 && last?.status !== 503; n++) last = await upload(`${site}:${n.toString(16)}::1`)
            assert.ok(last)
            checkSpent(last, /^Your network has used up its share of today’s storage/)
          }
          assert.equal((await upload(freshAddress())).status, 201)
          assert.equal((await scoreWithKey()).status, 201)
        },
        { scores: false },
      ))

    test('networks without number use up the strangers’ half, and nothing that is kept for others', () =>
      withstand(
        target,
        async () => {
          let last = await upload(freshAddress())
          for (let n = 0; n < 200 && last.status !== 503; n++) last = await upload(freshAddress())
          checkSpent(last, /today’s storage/)
          let scored = await score(target, freshAddress())
          for (let n = 0; n < 60 && scored.status !== 503; n++) scored = await score(target, freshAddress())
          checkSpent(scored, /today’s (storage|language-model budget)/)
          await eventually(async () => assert.equal((await readLimits())[1]['stored_bytes'], 'limited'))
          assert.equal((await readLimits())[0], 200)
          assert.equal((await scoreWithKey()).status, 201)
          const path = `/v1/score/${enrolled.id}/rescore`
          assert.equal((await send(target, freshAddress(), { path, method: 'POST' })).status, 201)
        },
        { scores: false },
      ))
  })

function checkSpent({ status, body, headers }: ServiceResponse, what: RegExp): void {
  assert.deepEqual([status, body.error.code], [503, 'unavailable'], JSON.stringify(body))
  assert.match(body.error.message, what)
  assert.ok(Number(headers.get('retry-after')) > 0)
}
