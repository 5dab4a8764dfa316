import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { answerBlock } from '../dev/stand-ins/blocks.ts'
import { startJsonServer } from '../dev/stand-ins/json-server.ts'
import { closeAfter } from './world/waiting.ts'
import { hourMs, seedWatches, start, toToken } from './world/seed.ts'
import { poolOf, startObserving } from './world/outcomes.ts'

const manager = '0x498581ff718922c3f8e6a244956af099b2652b2b'
const stateView = '0xa3c0c9b65bad0b08107aa264b0f3db444b867a71'
const initialize = '0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438'
const modify = '0xf208f4912782fd25c7f114ca3723a2d5dd6f3bcc3ac8db5af63baa85f711d5ec'
const id = `0x${'4'.repeat(64)}`
const native = `0x${'0'.repeat(40)}`
const ofWallet = `0xa11ce${'1'.padStart(35, '0')}`
const supplier = `0x50b1${'3'.padStart(36, '0')}`
const toHash = (digit: number): string => `0x${String(digit).repeat(64)}`
const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(64, '0')
/** Of the quote in the ticks 0 to 600 at a price of 1: 1 - 1.0001^-300 of the liquidity. */
const toLiquidity = (ether: number): bigint => BigInt(Math.round((ether / 0.0295530108791372) * 1e6)) * 10n ** 12n

interface Chain {
  /** Native coins in the range of the price. */
  ether?: number
  hasInitialize?: boolean
  /** Native coins taken out in block 512, and by whom. */
  removed?: number
  remover?: string
  keepsState?: boolean
}

const timeOf = (number: number) => start.getTime() / 1000 + 10 * number

/** A node whose chain holds one v4 pool at a price of 1, with ticks 60 apart and the next one with liquidity at 600. */
async function startNode(t: TestContext, chain: Chain): Promise<string> {
  const { ether = 0, hasInitialize = true, removed = 0, remover = ofWallet, keepsState = true } = chain
  const toLog = (topics: string[], words: bigint[], block: number) => ({
    address: manager,
    topics,
    data: `0x${words.map(word).join('')}`,
    blockNumber: `0x${block.toString(16)}`,
    transactionHash: toHash(block % 10),
  })
  const toChange = (ether: number, block: number) =>
    toLog([modify, id, `0x${word(0n)}`], [0n, 600n, ether < 0 ? -toLiquidity(-ether) : toLiquidity(ether), 0n], block)
  const logs = [
    ...(hasInitialize ? [toLog([initialize, id], [3000n, 60n, 0n, 2n ** 96n, 0n], 2)] : []),
    toChange(6.667, 3),
    ...(removed > 0 ? [toChange(-removed, 515)] : []),
  ]
  const views: Record<string, string> = {
    [`0xc815641c${id.slice(2)}`]: word(2n ** 96n) + word(0n) + word(0n) + word(0n),
    [`0xfa6793d5${id.slice(2)}`]: word(toLiquidity(ether)),
    [`0x1c7ccb4c${id.slice(2)}${word(0n)}`]: word(1n << 10n),
  }
  const answer = (method: string, [asked, block]: [Record<string, never>, unknown]): object => {
    if (method === 'eth_chainId') return { result: '0x2105' }
    if (method === 'eth_getBlockByNumber') return answerBlock({ head: 0x300, timeOf }, asked as unknown as string)
    if (method === 'eth_getTransactionReceipt') {
      const from = (asked as unknown) === toHash(5) ? remover : supplier
      const receipt = { transactionHash: asked, blockNumber: '0x200', status: '0x1', contractAddress: null, logs: [] }
      return { result: { ...receipt, from } }
    }
    if (method === 'eth_getLogs') {
      const { address, topics, fromBlock, toBlock } = asked as unknown as {
        address: string[]
        topics: string[][]
        fromBlock: string
        toBlock: string
      }
      const isWanted = ({ blockNumber, ...log }: (typeof logs)[number]) =>
        address.includes(manager) &&
        BigInt(blockNumber) >= BigInt(fromBlock) &&
        BigInt(blockNumber) <= BigInt(toBlock) &&
        topics.every((wanted, index) => wanted.includes(log.topics[index] ?? ''))
      return { result: logs.filter(isWanted) }
    }
    if (block !== 'latest' && !keepsState) return { error: { code: -32000, message: 'missing trie node' } }
    const { to, data } = asked
    if (to === stateView) return { result: `0x${views[data ?? ''] ?? word(0n)}` }
    return { error: { code: 3, message: 'execution reverted' } }
  }
  const node = await startJsonServer({
    path: '',
    respond: (asked) => {
      const { id, method, params } = JSON.parse(asked.body)
      return { body: { jsonrpc: '2.0', id, ...answer(method, params) } }
    },
  })
  closeAfter(t, node.close)
  return node.url
}

const poolWith = (usd: number) => poolOf(usd, { address: id, quote: native })

/** An observation two hours after the pool held 20,000 US dollars. The market now lists `usd`, or no pool for null. */
async function observationAfter(t: TestContext, chain: Chain, usd: number | null) {
  const world = await startObserving(t, { CHAIN_RPC_URL: await startNode(t, chain) })
  const { db } = world.deps
  const [seeded] = await seedWatches(db, 1)
  await db
    .insertInto('token_proofs')
    .values({ binding_id: seeded?.bindingId ?? '', kind: 'deployed', shown_at: start })
    .execute()
  world.tokens[toToken(1)] = [poolWith(20_000)]
  await world.observe()
  world.setTime(new Date(start.getTime() + 2 * hourMs))
  world.tokens[toToken(1)] = usd === null ? [] : [poolWith(usd)]
  await world.observe()
  const rows = await db
    .selectFrom('observations')
    .select(['state', 'chain_depth as depth', 'removal_share as share', 'removal_by as by', 'removal_tx as tx'])
    .orderBy('seen_at')
    .execute()
  assert.equal(rows.length, 2)
  return rows[1]
}

const none = { share: null, by: null, tx: null }

test('a v4 pool that is no longer listed: the range around the price is its depth', async (t) => {
  assert.deepEqual(await observationAfter(t, { ether: 2 }, null), { state: 'absent', depth: '6000', ...none })
})

test('a v4 range of less than 1,000 USD: a lower bound, so the chain depth is null', async (t) => {
  assert.deepEqual(await observationAfter(t, { ether: 0.2 }, null), { state: 'absent', depth: null, ...none })
})

test('a v4 pool whose creation isn’t found: the chain depth is null', async (t) => {
  assert.deepEqual(await observationAfter(t, { ether: 2, hasInitialize: false }, null), {
    state: 'absent',
    depth: null,
    ...none,
  })
})

for (const [remover, by] of [
  [ofWallet, 'insider'],
  [supplier, 'insider'],
  [`0xb0b${'5'.padStart(37, '0')}`, 'other'],
] as const)
  test(`liquidity that ${remover.slice(0, 6)} took out of a v4 pool is recorded as ${by}`, async (t) => {
    const observation = await observationAfter(t, { removed: 6.5, remover }, 300)
    assert.deepEqual(observation, { state: 'seen', depth: null, share: '0.975', by, tx: toHash(5) })
  })

test('a v4 removal whose price the node no longer keeps: none is recorded', async (t) => {
  assert.deepEqual(await observationAfter(t, { removed: 6.5, keepsState: false }, 300), {
    state: 'seen',
    depth: null,
    ...none,
  })
})
