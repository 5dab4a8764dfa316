import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { type Discord, startDiscord } from '../../dev/stand-ins/discord.ts'
import { startAttesting } from '../world/attesting.ts'
import { walletNo } from '../world/creators.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { vapid } from '../fixtures/keys.ts'
import { enroll, times } from './journeys.ts'
import { createScope } from './scope.ts'
import { type ServiceResponse, type Target, databases, score, send, startTarget } from './target.ts'
import { eventually, withstand } from './withstand.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'

for (const database of databases)
  void describe(`strangers and what the operator pays (${database})`, () => {
    const scope = createScope()
    let target: Target
    let discord: Discord

    before(async () => {
      discord = await startDiscord({ limit: { calls: 1, windowMs: 1000 } })
      scope.after(discord.close)
      const chain = hasAnvil() ? (await startAttesting(scope)).environment : {}
      target = await startTarget(scope, {
        database,
        environment: {
          ...chain,
          CHAIN_DAILY_GAS: '8000000',
          NOTIFY_DISCORD_URL: discord.url,
          NOTIFY_VAPID_PUBLIC: vapid.publicKey,
          NOTIFY_VAPID_PRIVATE: vapid.privateKey,
          SCORE_DAILY_PER_NETWORK: '40',
        },
      })
    })
    after(scope.close)

    test('publishing by strangers leaves gas for enrolled creators', { skip }, () =>
      withstand(target, async () => {
        const publish = (address: string, id: string) =>
          send(target, address, { path: `/v1/score/${id}/publish`, method: 'POST' })
        const responses: ServiceResponse[] = []
        for (const n of times(24, (n) => n)) {
          const address = `203.0.113.${n % 12}`
          const { body } = await score(target, address, { creatorAddress: walletNo(0x6000 + n).address })
          responses.push(await publish(address, body.id))
        }
        const refused = responses.filter(({ status }) => status === 503)
        assert.ok(refused.length > 0)
        for (const { body, headers } of refused) {
          assert.equal(body.error.code, 'unavailable')
          assert.ok(Number(headers.get('retry-after')) > 0)
        }
        const { id } = await enroll(target, { wallet: walletNo(0x6100), address: freshAddress() })
        const { status, text } = await publish(freshAddress(), id)
        assert.ok([201, 202].includes(status), text)
      }),
    )

    /** How many messages were sent before the one that names a launch. */
    function findFeedPosition(name: string): Promise<number> {
      const place = discord.messages.findIndex(({ content }) => content.includes(name))
      return place < 0 ? Promise.reject(new Error(`no message names ${name}`)) : Promise.resolve(place)
    }

    test('pushes go only to known push services', async () => {
      const { id } = await enroll(target, { wallet: walletNo(0x6200), address: freshAddress() })
      const json = { endpoint: 'https://victim.example/expensive?q=1', keys: pushKeys }
      const path = `/v1/launch/${id}/subscriptions`
      const { status, body } = await send(target, freshAddress(), { path, method: 'POST', json })
      assert.deepEqual([status, body.error.details?.[0].path], [400, 'endpoint'])
    })

    test('60 launches of three addresses do not delay another creator’s notice', () =>
      withstand(target, async () => {
        const due = Date.now() + 25_000
        const scheduledFor = new Date(due).toISOString()
        for (const n of times(48, (n) => n))
          await enroll(target, {
            wallet: walletNo(0x7000 + n),
            address: `198.51.100.${n % 3}`,
            over: { name: `Throwaway ${'abcdefghijklmnopqrstuvwxyz'[n % 26]}` },
            scheduledFor,
          })
        await enroll(target, {
          wallet: walletNo(0x7100),
          address: freshAddress(),
          over: { name: 'Punctual' },
          scheduledFor: new Date(due + 1000).toISOString(),
        })
        const place = await eventually(() => findFeedPosition('Punctual'), 45_000)
        assert.ok(place < 8, `message ${place}`)
      }))

    test('a network’s daily scores are its own', async () => {
      const responses = await Promise.all(times(45, () => score(target, '198.51.100.200')))
      const refused = responses.filter(({ status }) => status === 429)
      assert.equal(refused.length, 5)
      assert.ok(Number(refused[0]?.headers.get('retry-after')) > 60)
      assert.equal((await score(target, freshAddress())).status, 201)
    })
  })

/** As browsers write them; the key is a point that anybody can compute. */
const pushKeys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}
