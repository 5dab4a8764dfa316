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

interface Row {
  scoreId: string
  name: string
  symbol: string
  creatorAddress: string
  isCopy: boolean
}

for (const database of databases)
  void describe(`who stands for a launch, a contract and a place on a board (${database})`, () => {
    const scope = createScope()
    let target: Target

    before(async () => {
      const goplus = { tokens: { [contract.toLowerCase()]: { kind: 'clean' as const, creator: deployer } } }
      target = await startTarget(scope, { database, world: { goplus } })
    })
    after(scope.close)

    const read = async (path: string) => {
      const { status, body, text, headers } = await send(target, freshAddress(), { path })
      assert.equal(status, 200, text)
      return { body, text, headers }
    }
    const board = async (query = ''): Promise<{ best: Row[]; worst: Row[] }> =>
      (await read(`/api/v1/leaderboards?limit=50${query}`)).body

    test('a stranger’s enrolled copy doesn’t displace the original, and is marked', () =>
      withstand(target, async () => {
        const [owner, copier] = [walletNo(0x5101), walletNo(0x5102)]
        const project = {
          name: 'Night Owl',
          symbol: 'OWL',
          description: 'Post what you are doing at three in the morning.',
        }
        const original = await enroll(target, { wallet: owner, address: freshAddress(), over: project })
        const theirs = {
          ...project,
          contractAddress: `0x${'0'.repeat(36)}bEEF`,
          description: 'Airdrop at evil.example',
        }
        const copy = await enroll(target, { wallet: copier, address: freshAddress(), over: theirs })
        await score(target, freshAddress(), { ...theirs, creatorAddress: owner.address })
        for (const query of ['', '&signed=true']) {
          const { best, worst } = await board(query)
          for (const rows of [best, worst]) {
            const owls = rows.filter(({ symbol }) => symbol === 'OWL')
            const marks = Object.fromEntries(owls.map(({ scoreId, isCopy }) => [scoreId, isCopy]))
            assert.deepEqual(marks, { [original.id]: false, [copy.id]: true })
          }
        }
        const { results } = (await read('/api/v1/search?q=Night%20Owl')).body
        assert.deepEqual(
          results.map(({ scoreId, isCopy }: Row) => [scoreId, isCopy]),
          [
            [original.id, false],
            [copy.id, true],
          ],
        )
        const { launches } = (await read('/api/v1/launches?limit=50')).body
        const listed = launches.filter(({ symbol }: Row) => symbol === 'OWL').map(({ isCopy }: Row) => isCopy)
        assert.deepEqual(listed, [true, false])
        const { percentile } = (await read(`/v1/score/${original.id}/percentile`)).body
        assert.equal(typeof percentile, 'number')
      }))

    test('one unsigned wallet, picture and contract take one row with 40 names', () =>
      withstand(target, async () => {
        const words = ['Left', 'Right', 'Odd', 'Lost', 'Grey', 'Blue', 'Warm', 'Soft', 'Long', 'Lone']
        const names = words.flatMap((word) => ['Sock', 'Socks', 'Mitten', 'Mittens'].map((kind) => `${word} ${kind}`))
        const same = { symbol: 'STUFF', creatorAddress: '0x047A7707d1e51186E4A89C50f313aBC344169baC' }
        const description = 'Two went into the dryer, one came out.'
        const sent = names.map((name, n) =>
          score(target, n % 2 === 0 ? '198.51.100.7' : freshAddress(), {
            ...same,
            name,
            description,
            ...(n < 20 && { contractAddress: `0x${'0'.repeat(36)}5afe` }),
          }),
        )
        for (const { status, text } of await Promise.all(sent)) assert.equal(status, 201, text)
        const { best, worst } = await board()
        for (const rows of [best, worst]) assert.equal(rows.filter(({ symbol }) => symbol === 'STUFF').length, 1)
      }))

    test('fresh wallets of one network with one picture take three signed rows, and unsigned ten', () =>
      withstand(target, async () => {
        const description = 'Two went into the dryer, and this is the one that came out.'
        for (const n of times(6, (n) => n))
          await enroll(target, {
            wallet: walletNo(0x5200 + n),
            address: '198.51.100.8',
            over: { name: `Signed Sock ${'abcdef'[n]}`, symbol: 'SIGND', description },
          })
        const unsigned = times(14, (n) =>
          score(target, freshAddress(), {
            name: `Loose Sock ${'abcdefghijklmn'[n]}`,
            symbol: 'LOOSE',
            description,
            creatorAddress: walletNo(0x5300 + n).address,
          }),
        )
        for (const { status, text } of await Promise.all(unsigned)) assert.equal(status, 201, text)
        const signed = (await board('&signed=true')).worst
        assert.equal(signed.filter(({ symbol }) => symbol === 'SIGND').length, 3)
        const { worst } = await board()
        assert.ok(worst.filter(({ symbol }) => symbol === 'LOOSE').length <= 10)
      }))

    test('a fresh wallet’s signature doesn’t speak for a contract that another wallet deployed', () =>
      withstand(target, async () => {
        const named = await score(target, freshAddress(), { creatorAddress: deployer, contractAddress: contract })
        assert.equal(named.status, 201, named.text)
        const scam = {
          name: 'SCAM do not buy',
          symbol: 'SCAM',
          description: 'Rug, rug, rug.',
          contractAddress: contract,
        }
        const signed = await enroll(target, { wallet: walletNo(0x5401), address: freshAddress(), over: scam })
        const { body, headers } = await read(`/api/v1/score/${contract}`)
        assert.equal(body.id, named.body.id)
        assert.equal(headers.get('x-launchscore-standing'), 'unsigned')
        const { text: token } = await read(`/token/${contract}`)
        assert.doesNotMatch(token, /Signed by (its|the) creator/)
        const { text: page } = await read(`/score/${signed.id}`)
        assert.doesNotMatch(page, /Signed by (its|the) creator/)
        assert.match(page, /the data providers report another wallet as the contract’s deployer/)
        const { best } = await board('&signed=true')
        assert.ok(!best.some(({ symbol }) => symbol === 'SCAM'), 'one row a contract')
      }))
  })
