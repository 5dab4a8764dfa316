import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createdBlock, namedToken, startFinding, toText } from './world/finding.ts'
import { ask } from './world/app.ts'
import { seedLaunches } from './world/seed.ts'
import { creator } from './fixtures/keys.ts'

type World = Awaited<ReturnType<typeof startFinding>>

/** More than the service reads of a response, and of a list of events. */
const flood = `0x${'00'.repeat(600_000)}`
const longFlood = `0x${'00'.repeat(4_100_000)}`
const clankerV31 = '0x2a787b2362021cc3eea3c24c4748a6cd5b687382'
const stranger = `0x${'5'.repeat(40)}`

async function readVenues({ deps }: World): Promise<Set<number>> {
  const rows = await deps.db.selectFrom('venue_cursors').select('block').execute()
  return new Set(rows.map(({ block }) => Number(block)))
}

const listTokens = async ({ deps }: World): Promise<string[]> =>
  (await deps.db.selectFrom('token_bindings').select('token').execute()).map(({ token }) => token)

const hostile: [what: string, over: Parameters<typeof startFinding>[2]][] = [
  ['a token whose name() floods the response', { calls: { [`${namedToken} 0x06fdde03`]: flood } }],
  ['a transaction with more events than a response holds', { receiptData: flood }],
  [
    'a token whose originalAdmin() floods the response',
    { launchpad: clankerV31, calls: { [`${namedToken} 0x1c7b2ff4`]: flood } },
  ],
  [
    'a token whose originalAdmin() never ends',
    { launchpad: clankerV31, calls: { [`${namedToken} 0x1c7b2ff4`]: 'out of gas' } },
  ],
]
for (const [what, over] of hostile)
  test(`${what} keeps no launchpad from being read`, async (t) => {
    const world = await startFinding(t, 'Toad of Base', over)
    await world.find()
    assert.deepEqual(await readVenues(world), new Set([createdBlock + 90]))
    assert.deepEqual(await listTokens(world), [])
  })

test('the name of a token is shown without control characters', async (t) => {
  const name = toText('\u001b]0;Frog of Base\u0007')
  const world = await startFinding(t, '0 Frog of Base', {
    launcher: creator.address.toLowerCase(),
    calls: { [`${namedToken} 0x06fdde03`]: name },
  })
  await world.find()
  await world.prove()
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.equal(body.name, ']0;Frog of Base')
})

test('the events of one wallet fill a block: launches of other wallets in it are found', async (t) => {
  const world = await startFinding(t, 'Frog of Base', { flood: { wallet: stranger, data: longFlood } })
  await seedLaunches(world.deps.db, [{ creatorAddress: stranger }])
  await world.find()
  assert.deepEqual(await readVenues(world), new Set([createdBlock + 90]))
  assert.deepEqual(await listTokens(world), [namedToken])
})

test('a block with too many events of one wallet for a response is left out and logged', async (t) => {
  const wallet = creator.address.toLowerCase()
  const world = await startFinding(t, 'Toad of Base', { flood: { wallet, data: longFlood } })
  await world.find()
  assert.deepEqual(await readVenues(world), new Set([createdBlock + 90]))
  assert.match(world.logged(), /a block has more events than can be read/)
})
