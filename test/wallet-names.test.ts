import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { hasAnvil, startAnvil } from '../dev/stand-ins/anvil.ts'
import type { NamedWallet } from '../dev/stand-ins/rpc-names.ts'
import { type RpcFault, startRpc } from '../dev/stand-ins/rpc.ts'
import { closeAfter, holdDeadlines } from './world/waiting.ts'
import { type AppOptions, type TestApp, ask, startApp } from './world/app.ts'
import { plantName } from './world/wallet-contracts.ts'

const ada = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

interface Names {
  names?: Record<string, NamedWallet>
  chainId?: number
  findFault?: (method: string, count: number) => RpcFault | undefined
}

async function open(t: TestContext, { chainId = 8453, ...world }: Names, options: AppOptions = {}) {
  const node = await startRpc({ chainId, ...world })
  closeAfter(t, node.close)
  const environment = { CHAIN_RPC_URL: node.url, CHAIN_ID: String(chainId) }
  const service = await startApp(t, { environment, ...options })
  return { ...service, calls: () => node.methods().filter((method) => method === 'eth_call').length }
}

const find = ({ app }: Pick<TestApp, 'app'>, name: string, more: object = {}) =>
  ask(app, { method: 'GET', url: `/api/v1/names/${encodeURIComponent(name)}`, ...more })

test('GET /api/v1/names/:name: a Basename has its wallet, whatever its case', async (t) => {
  const service = await open(t, { names: { 'ada.base.eth': ada } })
  for (const name of ['ada.base.eth', 'ADA.base.ETH', ' Ada.Base.eth ']) {
    const { status, body, headers } = await find(service, name)
    assert.deepEqual([status, body], [200, { name: 'ada.base.eth', address: ada, chainId: 8453 }])
    assert.equal(headers['cache-control'], 'public, max-age=60')
  }
})

test('GET /api/v1/names/:name: an ENS name has its wallet on Ethereum', async (t) => {
  const service = await open(t, { chainId: 1, names: { 'ada.eth': ada, 'web.ada.eth': ada } })
  for (const name of ['ada.eth', 'web.ada.eth'])
    assert.deepEqual((await find(service, name)).body, { name, address: ada, chainId: 1 })
})

test('GET /api/v1/names/:name: 503 for names of another chain, or without a chain', async (t) => {
  const base = await open(t, { names: { 'ada.base.eth': ada } })
  const refused = await find(base, 'ada.eth')
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'not_configured'])
  assert.match(refused.body.error.message, /only names that end in \.base\.eth/)
  assert.equal(base.calls(), 0)
  const other = await open(t, { chainId: 137 })
  assert.equal((await find(other, 'ada.base.eth')).body.error.code, 'not_configured')
  const alone = await startApp(t)
  assert.equal((await find(alone, 'ada.base.eth')).body.error.code, 'not_configured')
})

const badNames = [
  'ada',
  '.base.eth',
  'a..base.eth',
  'a b.base.eth',
  'ad_a.base.eth',
  'а\u200dda.base.eth',
  'аda.base.eth',
]
for (const name of [...badNames, `${'x'.repeat(250)}.base.eth`])
  test(`GET /api/v1/names/:name: 400 for ${JSON.stringify(name).slice(0, 30)}, without a call`, async (t) => {
    const service = await open(t, {})
    const { status, body } = await find(service, name)
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'bad_request', 'name'])
    assert.equal(service.calls(), 0)
  })

for (const chainId of [8453, 1])
  for (const wallet of ['reverts', 'floods', 'garbage', 'off-chain', `0x${'0'.repeat(40)}`, undefined] as const)
    test(`GET /api/v1/names/:name: 404 for a resolver that says ${wallet} on chain ${chainId}`, async (t) => {
      const name = 'ada.base.eth'
      const service = await open(t, { chainId, names: wallet ? { [name]: wallet } : {} })
      for (let n = 0; n < 2; n++) {
        const { status, body } = await find(service, name)
        assert.deepEqual([status, body.error.code], [404, 'not_found'])
        assert.match(body.error.message, wallet === 'off-chain' ? /on a server/ : /Check the spelling/)
      }
      const ready = await ask(service.app, { method: 'GET', url: '/ready' })
      assert.equal(ready.body.checks.breakers.chain, 'closed')
    })

const outages: [Extract<RpcFault, string>, number, string][] = [
  ['http 500', 502, 'upstream'],
  ['hang', 502, 'upstream'],
  ['html 200', 502, 'upstream'],
  ['odd result', 502, 'upstream'],
  ['node error', 502, 'upstream'],
  ['http 429', 503, 'unavailable'],
]
for (const [fault, status, code] of outages)
  test(`GET /api/v1/names/:name: ${status} when the node fails with "${fault}", and no caching`, async (t) => {
    let isDown = true
    // longer than a request waits for a retry
    const limit = { status: 429, headers: { 'retry-after': '600' }, body: { message: 'slow down' } }
    const response = fault === 'http 429' ? limit : fault
    const findFault = (method: string) => (isDown && method === 'eth_call' ? response : undefined)
    const deadlines = fault === 'hang' ? holdDeadlines(t) : null
    const service = await open(t, { names: { 'ada.base.eth': ada }, findFault })
    const finding = find(service, 'ada.base.eth')
    const failed = await (deadlines?.outwait(finding, service.calls, service.deps.config.providerTimeoutMs) ?? finding)
    assert.deepEqual([failed.status, failed.body.error.code], [status, code])
    assert.equal(failed.headers['cache-control'], 'no-store')
    isDown = false
    if (fault !== 'http 429') assert.equal((await find(service, 'ada.base.eth')).status, 200)
  })

test('GET /api/v1/names/:name: a node of another chain is believed in nothing', async (t) => {
  const node = await startRpc({ chainId: 10, names: { 'ada.base.eth': ada } })
  closeAfter(t, node.close)
  const service = await startApp(t, { environment: { CHAIN_RPC_URL: node.url, CHAIN_ID: '8453' } })
  assert.equal((await find(service, 'ada.base.eth')).status, 502)
})

test('GET /api/v1/names/:name: concurrent calls share one lookup, kept for a minute', async (t) => {
  const names: Record<string, NamedWallet> = { 'ada.base.eth': ada }
  let now = Date.UTC(2026, 10, 22)
  const service = await open(t, { names }, { clock: { now: () => new Date(now) } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => find(service, 'ada.base.eth')))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(service.calls(), 2) // of the registry and of the resolver
  const moved = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  names['ada.base.eth'] = moved
  now += 59_000
  assert.equal((await find(service, 'ada.base.eth')).body.address, ada)
  now += 2_000
  assert.equal((await find(service, 'ada.base.eth')).body.address, moved)
})

test('GET /api/v1/names/:name: 429 after 30 a minute', async (t) => {
  const service = await open(t, { names: { 'ada.base.eth': ada } }, { elapsedMs: () => 0 })
  const remoteAddress = '192.0.2.77'
  for (let n = 0; n < 30; n++) assert.equal((await find(service, 'ada.base.eth', { remoteAddress })).status, 200)
  assert.equal((await find(service, 'ada.base.eth', { remoteAddress })).status, 429)
})

test(
  'GET /api/v1/names/:name on a real chain',
  { skip: !hasAnvil() && 'there is no anvil for this platform' },
  async (t) => {
    const anvil = await startAnvil(['--chain-id', '8453'])
    closeAfter(t, anvil.stop)
    await plantName(anvil.url, 'ada.base.eth', ada)
    const service = await startApp(t, { environment: { CHAIN_RPC_URL: anvil.url } })
    assert.equal((await find(service, 'Ada.base.eth')).body.address, ada)
    assert.equal((await find(service, 'bob.base.eth')).status, 404)
  },
)
