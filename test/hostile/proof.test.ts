import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { walletNo } from '../world/creators.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { times } from './journeys.ts'
import { createScope } from './scope.ts'
import { type Target, databases, score, send, startTarget } from './target.ts'
import { withstand } from './withstand.ts'

/** A good wallet of somebody who has nothing to do with it, and the clean contract that it deployed. */
const seasoned = walletNo(0x5ea5)
const contract = '0x3b3fa9af73f17ef10092cd8b1c8a45ab6291d8c6'
const fresh = walletNo(0xf4e5).address

const visible = (markup: string) => markup.replace(/<style[^]*?<\/style>/g, '').replace(/<[^>]+>/g, ' ')

for (const database of databases)
  void describe(`other people’s wallets and contracts (${database})`, () => {
    const scope = createScope()
    let target: Target

    before(async () => {
      const token = { kind: 'clean' as const, creator: seasoned.address, name: 'Left Sock', symbol: 'SOCK' }
      const world = {
        goplus: { tokens: { [contract]: token } },
        txlist: { wallets: { [seasoned.address.toLowerCase()]: { ageDays: 812, sent: 400 } } },
      }
      target = await startTarget(scope, { database, world })
    })
    after(scope.close)

    const read = async (path: string) => (await send(target, freshAddress(), { path })).text
    const scoreOf = async (over: object) => {
      const { status, text, body } = await score(target, freshAddress(), over)
      assert.equal(status, 201, text)
      return body
    }
    const spoon = { name: 'Spoon Club', symbol: 'SPOON', xHandle: '@spoonclub' }
    const rocket = { name: 'Moon Rocket', symbol: 'MOON', xHandle: '@moonrocket' }

    test('a stranger’s good wallet gives its past to nobody, and every surface says unsigned', () =>
      withstand(target, async () => {
        const stolen = await scoreOf({ ...spoon, creatorAddress: seasoned.address })
        assert.equal(stolen.creatorProof, 'none')
        assert.equal(stolen.signals.creator.score, 50)
        assert.match(stolen.signals.creator.reason, /nobody has signed with this wallet/)
        const page = await read(`/score/${stolen.id}`)
        assert.match(/property="og:title" content="([^"]*)/.exec(page)?.[1] ?? '', /unsigned/)
        for (const style of ['compact', 'card'])
          assert.match(visible(await read(`/score/${stolen.id}/badge.svg?style=${style}`)), /unsigned/)
      }))

    test('a clean contract of another token lifts risk to 55 at most, with and without its deployer’s wallet', () =>
      withstand(target, async () => {
        for (const creatorAddress of [fresh, seasoned.address]) {
          const { signals, warnings } = await scoreOf({ ...rocket, creatorAddress, contractAddress: contract })
          assert.equal(signals.risk.score, 55)
          assert.ok(signals.creator.score <= 50)
          const found = warnings.find(({ code }: { code: string }) => code === 'name_mismatch')
          assert.deepEqual([found?.severity, found?.signal], ['caution', 'risk'])
          assert.match(found.message, /Left Sock.*SOCK/)
        }
      }))

    /** A submission that is the same at each call, so that a signature can fit it. */
    const fork = () => ({
      name: 'Forged Fork',
      symbol: 'FORK',
      description: 'The fork that nobody signed for.',
      xHandle: '@forgedfork',
      imageUrl: `${target.imagesUrl}/a.png`,
      creatorAddress: seasoned.address,
    })
    const judgedForks = () => target.world.model.requests.filter(({ text }) => /Forged\S? ?\S?Fork/.test(text))

    test('no forged, borrowed or repeated signature makes a proof, and none costs a call of the judge', () =>
      withstand(target, async () => {
        const { body } = await send(target, freshAddress(), {
          method: 'POST',
          path: '/v1/score/message',
          json: { submission: fork() },
        })
        const signature = await seasoned.signMessage({ message: body.message })
        const attempts = [
          { creatorSignature: await walletNo(0xbad).signMessage({ message: body.message }) },
          { creatorSignature: `0x${'00'.repeat(65)}` },
          { creatorSignature: `0x${'ff'.repeat(8192)}` },
          { creatorSignature: signature, name: 'Another Forged Fork' },
          { creatorSignature: signature, contractAddress: contract },
          { creatorSignature: signature, creatorAddress: fresh },
        ]
        for (const over of attempts) {
          const { status, text } = await score(target, freshAddress(), { ...fork(), ...over })
          assert.equal(status, 401, text)
        }
        assert.deepEqual(judgedForks(), [])
        const signed = await scoreOf({ ...fork(), creatorSignature: signature })
        assert.equal(signed.creatorProof, 'signature')
        assert.ok(judgedForks().length > 0)
        assert.ok(signed.signals.creator.score > 50)
      }))

    test('seventy bad signatures from one address end in 429', () =>
      withstand(target, async () => {
        const address = freshAddress()
        const over = { creatorAddress: seasoned.address, creatorSignature: `0x${'12'.repeat(65)}` }
        const statuses = await Promise.all(times(70, async () => (await score(target, address, over)).status))
        assert.deepEqual(
          [...new Set(statuses)].toSorted((one, other) => one - other),
          [401, 429],
        )
      }))
  })
