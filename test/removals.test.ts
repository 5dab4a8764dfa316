import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { answerBlock } from '../dev/stand-ins/blocks.ts'
import { startJsonServer } from '../dev/stand-ins/json-server.ts'
import { closeAfter } from './world/waiting.ts'
import { hourMs, seedWatches, start, toToken } from './world/seed.ts'
import { poolOf, startObserving } from './world/outcomes.ts'

const pool = `0x9a14${'0'.repeat(36)}`
const burn = '0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496'
const mint = '0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f'
const entryPoint = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'
const userOperation = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const toHash = (digit: number): string => `0x${String(digit).repeat(64)}`
const ofWallet = `0xa11ce${'1'.padStart(35, '0')}`
const launcher = `0x1a0c${'2'.padStart(36, '0')}`
const supplier = `0x50b1${'3'.padStart(36, '0')}`
const smartWallet = `0x5a27${'4'.padStart(36, '0')}`
const owner = `0x0e4e${'6'.padStart(36, '0')}`
const stranger = `0xb0b${'5'.padStart(37, '0')}`

/** A transaction by its sender and, through a bundler, by the senders of its user operations. */
interface Sent {
  from: string
  operations?: string[]
  /** Its receipt is longer than the service reads. */
  isFlooded?: true
}

interface Chain {
  removal: Sent
  /** The supplies of liquidity, the first one first. */
  supplies?: Sent[]
}

const toOperation = (sender: string) => ({
  address: entryPoint,
  topics: [userOperation, toHash(0), `0x${sender.slice(2).padStart(64, '0')}`],
  data: `0x${word(0n)}${word(1n)}`,
})

const toLog = (topic: string, index: number) => ({
  address: pool,
  topics: [topic, `0x${owner.slice(2).padStart(64, '0')}`],
  // The quote's address is the lower one, so its amount comes first.
  data: `0x${word(65n * 10n ** 17n)}${word(10n ** 24n)}`,
  blockNumber: `0x${(0x100 + index).toString(16)}`,
  transactionHash: toHash(index + 1),
})

const timeOf = (block: number) => start.getTime() / 1000 + 10 * block

/** A node whose chain holds supplies to one pool, and the removal of 6.5 of its 6.667 WETH. */
async function startNode(t: TestContext, { removal, supplies = [] }: Chain): Promise<string> {
  const receipts = new Map([removal, ...supplies].map((sent, index) => [toHash(index + 1), sent]))
  const answer = (method: string, [asked]: [never]): unknown => {
    if (method === 'eth_chainId') return '0x2105'
    if (method === 'eth_call')
      return (asked as { data: string }).data === '0x313ce567' ? `0x${word(18n)}` : `0x${word(10n ** 17n)}`
    if (method === 'eth_getLogs') {
      const wanted = (asked as { topics: string[][] }).topics[0] ?? []
      if (wanted.includes(burn)) return [toLog(burn, 0)]
      return wanted.includes(mint) ? supplies.map((_, index) => toLog(mint, index + 1)) : []
    }
    const { from, operations = [], isFlooded }: Sent = receipts.get(asked) ?? { from: stranger }
    if (method === 'eth_getTransactionByHash') return { from, to: operations.length > 0 ? entryPoint : pool }
    const padding = { ...toLog(userOperation, 0), data: `0x${'00'.repeat(600_000)}` }
    const logs = [...operations.map(toOperation), ...(isFlooded ? [padding] : [])]
    return { transactionHash: asked, blockNumber: '0x200', status: '0x1', from, contractAddress: null, logs }
  }
  const node = await startJsonServer({
    path: '',
    respond: (asked) => {
      const { id, method, params } = JSON.parse(asked.body)
      const isBlock = method === 'eth_getBlockByNumber'
      const given = isBlock ? answerBlock({ head: 0x300, timeOf }, params[0]) : { result: answer(method, params) }
      return { body: { jsonrpc: '2.0', id, ...given } }
    },
  })
  closeAfter(t, node.close)
  return node.url
}

interface Case extends Chain {
  /** OUTCOME_VENUES. */
  venues?: string
  /** The proof of the binding; null: the wallet signed for a token that names it. */
  proof?: 'deployed' | 'named' | null
  creationSender?: string
  /** The sender of the creation also made the token of another creator, in this state. */
  other?: 'proven' | 'unproven'
}

/** The removal that the look after a fall records. */
async function findRecorded(
  t: TestContext,
  { proof = 'deployed', creationSender, other: state, venues = '', ...chain }: Case,
) {
  const world = await startObserving(t, { CHAIN_RPC_URL: await startNode(t, chain), OUTCOME_VENUES: venues })
  const { db } = world.deps
  const [own, other] = await seedWatches(db, 2)
  const bindingId = own?.bindingId ?? ''
  await db.deleteFrom('watches').where('binding_id', '<>', bindingId).execute()
  const { id: enrollment_id } = await db
    .selectFrom('enrollments')
    .select('id')
    .where('score_id', '=', own?.scoreId ?? '')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('token_bindings')
    .set({
      creation_sender: creationSender ?? ofWallet,
      ...(proof === null && {
        origin: 'signed',
        message: 'm',
        signature: Buffer.from('s'),
        verified_by: 'ecdsa',
        enrollment_id,
      }),
    })
    .where('id', '=', bindingId)
    .execute()
  if (state)
    await db
      .updateTable('token_bindings')
      .set({ creation_sender: creationSender ?? null, state })
      .where('id', '=', other?.bindingId ?? '')
      .execute()
  await db
    .insertInto('token_proofs')
    .values({ binding_id: bindingId, kind: proof ?? 'named', tx_hash: toHash(9), block_number: '1', shown_at: start })
    .execute()
  world.tokens[toToken(1)] = [poolOf(20_000)]
  await world.observe()
  world.setTime(new Date(start.getTime() + 2 * hourMs))
  world.tokens[toToken(1)] = [poolOf(300)]
  await world.observe()
  const rows = await db
    .selectFrom('observations')
    .select(['removal_share as share', 'removal_by as by', 'removal_tx as tx', 'chain_depth as depth'])
    .orderBy('seen_at')
    .execute()
  assert.deepEqual(rows[0], { share: null, by: null, tx: null, depth: null })
  return rows[1]
}

const cases: [string, Case, 'insider' | 'venue' | 'other'][] = [
  ['the launch’s wallet', { removal: { from: ofWallet } }, 'insider'],
  [
    'the launch’s wallet, whose receipt floods the response,',
    { removal: { from: ofWallet, isFlooded: true } },
    'insider',
  ],
  [
    'the sender of the first supply, whose receipt floods the response,',
    { removal: { from: supplier }, supplies: [{ from: supplier, isFlooded: true }] },
    'insider',
  ],
  ['a stranger', { removal: { from: stranger } }, 'other'],
  [
    'the sender of the creation of a signed token',
    { removal: { from: launcher }, creationSender: launcher, proof: null },
    'insider',
  ],
  [
    'the sender of the creation, when a launchpad only named the wallet,',
    { removal: { from: launcher }, creationSender: launcher, proof: 'named' },
    'other',
  ],
  [
    'a launch bot that sent the creations of two creators',
    { removal: { from: launcher }, creationSender: launcher, proof: null, other: 'proven' },
    'other',
  ],
  [
    'the sender of the creation, whose token another wallet only claimed,',
    { removal: { from: launcher }, creationSender: launcher, proof: null, other: 'unproven' },
    'insider',
  ],
  [
    'a launch bot of OUTCOME_VENUES that sent the creation',
    { removal: { from: launcher }, creationSender: launcher, proof: null, venues: `bot=${launcher}` },
    'other',
  ],
  ['a contract of OUTCOME_VENUES', { removal: { from: ofWallet }, venues: `winder=${owner}` }, 'venue'],
  [
    'the sender of the first supply',
    { removal: { from: supplier }, supplies: [{ from: supplier }, { from: stranger }] },
    'insider',
  ],
  [
    'the sender of the second supply',
    { removal: { from: stranger }, supplies: [{ from: supplier }, { from: stranger }] },
    'other',
  ],
  [
    'the first supplier, when a launchpad only named the wallet,',
    { removal: { from: supplier }, supplies: [{ from: supplier }], creationSender: launcher, proof: 'named' },
    'other',
  ],
  [
    'the smart wallet that supplied first',
    {
      removal: { from: stranger, operations: [smartWallet] },
      supplies: [{ from: launcher, operations: [smartWallet] }],
    },
    'insider',
  ],
  [
    'the bundler of the first supply',
    { removal: { from: launcher }, supplies: [{ from: launcher, operations: [smartWallet] }] },
    'other',
  ],
  [
    'one of two operations bundled in the first supply',
    {
      removal: { from: stranger, operations: [smartWallet] },
      supplies: [{ from: launcher, operations: [smartWallet, stranger] }],
    },
    'other',
  ],
]

for (const [who, one, by] of cases)
  test(`liquidity that ${who} took out is recorded as ${by}`, async (t) => {
    assert.deepEqual(await findRecorded(t, one), { share: '0.975', by, tx: toHash(1), depth: '300' })
  })
