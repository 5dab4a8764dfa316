import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Hex, numberToHex } from 'viem'
import { tokenBody } from '../dev/stand-ins/goplus-bodies.ts'
import { type NativeAct, type NativeSpec, toNativeLog } from '../dev/stand-ins/rpc-natives.ts'
import { type Rpc, type RpcFault, startRpc } from '../dev/stand-ins/rpc.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { closeAfter } from './world/waiting.ts'

const token = '0xb200000000000000000001a0a0a0a0a0a0a0a0a0'
const factory = '0xb20f000000000000000000000000000000000000'
const admin = `0x${'a'.repeat(40)}`
const minter = `0x${'b'.repeat(40)}`
const txHash = `0x${'9'.repeat(64)}`
const firstBlock = 0x100

interface Given {
  acts?: NativeAct[]
  spec?: Partial<NativeSpec>
  /** false: none is configured. */
  hasNode?: boolean
  maxBlocks?: number
  head?: number
  /** The explorer knows its creation. */
  isKnown?: boolean
  findFault?: (method: string, count: number) => RpcFault | undefined
}

/** A service with a node that knows a B20 token, of which GoPlus finds nothing bad. */
async function openNative(t: TestContext, given: Given) {
  const { acts = [], spec, hasNode = true, maxBlocks = Infinity, head = 0x1000, isKnown = true, findFault } = given
  const [world, node] = await Promise.all([
    startWorld(t, {
      txlist: isKnown ? { creations: { [token]: txHash } } : {},
      goplus: { tokens: { [token]: tokenBody({ kind: 'clean', creator: admin }) } },
    }),
    startRpc({
      block: head,
      maxBlocks,
      natives: { [token]: { name: 'Left Sock', symbol: 'SOCK', acts, firstBlock, ...spec } },
      receipts: { [txHash]: receiptOf(acts) },
      ...(findFault && { findFault }),
    }),
  ])
  closeAfter(t, node.close)
  const environment = { ...world.environment, ...(hasNode && { CHAIN_RPC_URL: node.url }) }
  const service = await startApp(t, { world, environment })
  const scoreIt = () => service.score({ name: 'Left Sock', symbol: 'SOCK', contractAddress: token })
  return { ...service, world, node, scoreIt }
}

/** The roles that were granted where the token was made are in its logs. */
const receiptOf = (acts: NativeAct[]) => ({
  transactionHash: txHash,
  blockNumber: numberToHex(firstBlock),
  status: '0x1',
  from: admin,
  to: factory,
  contractAddress: null,
  logs: acts.slice(0, 1).map((act) => ({ address: token, ...toNativeLog(act) })),
})

const codesOf = (list: { code: string }[]) => list.map(({ code }) => code)
const countLogCalls = ({ methods }: Rpc) => methods().filter((method) => method === 'eth_getLogs').length

test('a native token whose administrator could grant every power has the warnings of all of them', async (t) => {
  const { scoreIt, app, world } = await openNative(t, { acts: [{ grant: 'DEFAULT_ADMIN_ROLE', to: admin }] })
  const { status, body } = await scoreIt()
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(codesOf(body.warnings), [
    'owner_can_take_tokens',
    'owner_can_block_sales',
    'owner_can_pause_trading',
  ])
  assert.equal(body.warnings[0].source, 'Chain data')
  const { risk } = body.signals
  assert.equal(risk.score, 15)
  assert.match(risk.reason, /It is a B20 token, which the chain itself runs/)
  assert.match(risk.reason, /The owner can create more tokens\./)
  assert.ok(!world.goplus.requests.some(({ path }) => path.includes(token)), 'GoPlus sees nothing of it')
  const page = await app.inject({ url: `/score/${body.id}`, headers: { accept: 'text/html' } })
  assert.match(page.body, /A B20 token, run by the chain itself/)
  const again = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore`, payload: {} })
  assert.deepEqual(again.body.signals.risk.facts, risk.facts)
})

test('a native token is clean when no role is held and no administrator is left', async (t) => {
  const { scoreIt } = await openNative(t, {
    acts: [
      { grant: 'DEFAULT_ADMIN_ROLE', to: admin },
      { grant: 'MINT_ROLE', to: minter },
      { revoke: 'MINT_ROLE', from: minter },
      { lastAdmin: admin },
    ],
  })
  const { body } = await scoreIt()
  assert.deepEqual(body.warnings, [])
  assert.equal(body.signals.risk.score, 100)
  assert.deepEqual(codesOf(body.signals.risk.facts).slice(0, 2), ['native_token', 'native_clean'])
})

test('a role counts although the administrator has gone', async (t) => {
  const { scoreIt } = await openNative(t, {
    acts: [{ grant: 'DEFAULT_ADMIN_ROLE', to: admin }, { grant: 'PAUSE_ROLE', to: minter }, { lastAdmin: admin }],
  })
  const { body } = await scoreIt()
  assert.deepEqual(codesOf(body.warnings), ['owner_can_pause_trading'])
  assert.ok(codesOf(body.signals.risk.facts).includes('owner_can_pause_transfers'))
  assert.ok(!codesOf(body.signals.risk.facts).includes('renounced'))
})

test('a native token whose transfers are paused can’t be sold', async (t) => {
  const { scoreIt } = await openNative(t, { spec: { isPaused: true } })
  const { body } = await scoreIt()
  assert.deepEqual(codesOf(body.warnings), ['cannot_sell'])
  assert.ok(body.signals.risk.score <= 15)
})

test('a policy on transfers can block sales', async (t) => {
  const { scoreIt } = await openNative(t, { acts: [{ policy: 'TRANSFER_SENDER_POLICY', id: 7n }] })
  assert.deepEqual(codesOf((await scoreIt()).body.warnings), ['owner_can_block_sales'])
})

test('without a node, the roles of a native token were not looked at', async (t) => {
  const { scoreIt } = await openNative(t, { hasNode: false })
  const { body } = await scoreIt()
  const { risk } = body.signals
  assert.deepEqual([codesOf(risk.facts)[0], risk.facts[0].effect], ['native_unread', -45])
  assert.match(risk.reason, /They were not looked at, because no node is configured/)
})

test('a node that limits ranges is asked in pieces', async (t) => {
  const acts: NativeAct[] = [
    { grant: 'DEFAULT_ADMIN_ROLE', to: admin },
    { grant: 'SEIZE_ROLE', to: minter },
    { lastAdmin: admin },
  ]
  const { scoreIt, node } = await openNative(t, { acts, maxBlocks: 10_000, head: 400_000 })
  const { body } = await scoreIt()
  assert.deepEqual(codesOf(body.warnings), ['owner_can_take_tokens'])
  assert.ok(!codesOf(body.signals.risk.facts).includes('native_partial'))
  assert.ok(countLogCalls(node) < 100)
})

test('a history that is too long to read leaves powers unknown, never clean', async (t) => {
  const acts: NativeAct[] = [{ grant: 'DEFAULT_ADMIN_ROLE', to: admin }, { lastAdmin: admin }]
  const { scoreIt, node } = await openNative(t, { acts, maxBlocks: 1000, head: 60_000_000 })
  const { body } = await scoreIt()
  const codes = codesOf(body.signals.risk.facts)
  assert.ok(codes.includes('native_partial') && codes.includes('unknown') && !codes.includes('native_clean'))
  assert.ok(body.signals.risk.score <= 60)
  assert.ok(countLogCalls(node) < 100)
})

test('a history that is too long still shows the administrator of the creation', async (t) => {
  const acts: NativeAct[] = [{ grant: 'DEFAULT_ADMIN_ROLE', to: admin }]
  const { scoreIt } = await openNative(t, { acts, maxBlocks: 1000, head: 60_000_000 })
  const { body } = await scoreIt()
  assert.deepEqual(codesOf(body.warnings), [
    'owner_can_take_tokens',
    'owner_can_block_sales',
    'owner_can_pause_trading',
  ])
})

test('without an explorer, the logs are read from the beginning', async (t) => {
  const acts: NativeAct[] = [{ grant: 'MINT_ROLE', to: minter }]
  const { scoreIt } = await openNative(t, { acts, isKnown: false })
  assert.ok(codesOf((await scoreIt()).body.signals.risk.facts).includes('mintable'))
})

test('an address of the kind without a token has no record', async (t) => {
  const { score } = await openNative(t, {})
  const { body } = await score({ contractAddress: token.replace(/a0$/, 'ff') })
  assert.equal(body.signals.risk.facts[0].code, 'no_record')
})

const faults: [method: string, fault: RpcFault & string][] = [
  ['eth_getLogs', 'http 500'],
  ['eth_getLogs', 'node error'],
  ['eth_getLogs', 'odd result'],
  ['eth_call', 'node error'],
]

for (const [method, fault] of faults)
  test(`${method} with ${fault} is a fault, not a clean token`, async (t) => {
    const { scoreIt } = await openNative(t, { findFault: (asked) => (asked === method ? fault : undefined) })
    const { status, body } = await scoreIt()
    assert.ok([502, 503].includes(status), `${status} ${JSON.stringify(body)}`)
  })

test('a native token without code can be scored by its contract alone', async (t) => {
  const { app, world } = await openNative(t, { acts: [{ grant: 'MINT_ROLE', to: minter }] })
  const payload = { contractAddress: token, imageUrl: `${world.images.url}/a.png`, creatorAddress: admin as Hex }
  const { status, body } = await ask(app, { method: 'POST', url: '/v1/score', payload })
  assert.deepEqual([status, body.submission.name, body.submission.symbol], [201, 'Left Sock', 'SOCK'])
  assert.ok(codesOf(body.signals.risk.facts).includes('mintable'))
})

await import('./world/close-shared-db.ts')
