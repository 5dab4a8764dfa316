import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { answerBlock } from '../dev/stand-ins/blocks.ts'
import { type Asked, startJsonServer } from '../dev/stand-ins/json-server.ts'
import { closeAfter } from './world/waiting.ts'
import { hourMs, seedWatches, start, toToken } from './world/seed.ts'
import { poolOf, startObserving } from './world/outcomes.ts'

const pool = `0x9a14${'0'.repeat(36)}`
const mint = '0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f'
const burn = '0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496'
const supplier = `0x50b1${'3'.padStart(36, '0')}`
const supplyBlock = 120_000

/** 260,000 blocks in eight hours. */
const timeOf = (block: number) => start.getTime() / 1000 + (block * 8 * 3600) / 260_000

interface SearchedChain {
  supplyBlock: number
  head: number
  /** Blocks for which the node answers in one call. */
  maxRange: number
}
const toHash = (digit: number): string => `0x${String(digit).repeat(64)}`
const word = (value: bigint): string => value.toString(16).padStart(64, '0')

interface LogsAsked {
  topics: string[][]
  fromBlock: string
  toBlock: string
}

const toLog = (topic: string, block: number, digit: number) => ({
  address: pool,
  topics: [topic, `0x${'e'.padStart(64, '0')}`],
  data: `0x${word(65n * 10n ** 17n)}${word(10n ** 24n)}`,
  blockNumber: `0x${block.toString(16)}`,
  transactionHash: toHash(digit),
})

/** A node of a chain on which the token was created in block 1, supplied in 120,000 and drained by its supplier ten blocks before the head. */
async function startNode(t: TestContext) {
  let chain: SearchedChain = { supplyBlock, head: 260_000, maxRange: 1000 }
  const supplies: LogsAsked[] = []
  let isBroken = false
  const answer = (method: string, [asked]: [never]): object => {
    if (method === 'eth_chainId') return { result: '0x2105' }
    if (method === 'eth_getBlockByNumber') return answerBlock({ head: chain.head, timeOf }, String(asked))
    if (method === 'eth_call')
      return {
        result: (asked as { data: string }).data === '0x313ce567' ? `0x${word(18n)}` : `0x${word(10n ** 17n)}`,
      }
    if (method !== 'eth_getLogs') {
      const receipt = { transactionHash: asked, blockNumber: '0x1', status: '0x1', contractAddress: null, logs: [] }
      return { result: { ...receipt, from: supplier } }
    }
    const wanted = asked as LogsAsked
    if (Number(wanted.toBlock) - Number(wanted.fromBlock) >= chain.maxRange)
      return { error: { code: -32_602, message: `eth_getLogs is limited to a ${chain.maxRange} range` } }
    if (wanted.topics[0]?.includes(mint)) supplies.push(wanted)
    const { supplyBlock, head } = chain
    const logs = [toLog(mint, supplyBlock, 2), toLog(mint, supplyBlock + 5, 3), toLog(burn, head - 10, 4)]
    return {
      result: logs.filter(
        ({ topics, blockNumber }) =>
          wanted.topics[0]?.includes(topics[0] ?? '') &&
          BigInt(blockNumber) >= BigInt(wanted.fromBlock) &&
          BigInt(blockNumber) <= BigInt(wanted.toBlock),
      ),
    }
  }
  const node = await startJsonServer({
    path: '',
    respond: (asked: Asked) => {
      if (isBroken) return { status: 500, body: 'Internal Server Error' }
      const { id, method, params } = JSON.parse(asked.body)
      return { body: { jsonrpc: '2.0', id, ...answer(method, params) } }
    },
  })
  closeAfter(t, node.close)
  const setChain = (next: SearchedChain) => (chain = next)
  return { url: node.url, supplies, setChain, setBroken: (next: boolean) => (isBroken = next) }
}

async function startSearching(t: TestContext) {
  const node = await startNode(t)
  const world = await startObserving(t, { CHAIN_RPC_URL: node.url })
  const { db } = world.deps
  const [seeded] = await seedWatches(db, 1)
  const bindingId = seeded?.bindingId ?? ''
  await db.insertInto('token_proofs').values({ binding_id: bindingId, kind: 'deployed', shown_at: start }).execute()
  const observeWith = async (hours: number, usd: number) => {
    world.setTime(new Date(start.getTime() + hours * hourMs))
    await db.updateTable('watches').set({ next_look_at: world.now() }).execute()
    world.tokens[toToken(1)] = [poolOf(usd)]
    const before = node.supplies.length
    await world.observe()
    return node.supplies.slice(before).map(({ fromBlock, toBlock }) => [Number(fromBlock), Number(toBlock)] as const)
  }
  const readLast = async () =>
    db
      .selectFrom('observations')
      .select(['depth', 'removal_by as by', 'removal_tx as tx'])
      .orderBy('seen_at', 'desc')
      .executeTakeFirstOrThrow()
  const readSearch = async () => db.selectFrom('pool_searches').selectAll().executeTakeFirstOrThrow()
  return { node, observeWith, readLast, readSearch }
}

test('the first supply is found far after the creation, with limited calls per step', async (t) => {
  const { observeWith, readLast, readSearch } = await startSearching(t)
  assert.deepEqual(await observeWith(0, 20_000), [])
  const searched = [await observeWith(2, 20_000), await observeWith(4, 20_000), await observeWith(6, 20_000)]
  let from = 1
  for (const ranges of searched) {
    const [first, last] = [ranges[0]?.[0], ranges.at(-1)?.[1] ?? 0]
    assert.equal(first, from)
    assert.ok(ranges.length <= 70, `${ranges.length} calls`)
    from = last + 1
  }
  assert.ok(from > supplyBlock)
  const { found_block, found_tx } = await readSearch()
  assert.deepEqual([Number(found_block), found_tx], [supplyBlock, toHash(2)])
  // Nothing is searched any more, and the supplier who drains the pool is an insider.
  assert.deepEqual(await observeWith(8, 300), [])
  assert.deepEqual(await readLast(), { depth: '300', by: 'insider', tx: toHash(4) })
})

test('on a node that answers for any number of blocks the first supply of the seventh day takes a few calls', async (t) => {
  const { node, observeWith, readSearch } = await startSearching(t)
  node.setChain({ supplyBlock: 3_000_000, head: 3_100_000, maxRange: Infinity })
  await observeWith(0, 20_000)
  assert.ok((await observeWith(2, 20_000)).length <= 12)
  assert.equal(Number((await readSearch()).found_block), 3_000_000)
})

test('a search that comes to the newest safe block before the pool was known is not over', async (t) => {
  const { node, observeWith, readSearch } = await startSearching(t)
  const supplied = { supplyBlock: 259_995, head: 260_000, maxRange: Infinity }
  node.setChain(supplied)
  await observeWith(8, 20_000)
  await observeWith(8.1, 20_000)
  const { block, is_over } = await readSearch()
  assert.deepEqual([Number(block), is_over], [259_990, false])
  node.setChain({ ...supplied, head: 300_000 })
  await observeWith(8.2, 20_000)
  assert.equal(Number((await readSearch()).found_block), 259_995)
})

test('a removal before the search has ended is recorded as nobody’s, not a stranger’s', async (t) => {
  const { observeWith, readLast } = await startSearching(t)
  await observeWith(0, 20_000)
  await observeWith(2, 300)
  assert.deepEqual(await readLast(), { depth: '300', by: null, tx: null })
})

test('a search that the node cuts off goes on at the next look from its last part', async (t) => {
  const { node, observeWith, readLast, readSearch } = await startSearching(t)
  await observeWith(0, 20_000)
  await observeWith(2, 20_000)
  const searched = Number((await readSearch()).block)
  assert.ok(searched >= 50_000)
  node.setBroken(true)
  assert.deepEqual(await observeWith(4, 20_000), [])
  assert.equal((await readLast()).depth, '20000') // the observation stands without it
  assert.equal(Number((await readSearch()).block), searched)
  node.setBroken(false)
  await observeWith(6, 20_000)
  assert.ok(Number((await readSearch()).block) >= 2 * searched - 5000)
})
