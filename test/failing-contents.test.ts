import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import type { Asked, StandInResponse } from '../dev/stand-ins/json-server.ts'
import { type RpcFault, type Wallet, startRpc } from '../dev/stand-ins/rpc.ts'
import { startTxlist } from '../dev/stand-ins/txlist.ts'
import { probeWallet } from '../src/providers/provider-calls.ts'
import { postEnrollment } from './world/creators.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { reportedCase } from './fixtures/providers.ts'
import { seedScore } from './world/seed.ts'

/** Answers that an explorer or a gateway may give for one wallet while it serves all others. */
const explorerFaults: Record<string, StandInResponse> = {
  'a crash': { status: 500, body: { message: 'Something went wrong.', result: null, status: '0' } },
  HTML: { status: 502, body: '<html>Bad gateway</html>' },
  words: { body: { status: '0', message: 'NOTOK', result: 'Error! Unexpected row' } },
  'no rows': { body: { status: '1', message: 'OK', result: { rows: [] } } },
  'a key': { status: 401, body: { message: 'unauthorized' } },
}

const walletNo = (n: number) => `0xabad1dea${n.toString(16).padStart(32, '0')}`

/** A service whose explorer fails as told for wallets of this test, and answers its own probe unless it is dead. */
async function startBesideExplorer(t: TestContext) {
  const state = { fault: undefined as StandInResponse | undefined, isDead: false, deadBody: undefined as unknown }
  const findFault = ({ query }: Asked): StandInResponse | undefined => {
    if (state.isDead) return state.deadBody ? { body: state.deadBody } : { status: 500, body: {} }
    return query.address?.startsWith('0xabad1dea') ? state.fault : undefined
  }
  const explorer = await startTxlist({ wallets: {}, findFault })
  t.after(explorer.close)
  const world = await startWorld(t)
  const environment = { ...world.environment, CREATOR_DATA_URL: explorer.url, SCORE_DAILY_PER_NETWORK: '1000000' }
  const service = await startApp(t, { world, environment })
  let wallets = 0
  const score = async () => (await service.score({ creatorAddress: walletNo(++wallets) })).status
  const ready = async () => {
    const { status, body } = await ask(service.app, { url: '/ready' })
    return [status, body.checks.breakers.creator]
  }
  return { ...service, explorer, state, scoreOne: score, ready }
}

test('POST /v1/score: a genesis row counts for the age of the wallet, and fails nothing', async (t) => {
  const { state, ready, score } = await startBesideExplorer(t)
  const { body } = reportedCase('01-etherscan-txlist-genesis-row') as { body: object }
  state.fault = { body }
  for (let n = 0; n < 5; n++) {
    const scored = await score({ creatorAddress: walletNo(0xffff + n) })
    assert.equal(scored.status, 201)
    assert.match(scored.body.signals.creator.reason, /wallet is 4\d{3} days old on this chain/)
  }
  assert.deepEqual(await ready(), [200, 'closed'])
})

test('POST /v1/score: rows in any form are read or named as unread', async (t) => {
  const { state, score } = await startBesideExplorer(t)
  const { body } = reportedCase('01-etherscan-txlist-genesis-row') as { body: { result: object[] } }
  const own = { ...body.result[0], from: walletNo(0x77) }
  state.fault = {
    body: {
      ...body,
      result: [
        { ...own, nonce: 5, timeStamp: 1760000000, isError: 0 },
        { ...own, nonce: '' },
      ],
    },
  }
  const scored = await score({ creatorAddress: walletNo(0x77) })
  assert.equal(scored.status, 201)
  const { reason } = scored.body.signals.creator
  assert.match(reason, /The number of transactions it has sent is not known/)
  assert.match(reason, /Of its newest transactions, 1 could not be read\./)
})

test('POST /v1/score: a wallet that the explorer twice blames is 400; if it blames any, 502', async (t) => {
  const { state, scoreOne, score, ready } = await startBesideExplorer(t)
  state.fault = { body: { status: '0', message: 'NOTOK', result: 'Error! Invalid address format' } }
  for (let n = 0; n < 6; n++) {
    const { status, body } = await score({ creatorAddress: walletNo(0xb1a + n) })
    assert.deepEqual([status, body.error.details[0].path], [400, 'creatorAddress'])
  }
  assert.deepEqual(await ready(), [200, 'closed'])
  state.deadBody = state.fault.body
  state.isDead = true
  assert.equal(await scoreOne(), 502)
})

test('GET /ready: no sequence of failing wallets opens the explorer’s breaker; a dead one does', async (t) => {
  const { state, scoreOne, ready } = await startBesideExplorer(t)
  const faults = fc.array(fc.constantFrom(...Object.keys(explorerFaults)), { minLength: 5, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(faults, async (names) => {
      for (const name of names) {
        state.fault = explorerFaults[name]
        assert.equal(await scoreOne(), 502, name)
        assert.deepEqual(await ready(), [200, 'closed'], name)
      }
    }),
    { numRuns: 3 },
  )
})

test('GET /ready: 503 when the explorer fails for everybody', async (t) => {
  const { state, scoreOne, ready, explorer } = await startBesideExplorer(t)
  state.isDead = true
  for (let n = 0; n < 5; n++) assert.equal(await scoreOne(), 502)
  assert.deepEqual(await ready(), [503, 'open'])
  assert.ok(explorer.requests.some(({ query }) => query.address === probeWallet))
})

const refuses: Wallet = () => false

/** A node that answers its chain id, and everything else as told. */
async function startBesideNode(t: TestContext) {
  const state = { fault: undefined as RpcFault | undefined, isDead: false }
  const findFault = (method: string): RpcFault | undefined => {
    if (state.isDead) return 'http 500'
    return method === 'eth_chainId' ? undefined : state.fault
  }
  const creatorAddress = '0xc0ffee0000000000000000000000000000000001'
  const node = await startRpc({ wallets: { [creatorAddress]: refuses }, findFault })
  t.after(node.close)
  const service = await startApp(t, { environment: { CHAIN_RPC_URL: node.url } })
  const scoreRequestId = await seedScore(service.deps, { creatorAddress })
  const enroll = (n: number) =>
    postEnrollment(service.app, { scoreRequestId, creatorAddress, signature: `0x${n.toString(16).padStart(140, '0')}` })
  const ready = async () => {
    const { status, body } = await ask(service.app, { url: '/ready' })
    return [status, body.checks.breakers.chain]
  }
  return { ...service, state, enroll, ready }
}

test('POST /v1/enroll: a node’s rate limit in any words is 503, and /ready says limited', async (t) => {
  for (const body of reportedCase('03-rpc-rate-limit-codes')['bodies'] as object[]) {
    const { state, enroll, ready } = await startBesideNode(t)
    state.fault = { body, headers: { 'retry-after': '600' } } // longer than a request waits for a retry
    for (let n = 0; n < 6; n++) {
      const { status, headers } = await enroll(n)
      assert.equal(status, 503)
      assert.ok(Number(headers['retry-after']) > 0)
    }
    assert.deepEqual(await ready(), [200, 'limited'])
  }
})

test('GET /ready: no sequence of failing contents opens the node’s breaker; a dead one does', async (t) => {
  const { state, enroll, ready } = await startBesideNode(t)
  const faults = ['http 500', 'bad key', 'null result', 'odd result', 'node error', 'no result', 'cut'] as const
  for (const [n, fault] of [...faults, ...faults].entries()) {
    state.fault = fault
    assert.equal((await enroll(n)).status, 502, fault)
    assert.deepEqual(await ready(), [200, 'closed'], fault)
  }
  const dead = await startBesideNode(t)
  dead.state.isDead = true
  for (let n = 0; n < 5; n++) assert.equal((await dead.enroll(n)).status, 502)
  assert.deepEqual(await dead.ready(), [503, 'open'])
})
