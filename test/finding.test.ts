import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { startJsonServer } from '../dev/stand-ins/json-server.ts'
import { checkPendingBindings } from '../src/outcomes/binding/check-pending.ts'
import { findLaunches } from '../src/outcomes/finding/find-launches.ts'
import { closeAfter } from './close-after.ts'
import { ask, startApp } from './harness.ts'
import { seedLaunches } from './seed-launches.ts'

const never = new AbortController().signal
const wallet = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const token = '0x70ce11000000000000000000000000000000020d'
const body = (name: string): { result: unknown } =>
  JSON.parse(readFileSync(new URL(`fixtures/outcomes/rpc/${name}.json`, import.meta.url), 'utf8'))

/** A string as a contract returns it. */
const toText = (text: string): string =>
  `0x${'20'.padStart(64, '0')}${text.length.toString(16).padStart(64, '0')}${Buffer.from(text).toString('hex').padEnd(64, '0')}`

const createdBlock = 0x339250f

/** A node whose chain holds one launch through Clanker, in blocks of which it gives out 500 at a time. */
async function startNode(t: TestContext) {
  const ranges: bigint[] = []
  const answer = (method: string, params: unknown[]): object => {
    if (method === 'eth_chainId') return { result: '0x2105' }
    if (method === 'eth_blockNumber') return { result: `0x${(createdBlock + 100).toString(16)}` }
    if (method === 'eth_getCode') return { result: '0x' }
    if (method === 'eth_getBlockByNumber')
      return { result: { timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}` } }
    if (method === 'eth_getTransactionReceipt') return body('receipt-clanker')
    if (method === 'eth_getLogs')
      return answerLogs(params[0] as { fromBlock: string; toBlock: string; address: string[] })
    const [{ data }] = params as [{ data: string }]
    if (data === '0x06fdde03') return { result: toText('Frog of Base') }
    return data === '0x95d89b41' ? { result: toText('FROG') } : { error: { code: 3, message: 'execution reverted' } }
  }
  const answerLogs = ({ fromBlock, toBlock, address }: { fromBlock: string; toBlock: string; address: string[] }) => {
    const range = BigInt(toBlock) - BigInt(fromBlock) + 1n
    ranges.push(range)
    if (range > 500n) return body('error-log-range')
    const isThere = BigInt(fromBlock) <= createdBlock && createdBlock <= BigInt(toBlock)
    return isThere && address[0]?.startsWith('0xe85a') ? body('logs-clanker') : { result: [] }
  }
  const server = await startJsonServer({
    path: '',
    respond: (asked) => {
      const { id, method, params } = JSON.parse(asked.body)
      return { body: { jsonrpc: '2.0', id, ...answer(method, params) } }
    },
  })
  closeAfter(t, server.close)
  return { url: server.url, ranges }
}

async function startFinding(t: TestContext, name: string) {
  const node = await startNode(t)
  const started = await startApp(t, { environment: { CHAIN_RPC_URL: node.url } })
  const { deps } = started
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: wallet, name }])
  const scoreId = launch?.score.id ?? ''
  await deps.db.updateTable('submissions').set({ symbol: 'frog' }).execute()
  for (const venue of ['clanker', 'zora'])
    await deps.db
      .insertInto('venue_cursors')
      .values({ venue, chain_id: '8453', block: String(createdBlock - 1000), read_at: new Date() })
      .execute()
  const { creations, pools } = deps
  assert.ok(creations && pools)
  return {
    ...started,
    ...node,
    scoreId,
    find: async () => findLaunches({ ...deps, creations, pools }, never),
    prove: async () => checkPendingBindings({ ...deps, creations }, never),
  }
}

test('a token that a launchpad made for an enrolled wallet is found, proven and watched without anybody’s report', async (t) => {
  const world = await startFinding(t, 'FROG of base!')
  await world.find()
  await world.find()
  const pending = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([pending.body.state, pending.body.origin, pending.body.message], ['pending', 'found', null])
  await world.prove()
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.tokenAddress, body.venue], ['proven', token, 'clanker'])
  assert.equal(body.proofs[0].kind, 'named')
  assert.equal((await world.deps.db.selectFrom('token_bindings').selectAll().execute()).length, 1)
  assert.equal((await world.deps.db.selectFrom('watches').selectAll().execute()).length, 1)
  assert.ok(world.ranges.some((range) => range <= 500n))
  const cursor = await world.deps.db.selectFrom('venue_cursors').select('block').execute()
  assert.deepEqual(new Set(cursor.map(({ block }) => Number(block))), new Set([createdBlock + 90]))
})

test('a wallet that has signed nothing isn’t charged with a token that names it', async (t) => {
  const world = await startFinding(t, 'Frog of Base')
  await world.deps.db.deleteFrom('enrollments').execute()
  await world.find()
  await world.prove()
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.counts, body.reason], ['proven', false, 'named_unsigned'])
})

test('a token with another name isn’t linked', async (t) => {
  const world = await startFinding(t, 'Toad of Base')
  await world.find()
  assert.deepEqual(await world.deps.db.selectFrom('token_bindings').selectAll().execute(), [])
})
