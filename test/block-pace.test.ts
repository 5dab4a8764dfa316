import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getContractAddress, type Hex, keccak256, numberToHex } from 'viem'
import { firstBlockAt, headOf, type PacedWorld, startPacedNode, timeOf } from '../dev/stand-ins/paced-node.ts'
import { sourcesOf } from '../src/providers/chain-sources.ts'
import { createAttester } from '../src/providers/chain/attester-viem.ts'
import { createChainNode } from '../src/providers/chain/chain-node.ts'
import { createCreations } from '../src/providers/chain/creations.ts'
import { createLocalSigner } from '../src/providers/chain/signer.ts'
import { checkPendingBindings } from '../src/tokens/check-pending.ts'
import { UpstreamError } from '../src/platform/errors.ts'
import { guardFor } from './fixtures/providers.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { ada, enroll } from './world/creators.ts'
import { poolOf, startObserving } from './world/outcomes.ts'
import { hourMs, seedWatches, start, toToken } from './world/seed.ts'
import { closeAfter, handClock, never } from './world/waiting.ts'

const dayMs = 24 * hourMs
const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)
const after = (ms: number): Date => new Date(start.getTime() + ms)

/** The seconds between two blocks; two until then. */
interface Pace {
  seconds: number
  until?: Date
}

const startedAt = toSeconds(start) - 20 * 86_400
const paces: [name: string, pace: Pace][] = [
  ['0.1 seconds', { seconds: 0.1 }],
  ['0.2 seconds', { seconds: 0.2 }],
  ['2 seconds', { seconds: 2 }],
  ['12 seconds', { seconds: 12 }],
  ['2 and later 0.2 seconds', { seconds: 0.2, until: new Date('2026-11-05T18:00:00.000Z') }],
  ['2 and, two days into the test, 0.2 seconds', { seconds: 0.2, until: after(2 * dayMs) }],
]

/** The blocks of a chain that has run until a time. */
function blocksUntil({ seconds, until }: Pace, now: Date): PacedWorld['stretches'] {
  const passed = toSeconds(now) - startedAt
  const slow = until ? Math.min(passed, toSeconds(until) - startedAt) : 0
  return [
    { blocks: Math.floor(slow / 2), seconds: 2 },
    { blocks: Math.floor((passed - slow) / seconds), seconds },
  ]
}

async function startChain(t: TestContext, world: PacedWorld) {
  const node = await startPacedNode(world)
  closeAfter(t, node.close)
  return node
}

const reverts = { error: { code: 3, message: 'execution reverted' } }
const token = getContractAddress({ from: ada.address, nonce: 0n })
const creationTx = keccak256('0x01')
/** A contract of the submission that the wallet never made. */
const submitted = '0x5b00000000000000000000000000000000000001'

/** The calls to a chain on which the wallet deploys a token at a time, and somebody the submitted contract. */
function createDeployment(world: PacedWorld, createdAt: Date) {
  const codeAskedAt: (number | 'latest')[] = []
  const respond = (method: string, params: never[]): object | undefined => {
    const [asked = '', at = 'latest'] = params as string[]
    const block = firstBlockAt(world, toSeconds(createdAt))
    const isMined = block <= headOf(world)
    if (method === 'eth_call') return reverts
    if (method === 'eth_getTransactionReceipt') {
      if (asked !== creationTx || !isMined) return { result: null }
      const from = ada.address.toLowerCase()
      const mined = { transactionHash: creationTx, blockNumber: numberToHex(block), status: '0x1', logs: [] }
      return { result: { ...mined, from, contractAddress: token.toLowerCase() } }
    }
    if (method !== 'eth_getCode') return undefined
    if (asked === submitted) codeAskedAt.push(at === 'latest' ? at : Number(at))
    else if (asked.toLowerCase() !== token.toLowerCase()) return { result: '0x' }
    return { result: isMined && (at === 'latest' || Number(at) >= block) ? '0x6001' : '0x' }
  }
  return { codeAskedAt, respond }
}

/** Binds a token that the wallet deployed half a minute ago, and again when it is safe. */
async function bindFresh(t: TestContext, pace: Pace, tags: PacedWorld['tags']): Promise<void> {
  const clock = handClock(start.toISOString())
  const world: PacedWorld = { startedAt, stretches: blocksUntil(pace, start), ...(tags && { tags }) }
  const createdAt = after(hourMs)
  const { codeAskedAt, respond } = createDeployment(world, createdAt)
  const { url } = await startChain(t, Object.assign(world, { respond }))
  const providers = await startWorld(t, { goplus: { tokens: {} } })
  const environment = { ...providers.environment, CHAIN_RPC_URL: url }
  const { app, deps, score } = await startApp(t, { world: providers, environment, clock })
  const passTo = (time: Date) => {
    clock.moveTo(time.toISOString())
    world.stretches = blocksUntil(pace, time)
  }
  const scored = await score({ creatorAddress: ada.address, contractAddress: submitted })
  assert.equal(scored.status, 201)
  const id = scored.body.id as string
  assert.equal((await enroll(app, { scoreId: id, wallet: ada })).status, 201)
  passTo(after(hourMs + 30_000))
  const { body } = await ask(app, { url: `/v1/launch/${id}/token/message?tokenAddress=${token}` })
  const signature = await ada.signMessage({ message: body.message })
  const payload = { tokenAddress: token, creatorAddress: ada.address, signature, creationTx }
  const bound = await ask(app, { method: 'POST', url: `/v1/launch/${id}/token`, payload })
  assert.deepEqual([bound.status, bound.body.state], [202, 'pending'])
  passTo(after(hourMs + 12 * 60_000))
  codeAskedAt.length = 0
  const sources = sourcesOf(deps)
  const { proofSources } = sources
  assert.ok(proofSources)
  await checkPendingBindings({ ...deps, ...sources, proofSources }, never)
  const { body: proven } = await ask(app, { url: `/v1/launch/${id}/token` })
  assert.deepEqual([proven.state, proven.createdAt], ['proven', createdAt.toISOString()])
  // The state as it was when the score was made, which was at `start`.
  assert.deepEqual(codeAskedAt, ['latest', firstBlockAt(world, toSeconds(start) + 1) - 1])
}

const pool = `0x9a14${'0'.repeat(36)}`
const mint = '0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f'
const burn = '0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496'
const supplier = `0x50b1${'3'.padStart(36, '0')}`
const word = (value: bigint): string => value.toString(16).padStart(64, '0')

interface LogsAsked {
  topics: string[][]
  fromBlock: string
  toBlock: string
}

/** A chain on which a pool is supplied at one time, and drained at another, by the same account. */
function createPool(world: PacedWorld, { suppliedAt, drainedAt }: { suppliedAt: Date; drainedAt: Date }) {
  const asked: LogsAsked[] = []
  const toLog = (topic: string, at: Date, digit: number) => ({
    address: pool,
    topics: [topic, `0x${'e'.padStart(64, '0')}`],
    data: `0x${word(65n * 10n ** 17n)}${word(10n ** 24n)}`,
    blockNumber: numberToHex(firstBlockAt(world, toSeconds(at))),
    transactionHash: `0x${String(digit).repeat(64)}`,
  })
  const respond = (method: string, params: never[]): object | undefined => {
    const [given] = params as unknown[]
    if (method === 'eth_call')
      return { result: `0x${word((given as { data: string }).data === '0x313ce567' ? 18n : 10n ** 17n)}` }
    if (method === 'eth_getTransactionReceipt')
      return {
        result: {
          transactionHash: given,
          blockNumber: '0x1',
          status: '0x1',
          contractAddress: null,
          logs: [],
          from: supplier,
        },
      }
    if (method !== 'eth_getLogs') return undefined
    const wanted = given as LogsAsked
    asked.push(wanted)
    const logs = [toLog(mint, suppliedAt, 2), toLog(burn, drainedAt, 4)]
    const isWanted = ({ topics, blockNumber }: (typeof logs)[number]) =>
      wanted.topics[0]?.includes(topics[0] ?? '') &&
      BigInt(blockNumber) >= BigInt(wanted.fromBlock) &&
      BigInt(blockNumber) <= BigInt(wanted.toBlock)
    return { result: logs.filter(isWanted) }
  }
  return { asked, respond }
}

/** Follows a token whose pool is supplied a week after its creation and drained some hours later. */
async function followLateSupply(t: TestContext, pace: Pace): Promise<void> {
  const world: PacedWorld = { startedAt, stretches: blocksUntil(pace, start) }
  const suppliedAt = after(7 * dayMs)
  const { asked, respond } = createPool(world, { suppliedAt, drainedAt: after(7 * dayMs + 3.5 * hourMs) })
  const { url } = await startChain(t, Object.assign(world, { respond }))
  const observing = await startObserving(t, { CHAIN_RPC_URL: url })
  const { db } = observing.deps
  const [seeded] = await seedWatches(db, 1)
  const creationBlock = firstBlockAt(world, toSeconds(start))
  await db
    .updateTable('token_bindings')
    .set({ creation_block: String(creationBlock) })
    .execute()
  const proof = { binding_id: seeded?.bindingId ?? '', kind: 'deployed', shown_at: start } as const
  await db.insertInto('token_proofs').values(proof).execute()
  for (const [hours, usd] of [
    [1, 20_000],
    [2, 20_000],
    [3, 20_000],
    [4, 300],
  ] as const) {
    const now = after(7 * dayMs + hours * hourMs)
    world.stretches = blocksUntil(pace, now)
    observing.setTime(now)
    await db.updateTable('watches').set({ next_look_at: now }).execute()
    observing.tokens[toToken(1)] = [poolOf(usd)]
    await observing.observe()
  }
  const supplies = asked.filter(({ topics }) => topics[0]?.includes(mint))
  assert.ok(supplies.length <= 16, `${supplies.length} calls`)
  const search = await db.selectFrom('pool_searches').selectAll().executeTakeFirstOrThrow()
  assert.equal(Number(search.found_block), firstBlockAt(world, toSeconds(suppliedAt)))
  const [first] = asked.filter(({ topics }) => topics[0]?.includes(burn))
  assert.equal(Number(first?.fromBlock), firstBlockAt(world, toSeconds(after(7 * dayMs + 3 * hourMs))))
  const { removal_by, removal_tx } = await db
    .selectFrom('observations')
    .selectAll()
    .orderBy('seen_at', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual([removal_by, removal_tx], ['insider', `0x${'4'.repeat(64)}`])
}

/** A block that a node lacks: it may lag, unless the block is older than half an hour. */
async function askLagging(t: TestContext, pace: Pace): Promise<void> {
  const missing = { error: { code: -32_000, message: 'header not found' } }
  const world: PacedWorld = {
    startedAt,
    stretches: blocksUntil(pace, start),
    respond: (method) => (method === 'eth_getCode' ? missing : undefined),
  }
  const { url } = await startChain(t, world)
  const creations = createCreations({ url, chainId: 8453, timeoutMs: 20_000, guard: guardFor('chain') })
  const codeOf = (ageMs: number) =>
    creations.codeAt(token, BigInt(firstBlockAt(world, toSeconds(after(-ageMs)))), never)
  assert.equal(await codeOf(hourMs), null)
  await assert.rejects(codeOf(hourMs / 4), (error) => error instanceof UpstreamError && error.fault === 'unavailable')
}

const stampedAt = after(-3 * hourMs)
const digest: Hex = `0x${'d1'.repeat(32)}`
const contract: Hex = '0x4200000000000000000000000000000000000021'

/** A stamp in the last block of its second, and the heights that settle transactions. */
async function settleStamp(t: TestContext, pace: Pace, tags: PacedWorld['tags']): Promise<void> {
  const world: PacedWorld = { startedAt, stretches: blocksUntil(pace, start), ...(tags && { tags }) }
  const first = firstBlockAt(world, toSeconds(stampedAt))
  const second = timeOf(world, first)
  const last = firstBlockAt(world, second + 1) - 1
  const ranges: [number, number][] = []
  world.respond = (method, params) => {
    const [given] = params as unknown as [LogsAsked]
    if (method === 'eth_getCode') return { result: '0x6001' }
    if (method === 'eth_call') return { result: `0x${word(BigInt(second))}` }
    if (method !== 'eth_getLogs') return undefined
    ranges.push([Number(given.fromBlock), Number(given.toBlock)])
    return { result: [{ transactionHash: creationTx, blockNumber: numberToHex(last), blockHash: digest }] }
  }
  const { url } = await startChain(t, world)
  const attester = createAttester({
    ask: createChainNode({ url, timeoutMs: 20_000 }),
    chainId: 8453,
    contract,
    signer: createLocalSigner(`0x${'5'.repeat(64)}`),
    schema: 'bytes32 any',
    clock: handClock(start.toISOString()),
    minTip: 0n,
  })
  assert.deepEqual(await attester.findStamp(digest, never), {
    txHash: creationTx,
    blockNumber: BigInt(last),
    blockHash: digest,
  })
  assert.deepEqual(ranges, [[first, last]])
  const [safe, finalized] = [await attester.safe(never), await attester.finalized(never)]
  const ages = [safe, finalized].map(({ at }) => toSeconds(start) - toSeconds(at))
  const expected = tags ? [120, 900] : [600, 1800]
  for (const [index, age] of ages.entries()) {
    const wanted = expected[index] ?? 0
    assert.ok(age >= wanted - 12 && age <= wanted * 1.1 + 12, `${age} s instead of ${wanted}`)
  }
}

for (const [name, pace] of paces)
  for (const tags of [undefined, { safe: 120, finalized: 900 }]) {
    const words = `a chain with a block each ${name}, ${tags ? 'with' : 'without'} tags`
    test(`${words}: a token is proven when its creation is safe`, async (t) => bindFresh(t, pace, tags))
    test(`${words}: a stamp is found, and settled by age or tag`, async (t) => settleStamp(t, pace, tags))
  }
for (const [name, pace] of paces) {
  const words = `a chain with a block each ${name}`
  test(`${words}: a supply of the seventh day is found, and who drained it`, async (t) => followLateSupply(t, pace))
  test(`${words}: a node may lag for half an hour`, async (t) => askLagging(t, pace))
}
