import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type StandInResponse, startJsonServer } from '../../../dev/stand-ins/json-server.ts'
import { type RpcFault, startRpc } from '../../../dev/stand-ins/rpc.ts'
import { guardFor } from '../../../test/fixtures/providers.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { type Pools, createPools } from './pools.ts'

const never = new AbortController().signal
const token = `0x${'ab'.repeat(20)}`
const hash = `0x${'cd'.repeat(32)}`
/** The node's head is far above it. */
const oldBlock = 100n

async function open(t: TestContext, method: string, fault: RpcFault): Promise<Pools> {
  const findFault = (asked: string) => (asked === method ? fault : undefined)
  const node = await startRpc({ block: 23_000_000, findFault })
  t.after(node.close)
  return createPools({ url: node.url, timeoutMs: fault === 'hang' ? 500 : 20_000, guard: guardFor('chain') })
}

const failing = (code: number, message: string) => ({ body: { jsonrpc: '2.0', id: 1, error: { code, message } } })
const responding = (result: unknown) => ({ body: { jsonrpc: '2.0', id: 1, result } })
const isFault = (error: unknown) => error instanceof UpstreamError

const ask = {
  balance: (pools: Pools) => pools.balance({ token, holder: token }, never),
  decimals: (pools: Pools) => pools.decimals(token, never),
  words: (pools: Pools) => pools.words({ to: token, data: '0x3850c7bd', block: 'latest' }, never),
  'old words': (pools: Pools) => pools.words({ to: token, data: '0x3850c7bd', block: oldBlock }, never),
}

const outages: [name: string, fault: RpcFault][] = [
  ['a time-out', 'hang'],
  ['status 500', 'http 500'],
  ['status 429', 'http 429'],
  ['a limit', 'limit'],
  ['an internal error', 'node error'],
  ['a response without a result', 'no result'],
  ['a result that is no hex', 'odd result'],
  ['an aborted call', 'aborted for its length'],
  ['a method that it lacks', failing(-32_601, 'the method is not available')],
  ['a lack of backends', failing(-32_603, 'no backend is currently healthy')],
]
for (const [name, fault] of outages)
  test(`pools: ${name} of the node is its fault, not a fact`, async (t) => {
    const pools = await open(t, 'eth_call', fault)
    for (const [what, work] of Object.entries(ask)) await assert.rejects(work(pools), isFault, what)
  })

const facts: [name: string, fault: RpcFault][] = [
  ['a revert', 'reverted, as geth says it'],
  ['a revert of Nethermind', 'reverted, as Nethermind says it'],
  ['a revert of Besu', 'reverted, as Besu says it'],
  ['a contract without data', responding('0x')],
]
for (const [name, fault] of facts)
  test(`pools: ${name} is the contract’s own, null`, async (t) => {
    const pools = await open(t, 'eth_call', fault)
    for (const [what, work] of Object.entries(ask)) assert.equal(await work(pools), null, what)
  })

const gone: [code: number, message: string][] = [
  [-32_000, 'missing trie node'],
  [-32_000, 'old data not available due to pruning'],
  [-32_000, 'header not found'],
]
for (const [code, message] of gone)
  test(`pools: "${message}" for an old block is missing state, null`, async (t) => {
    const pools = await open(t, 'eth_call', failing(code, message))
    assert.equal(await ask['old words'](pools), null)
    await assert.rejects(ask.words(pools), isFault)
  })

test('pools: "header not found" for a new block is the fault of a node that lags', async (t) => {
  const pools = await open(t, 'eth_call', failing(-32_000, 'header not found'))
  const call = { to: token, data: '0x3850c7bd', block: 22_999_990n }
  await assert.rejects(pools.words(call, never), isFault)
})

const log = { address: token, topics: [hash], data: '0x', blockNumber: '0x64', transactionHash: hash }
const malformed: [name: string, logs: unknown][] = [
  ['no list', {}],
  ['an event of null', [null]],
  ['an event without topics', [{ ...log, topics: undefined }]],
  ['an event without a block', [{ ...log, blockNumber: '0x' }]],
  ['an event whose data is no hex', [{ ...log, data: 'soon' }]],
]
for (const [name, logs] of malformed)
  test(`pools: ${name} among the events is a fault of the node`, async (t) => {
    const pools = await open(t, 'eth_getLogs', responding(logs))
    const filter = { addresses: [token], topics: [[hash]], fromBlock: oldBlock, toBlock: oldBlock }
    await assert.rejects(pools.logs(filter, never), isFault)
  })

test('pools: a list of events is read', async (t) => {
  const pools = await open(t, 'eth_getLogs', responding([log]))
  const filter = { addresses: [token], topics: [[hash]], fromBlock: oldBlock, toBlock: oldBlock }
  const expected = { address: token, topics: [hash], data: '0x', block: oldBlock, txHash: hash }
  assert.deepEqual(await pools.logs(filter, never), [expected])
})

interface Part {
  from: bigint
  to: bigint
}

/** A node that refuses the parts for which `refuse` returns a response, and has one event in each other part. */
async function openParts(t: TestContext, refuse: (part: Part) => StandInResponse | undefined) {
  const asked: Part[] = []
  const node = await startJsonServer({
    path: '',
    respond: ({ body }) => {
      const [{ fromBlock, toBlock }] = JSON.parse(body).params
      const part = { from: BigInt(fromBlock), to: BigInt(toBlock) }
      asked.push(part)
      return refuse(part) ?? responding([{ ...log, blockNumber: fromBlock }])
    },
  })
  t.after(node.close)
  return { pools: createPools({ url: node.url, timeoutMs: 20_000, guard: guardFor('chain') }), asked }
}

const refuseBlock = (block: bigint) => (part: Part) =>
  part.from <= block && block <= part.to ? failing(-32_602, 'Log response size exceeded') : undefined
const refuseFrom = (length: bigint, response: StandInResponse) => (part: Part) =>
  part.to - part.from >= length ? response : undefined
const blocks = (fromBlock: bigint, toBlock: bigint) => ({ addresses: [token], topics: [[hash]], fromBlock, toBlock })

const forSmallerParts: [code: number, message: string][] = [
  [-32_005, 'query returned more than 10000 results'],
  [-32_005, 'too many results'],
  [-32_005, 'query timeout exceeded'],
  [-32_005, 'block range is too wide'],
  [-32_602, 'Log response size exceeded'],
  [-32_000, 'Max range: 800'],
]
for (const [code, message] of forSmallerParts)
  test(`pools: "${message}" with code ${code} halves the blocks`, async (t) => {
    const { pools } = await openParts(t, refuseFrom(500n, failing(code, message)))
    const found = await pools.logs(blocks(1n, 1000n), never)
    assert.deepEqual(
      found.map(({ block }) => block),
      [1n, 501n],
    )
  })

test('pools: a rate limit for events is no reason to halve the blocks', async (t) => {
  const { pools, asked } = await openParts(t, () => failing(-32_005, 'daily request count exceeded'))
  await assert.rejects(
    pools.logs(blocks(1n, 1000n), never),
    (error) => error instanceof UpstreamError && error.fault === 'rate_limited',
  )
  assert.ok(asked.every(({ to }) => to === 1000n))
})

test('pools: after a flooded block the parts grow again', async (t) => {
  const { pools, asked } = await openParts(t, refuseBlock(100n))
  const flooded: bigint[] = []
  await pools.logs(blocks(1n, 20_000n), never, ({ fromBlock }) => flooded.push(fromBlock))
  assert.deepEqual(flooded, [100n])
  assert.ok(asked.length < 50, `${asked.length} calls`)
})

test('pools: a node that bounds the blocks of a call refuses few calls', async (t) => {
  const { pools, asked } = await openParts(t, refuseFrom(1000n, failing(-32_000, 'Max range: 1000')))
  await pools.logs(blocks(1n, 20_000n), never)
  assert.ok(asked.length <= 30, `${asked.length} calls`)
})

test('pools: one block that has too many events for the node is left out', async (t) => {
  const { pools } = await openParts(t, refuseBlock(2n))
  const flooded: bigint[] = []
  const found = await pools.logs(blocks(1n, 3n), never, ({ fromBlock }) => flooded.push(fromBlock))
  assert.deepEqual(flooded, [2n])
  assert.deepEqual(
    found.map(({ block }) => block),
    [1n, 3n],
  )
})

for (const message of ['Internal error', 'block range extends beyond current head block', 'query timeout exceeded'])
  test(`pools: "${message}" for one block leaves out no events`, async (t) => {
    const { pools } = await openParts(t, () => failing(-32_000, message))
    await assert.rejects(
      pools.logs(blocks(2n, 2n), never, () => assert.fail()),
      isFault,
    )
  })

const week = 3_024_000n
test('pools: a week of blocks of 200 ms takes few calls on a node that answers for any number', async (t) => {
  const { pools, asked } = await openParts(t, () => undefined)
  await pools.logs(blocks(1n, week), never)
  assert.ok(asked.length <= 14, `${asked.length} calls`)
  assert.equal(pools.blocksPerCall(), 1_000_000n)
})

const limits: [name: string, limit: bigint, response: StandInResponse][] = [
  ['says that it is limited', 10_000n, failing(-32_614, 'eth_getLogs is limited to a 10,000 range')],
  ['refuses longer ranges without a word', 10_000n, failing(-32_000, 'Internal error')],
  ['fails with a gateway’s error on longer ranges', 50_000n, { status: 504, body: 'upstream request timeout' }],
]
for (const [name, limit, response] of limits)
  test(`pools: few calls are wasted on a node that ${name}`, async (t) => {
    const { pools, asked } = await openParts(t, refuseFrom(limit, response))
    await pools.logs(blocks(1n, week), never)
    const needed = Number(week / limit)
    assert.ok(asked.length <= 1.35 * needed + 12, `${asked.length} calls instead of ${needed}`)
    assert.ok(pools.blocksPerCall() >= limit / 2n)
  })

test('pools: parts that were answered are whole, whatever lengths were refused', async (t) => {
  let count = 0
  const { pools } = await openParts(t, ({ from, to }) => {
    count += 1
    return to > from && count % 3 === 0 ? failing(-32_000, 'Internal error') : undefined
  })
  const found = await pools.logs(blocks(1n, 100_000n), never)
  const starts = found.map(({ block }) => block)
  assert.equal(starts[0], 1n)
  assert.deepEqual(
    starts,
    [...new Set(starts)].toSorted((a, b) => Number(a - b)),
  )
})

test('pools: a node that fails for a while is asked for long ranges again', async (t) => {
  let isFailing = true
  const { pools, asked } = await openParts(t, () => (isFailing ? failing(-32_000, 'Internal error') : undefined))
  await assert.rejects(pools.logs(blocks(1n, 100_000n), never), isFault)
  isFailing = false
  asked.length = 0
  await pools.logs(blocks(1n, 100_000n), never)
  assert.ok(asked.length <= 7, `${asked.length} calls`)
})
