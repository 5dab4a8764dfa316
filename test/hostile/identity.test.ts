import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { walletNo } from '../world/creators.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { enroll, times } from './journeys.ts'
import { createScope } from './scope.ts'
import { type Target, databases, score, send, startTarget } from './target.ts'
import { withstand } from './withstand.ts'

const deployer = '0x00000000000000000000000000000000000abc10'
const contract = '0x3B3FA9AF73F17eF10092cd8b1C8A45Ab6291d8c6'
/** Its deployer is not reported. */
const newContract = `0x${'0'.repeat(36)}5eed`

for (const database of databases)
  void describe(`strangers and other people’s launches (${database})`, () => {
    const scope = createScope()
    let target: Target
    const honest = walletNo(0x1001)
    const seasoned = { ageDays: 800, sent: 200 }

    before(async () => {
      const world = {
        goplus: { tokens: { [contract.toLowerCase()]: { kind: 'clean' as const, creator: deployer } } },
        txlist: { wallets: { [honest.address.toLowerCase()]: seasoned } },
      }
      target = await startTarget(scope, { database, world })
    })
    after(scope.close)

    const byToken = () => send(target, freshAddress(), { path: `/api/v1/score/${newContract}` })

    test('a stranger does not displace a creator’s signed score of a contract', () =>
      withstand(target, async () => {
        const signed = await enroll(target, {
          wallet: honest,
          address: freshAddress(),
          over: { name: 'Left Sock', contractAddress: newContract },
        })
        await score(target, freshAddress(), { name: 'SCAM do not buy', contractAddress: newContract })
        const { body, headers } = await byToken()
        assert.equal(body.id, signed.id)
        assert.equal(headers.get('x-launchscore-standing'), 'signed')
      }))

    test('one launch sent 45 times in lookalike letters takes one leaderboard row', () =>
      withstand(target, async () => {
        const spellings = ['Repeat', 'REPEAT', 'Rереаt', 'Repeat ', 'repeat']
        const send45 = times(45, (n) =>
          score(target, freshAddress(), {
            name: spellings[n % 5],
            symbol: 'RPT',
            creatorAddress: walletNo(0x1002 + (n % 3)).address,
          }),
        )
        for (const { status, text } of await Promise.all(send45)) assert.equal(status, 201, text)
        const { body } = await send(target, freshAddress(), { path: '/api/v1/leaderboards?limit=50' })
        const rows = [...body.best, ...body.worst].filter(({ symbol }: { symbol: string }) => symbol === 'RPT')
        assert.ok(body.best.length > 1)
        assert.ok(new Set(rows.map(({ scoreId }: { scoreId: string }) => scoreId)).size === 1, JSON.stringify(rows))
      }))

    test('twelve signed empty wallets change no percentile by much', () =>
      withstand(target, async () => {
        const social = async (handle: string) => {
          const { body } = await score(target, freshAddress(), { xHandle: handle, name: 'Same', symbol: 'SAME' })
          return body.signals.social.score as number
        }
        const [target1, target2] = [await social('@targetcoin'), await social('@victimcoin')]
        for (const n of times(12, (n) => n))
          await enroll(target, {
            wallet: walletNo(0x2000 + n),
            address: freshAddress(),
            over: { description: `We love @targetcoin, says number ${n}.` },
          })
        await enroll(target, { wallet: walletNo(0x3000), address: freshAddress(), over: { xHandle: '@victimcoin' } })
        assert.deepEqual([await social('@targetcoin'), await social('@victimcoin')], [target1, target2])
      }))

    test('fifty variants of one pitch are judged once', () =>
      withstand(target, async () => {
        const pitch = 'A token for every lost sock, and nothing else'
        const variants = times(50, (n) => spell(pitch, n))
        const scores = []
        for (const description of variants) {
          const { status, body, text } = await score(target, freshAddress(), {
            description,
            name: 'Sock',
            symbol: 'LOST',
          })
          assert.equal(status, 201, text)
          scores.push(body.signals.meme.score)
        }
        assert.equal(new Set(scores).size, 1)
        const asked = target.world.model.requests.filter(({ text, image }) => !image && /lost.sock/i.test(text))
        assert.equal(asked.length, 1)
      }))

    test('naming a good wallet gives a stranger’s contract no standing', async () => {
      const { body } = await score(target, freshAddress(), {
        creatorAddress: honest.address,
        contractAddress: contract,
      })
      assert.ok(body.signals.creator.score <= 50, body.signals.creator.reason)
    })
  })

/** The nth trivial change of a text. */
function spell(text: string, n: number): string {
  const endings = ['', '.', '!', ' 🚀', '…', ' ', '?', ' 🎉🎉']
  const changes = [
    (one: string) => one,
    (one: string) => one.toUpperCase(),
    (one: string) => one.replace('o', 'о'),
    (one: string) => one.replaceAll(' ', '  '),
    (one: string) => one.replace(',', ''),
    (one: string) => one.replace(' ', ' \u200b'),
    (one: string) => one.toLowerCase(),
  ]
  return (changes[n % changes.length]?.(text) ?? text) + (endings[n % endings.length] ?? '')
}
