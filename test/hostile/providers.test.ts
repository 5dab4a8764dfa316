import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { WireFault } from '../../dev/stand-ins/json-server.ts'
import { startRpc } from '../../dev/stand-ins/rpc.ts'
import { walletNo } from '../world/creators.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { startWorld } from '../world/app.ts'
import { enroll, inRounds, times } from './journeys.ts'
import { createScope } from './scope.ts'
import { type Target, databases, score, send, startTarget } from './target.ts'
import { eventually, withstand } from './withstand.ts'

const seasoned = '0x1111111111111111111111111111111111111111'
const wallet = (n: number) => `0x${(0xfeed0000 + n).toString(16).padStart(40, '0')}`
/** As many as a breaker bears: a fifth request with a fault would open it. */
const faults: WireFault[] = ['hang', 'drip', 'cut', 'too large']
const misled = (n: number) => wallet(1000 + n)
const contractWallet = '0x00000000000000000000000000000000c0de0001'

for (const database of databases)
  void describe(`strangers and the providers (${database})`, () => {
    const scope = createScope()
    let target: Target
    const explorer = { isLimited: false, calls: [] as number[] }
    const node = { calls: 0 }

    before(async () => {
      const world = await startWorld(scope, {
        txlist: {
          wallets: { [seasoned]: { ageDays: 500, sent: 30 } },
          findFault: ({ query }) => {
            if (query.address?.toLowerCase() === seasoned) return undefined
            const fault = faults.find((_, n) => query.address?.toLowerCase() === misled(n))
            if (fault) return fault
            return explorer.isLimited && isOverFivePerSecond(explorer.calls) ? 'rate limit' : undefined
          },
        },
      })
      const rpc = await startRpc({
        wallets: { [contractWallet]: () => 'reverts' },
        findFault: () => {
          node.calls += 1
          return undefined
        },
      })
      scope.after(rpc.close)
      target = await startTarget(scope, { database, world, environment: { CHAIN_RPC_URL: rpc.url } })
    })
    after(scope.close)

    const isReady = async () => (await send(target, freshAddress(), { path: '/ready' })).status === 200

    test('a rate limit used up by strangers opens no breaker', () =>
      withstand(target, async () => {
        explorer.isLimited = true
        const attack = Promise.all(times(25, (n) => score(target, '203.0.113.4', { creatorAddress: wallet(n) })))
        const checks = await inRounds(8, 1, isReady)
        const responses = await attack
        explorer.isLimited = false
        assert.ok(checks.every((ready) => ready))
        for (const { status, text } of responses) assert.ok([201, 503].includes(status), text)
      }))

    test('a faulty explorer fails only its requests and stores nothing', () =>
      withstand(target, async () => {
        const responses = faults.map((_, n) => score(target, freshAddress(), { creatorAddress: misled(n) }))
        for (const { status, body } of await Promise.all(responses))
          assert.deepEqual([status, body.error.code], [502, 'upstream'])
        assert.ok(await isReady())
      }))

    test('page edits by another creator’s contract wallet call no node', () =>
      withstand(target, async () => {
        const { id } = await enroll(target, { wallet: walletNo(0x5001), address: freshAddress() })
        const before = node.calls
        const edit = () =>
          send(target, '203.0.113.18', {
            path: `/v1/launch/${id}/page`,
            method: 'PATCH',
            json: {
              tagline: 'x',
              creatorAddress: contractWallet,
              issuedAt: new Date().toISOString(),
              signature: `0x${'11'.repeat(65)}`,
            },
          })
        for (const { status, text } of await inRounds(120, 40, edit)) assert.equal(status, 409, text)
        assert.equal(node.calls, before)
      }))

    test('a reverting contract wallet is refused and opens no breaker', () =>
      withstand(target, async () => {
        const { body } = await score(target, freshAddress(), { creatorAddress: contractWallet })
        const json = { scoreRequestId: body.id, creatorAddress: contractWallet, signature: `0x${'11'.repeat(65)}` }
        const enrolls = times(40, (n) =>
          send(target, `203.0.113.${n % 4}`, { path: '/v1/enroll', method: 'POST', json }),
        )
        for (const { status, text } of await Promise.all(enrolls)) assert.ok([401, 429].includes(status), text)
        await eventually(async () => assert.ok(await isReady()))
      }))
  })

function isOverFivePerSecond(calls: number[]): boolean {
  const now = performance.now()
  calls.push(now)
  return calls.filter((at) => at > now - 1000).length > 5
}
