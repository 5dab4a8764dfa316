import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type TxlistFault, type TxlistWorld, startTxlist } from '../../../dev/stand-ins/txlist.ts'
import type { TxRow } from '../../../dev/stand-ins/wallet-rows.ts'
import { frozenClock, frozenNow, guardFor, providerBody } from '../../../test/fixtures/providers.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { type CountCall, toCountCall, createCreatorData } from './creator-data-txlist.ts'

const never = new AbortController().signal
const ada = '0xa11ce00000000000000000000000000000000001'
const busy = '0xb054b00000000000000000000000000000000004'
const getRows = (file: string) => (providerBody(file) as { result: TxRow[] }).result

interface Settings {
  key?: string | null
  chainParam?: string
  pageSize?: number
  timeoutMs?: number
  countCall?: CountCall
  retries?: number
}

async function open(t: TestContext, world: Partial<TxlistWorld>, settings: Settings = {}) {
  const server = await startTxlist({ wallets: {}, now: () => frozenNow, ...world })
  t.after(server.close)
  const { retries = 0, ...more } = settings
  const guard = guardFor('creator', retries)
  const { url } = server
  const source = createCreatorData({
    url,
    key: null,
    chainParam: 'chainid',
    chainId: 8453,
    timeoutMs: 20_000,
    guard,
    clock: frozenClock,
    ...more,
  })
  return { ...source, requests: server.requests }
}

const queries = ({ requests }: { requests: { query: Record<string, string> }[] }) => requests.map(({ query }) => query)

const firstOnly = (fault: TxlistFault) => (_: unknown, count: number) => (count === 1 ? fault : undefined)

const isFault = (fault: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamError)
  assert.deepEqual([error.provider, error.fault], ['creator', fault])
  assert.doesNotMatch(error.message, /s3cret|127\.0\.0\.1/i)
  return true
}

test('a short history takes one call, asked as the explorer wants it', async (t) => {
  const source = await open(t, { wallets: { [ada]: getRows('etherscan/txlist-normal') }, key: 'k' }, { key: 'k' })
  const history = await source.history(ada, never)
  assert.deepEqual([history.oldestAt, history.sentCount, history.isComplete], [1727823600, 7, true])
  assert.equal(history.deployed.length, 3)
  const common = { module: 'account', action: 'txlist', address: ada, startblock: '0', endblock: '9999999999' }
  const sent = { ...common, page: '1', sort: 'desc', offset: '100', chainid: '8453', apikey: 'k' }
  assert.deepEqual(queries(source), [sent])
})

test('a wallet without transactions is known to have none', async (t) => {
  const source = await open(t, {})
  const fetchedAt = frozenNow.toISOString()
  const nothing = { oldestAt: null, sentCount: 0, deployed: [], isComplete: true, fetchedAt }
  assert.deepEqual(await source.history(ada, never), nothing)
})

test('a history longer than the page takes a second call for its beginning', async (t) => {
  const rows = [...getRows('etherscan/txlist-full-page'), ...getRows('etherscan/txlist-first-only')]
  const source = await open(t, { wallets: { [busy]: rows } }, { pageSize: 5 })
  const history = await source.history(busy, never)
  assert.deepEqual([history.oldestAt, history.sentCount, history.isComplete], [1787011140, 413, false])
  assert.deepEqual(
    queries(source).map(({ sort, offset }) => [sort, offset]),
    [
      ['desc', '5'],
      ['asc', '1'],
    ],
  )
})

const spammed = { ageDays: 200, sent: 12, tokens: [{ address: `0x${'7'.repeat(40)}`, ageDays: 100 }], dust: 30 }

test('a busy wallet that shows what it sent is not counted by another call', async (t) => {
  const source = await open(t, { wallets: { [ada]: { ageDays: 400, sent: 60 } } }, { pageSize: 20, countCall: 'proxy' })
  assert.equal((await source.history(ada, never)).sentCount, 60)
  assert.equal(source.requests.length, 2)
})

test('of a wallet full of dust Etherscan is asked for the count', async (t) => {
  const source = await open(t, { wallets: { [ada]: spammed } }, { pageSize: 20, countCall: 'proxy' })
  const history = await source.history(ada, never)
  assert.deepEqual([history.sentCount, history.deployed, history.isComplete], [12, [], false])
  assert.equal(source.requests.length, 3)
})

test('Blockscout: a wallet full of dust is read by its sent transactions', async (t) => {
  const source = await open(t, { wallets: { [ada]: spammed }, flavour: 'blockscout' }, { pageSize: 20 })
  const history = await source.history(ada, never)
  assert.deepEqual([history.sentCount, history.deployed.length, history.isComplete], [12, 1, true])
  const filters = queries(source).map(({ filter_by }) => filter_by)
  assert.deepEqual([filters.length, filters.filter((side) => side === 'from').length], [3, 1])
  assert.equal(history.oldestAt, frozenNow.getTime() / 1000 - 200 * 86_400)
})

test('of a wallet full of dust other explorers can’t tell the count', async (t) => {
  const source = await open(t, { wallets: { [ada]: spammed } }, { pageSize: 20 })
  const history = await source.history(ada, never)
  assert.deepEqual([history.sentCount, history.isComplete], [null, false])
  assert.equal(source.requests.length, 2)
})

test('the count is asked for by what the host understands', () => {
  const cases: [url: string, expected: CountCall][] = [
    ['https://api.etherscan.io/v2/api', 'proxy'],
    ['https://api.blockscout.com/v2/api', 'filter'],
    ['https://my-blockscout.example/api', 'filter'],
    ['http://127.0.0.1:4000/Blockscout/api', 'filter'],
    ['http://127.0.0.1:4000/v2/api', 'none'],
    ['https://api.routescan.io/v2/network/mainnet/evm/8453/etherscan/api', 'none'],
    ['https://not-api.etherscan.io.example/v2/api', 'none'],
  ]
  for (const [url, expected] of cases) assert.equal(toCountCall(new URL(url)), expected, url)
})

test('an instance that serves one chain is told none', async (t) => {
  const source = await open(t, { flavour: 'blockscout' }, { chainParam: '' })
  await source.history(ada, never)
  assert.deepEqual(Object.keys(source.requests[0]?.query ?? {}).includes('chainid'), false)
})

test('a query of the base address stays', async (t) => {
  const server = await startTxlist({ wallets: {} })
  t.after(server.close)
  const url = `${server.url}?tenant=a%20b`
  const guard = guardFor('creator')
  const source = createCreatorData({
    url,
    key: null,
    chainParam: 'chain_id',
    chainId: 1,
    timeoutMs: 20_000,
    guard,
    clock: frozenClock,
  })
  await assert.rejects(source.history(ada, never), isFault('chain'))
  assert.deepEqual([server.requests[0]?.query.tenant, server.requests[0]?.query.chain_id], ['a b', '1'])
})

for (const fault of ['query timeout', 'too large'] as const) {
  test(`a page that is too much is asked for again, smaller: ${fault}`, async (t) => {
    const wallets = { [ada]: getRows('etherscan/txlist-normal') }
    const source = await open(t, { wallets, findFault: firstOnly(fault) })
    assert.equal((await source.history(ada, never)).sentCount, 7)
    assert.deepEqual(
      queries(source).map(({ offset }) => offset),
      ['100', '25'],
    )
  })
}

test('a smaller page that comes back full makes the history incomplete', async (t) => {
  const wallets = { [ada]: { ageDays: 400, sent: 60 } }
  const source = await open(t, { wallets, findFault: firstOnly('query timeout') })
  const history = await source.history(ada, never)
  assert.deepEqual([history.sentCount, history.isComplete], [60, false])
  assert.equal(history.oldestAt, frozenNow.getTime() / 1000 - 400 * 86_400)
})

const faults: [fault: TxlistFault, expected: string][] = [
  ['rate limit', 'rate_limited'],
  ['generic rate limit', 'rate_limited'],
  ['bad key', 'auth'],
  ['missing key', 'auth'],
  ['too many bad keys', 'auth'],
  ['plan', 'plan'],
  ['pro', 'plan'],
  ['chain', 'chain'],
  ['query timeout', 'unavailable'],
  ['too large', 'request'],
  ['html 502', 'unavailable'],
  ['html 200', 'unavailable'],
  ['cut json', 'unavailable'],
  ['cut', 'unavailable'],
  ['reset', 'unavailable'],
  ['redirect', 'unavailable'],
  [{ status: 402, body: {} }, 'plan'],
  [{ status: 401, body: {} }, 'auth'],
  [{ body: { status: '0', message: 'NOTOK', result: 'Invalid API Key: S3CRET-key' } }, 'auth'],
]

for (const [fault, expected] of faults) {
  const name = typeof fault === 'string' ? fault : JSON.stringify(fault)
  test(`${name} is ${expected}, and no key is told`, async (t) => {
    const source = await open(t, { findFault: () => fault, key: 's3cret-key' }, { key: 's3cret-key' })
    await assert.rejects(source.history(ada, never), isFault(expected))
  })
}

for (const fault of ['hang', 'drip'] as const) {
  test(`an answer that doesn’t end is a time-out: ${fault}`, async (t) => {
    const source = await open(t, { findFault: () => fault }, { timeoutMs: 100 })
    await assert.rejects(source.history(ada, never), isFault('timeout'))
  })
}

test('a 429 of Blockscout is waited for as long as it says and asked once more', async (t) => {
  const wallets = { [ada]: getRows('blockscout-rpc/txlist-normal') }
  const findFault = firstOnly('rate limit')
  const source = await open(t, { wallets, flavour: 'blockscout', findFault }, { retries: 1 })
  assert.equal((await source.history(ada, never)).sentCount, 7)
  assert.equal(source.requests.length, 2)
})

test('a busy wallet whose beginning can’t be read fails the whole', async (t) => {
  const wallets = { [ada]: { ageDays: 400, sent: 60 } }
  const source = await open(
    t,
    { wallets, findFault: ({ query }) => (query.sort === 'asc' ? 'html 502' : undefined) },
    { pageSize: 5 },
  )
  await assert.rejects(source.history(ada, never), isFault('unavailable'))
})

test('a busy wallet without a beginning is no answer', async (t) => {
  const wallets = { [ada]: { ageDays: 400, sent: 60 } }
  const empty = { body: providerBody('etherscan/txlist-empty') }
  const source = await open(
    t,
    { wallets, findFault: ({ query }) => (query.sort === 'asc' ? empty : undefined) },
    { pageSize: 5 },
  )
  await assert.rejects(source.history(ada, never), isFault('unavailable'))
})

test('what is no lower-case address is never sent', async (t) => {
  const source = await open(t, {})
  for (const address of ['', '0x1', ada.toUpperCase(), `${ada}&apikey=1`])
    await assert.rejects(source.history(address, never), isFault('request'))
  assert.equal(source.requests.length, 0)
})

test('the caller’s abort comes out with the caller’s reason', async (t) => {
  const caller = new AbortController()
  const reason = new Error('deadline')
  const findFault = () => {
    setImmediate(() => caller.abort(reason))
    return 'hang' as const
  }
  const source = await open(t, { findFault })
  await assert.rejects(source.history(ada, caller.signal), reason)
})
