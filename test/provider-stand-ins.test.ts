import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startGoplus } from '../dev/stand-ins/goplus.ts'
import { tokenBody } from '../dev/stand-ins/goplus-bodies.ts'
import { type TxlistWorld, startTxlist } from '../dev/stand-ins/txlist.ts'
import type { TxRow } from '../dev/stand-ins/wallet-rows.ts'
import { frozenNow, providerBody } from './fixtures/providers.ts'

const ada = '0xa11ce00000000000000000000000000000000001'
const getRows = (file: string) => (providerBody(file) as { result: TxRow[] }).result

async function explorer(t: TestContext, world: Partial<TxlistWorld> = {}) {
  const server = await startTxlist({
    wallets: { [ada]: getRows('etherscan/txlist-normal') },
    now: () => frozenNow,
    ...world,
  })
  t.after(server.close)
  return async (query: Record<string, string>) => {
    const defaults = { chainid: '1', module: 'account', action: 'txlist', address: ada, sort: 'desc' }
    const response = await fetch(`${server.url}?${new URLSearchParams({ ...defaults, ...query }).toString()}`)
    return { status: response.status, headers: response.headers, body: (await response.json()) as { result: TxRow[] } }
  }
}

test('the Etherscan stand-in sends the recorded bodies with HTTP 200', async (t) => {
  const ask = await explorer(t, { key: 'K', paidChains: ['8453'] })
  const cases: [query: Record<string, string>, file: string][] = [
    [{ apikey: 'K', page: '1', offset: '100' }, 'txlist-normal'],
    [{ apikey: 'K', page: '2', offset: '100' }, 'txlist-empty'],
    [{ apikey: 'K', address: `0x${'f'.repeat(40)}` }, 'txlist-empty'],
    [{ apikey: 'K', address: '0x1' }, 'error-invalid-address'],
    [{ apikey: 'K', action: 'fly' }, 'error-invalid-action'],
    [{ apikey: 'K', page: '101', offset: '100' }, 'error-result-window'],
    [{ apikey: 'other' }, 'error-invalid-key'],
    [{}, 'error-missing-key'],
    [{ chainid: '' }, 'error-unsupported-chain'],
    [{ chainid: '8453', apikey: 'other' }, 'error-free-tier-chain'],
  ]
  for (const [query, file] of cases)
    assert.deepEqual(
      { ...(await ask(query)), headers: 0 },
      { status: 200, headers: 0, body: providerBody(`etherscan/${file}`) },
    )
})

test('the Blockscout stand-in sends the recorded bodies and statuses', async (t) => {
  const ask = await explorer(t, { flavour: 'blockscout' })
  const cases: [query: Record<string, string>, status: number, file: string][] = [
    [{}, 200, 'txlist-normal'],
    [{ filter_by: 'from' }, 200, 'txlist-sent-only'],
    [{ filter_by: 'nonsense' }, 200, 'txlist-normal'],
    [{ address: `0x${'f'.repeat(40)}` }, 200, 'txlist-empty'],
    [{ address: '0x1' }, 200, 'error-invalid-address'],
    [{ module: 'proxy' }, 400, 'error-unknown-module'],
    [{ action: 'fly' }, 400, 'error-unknown-action'],
    [{ page: '101', offset: '100' }, 200, 'error-result-window'],
  ]
  for (const [query, status, file] of cases) {
    const response = await ask(query)
    assert.deepEqual(
      [response.status, response.body],
      [status, providerBody(`blockscout-rpc/${file}`)],
      JSON.stringify(query),
    )
  }
  const { result } = providerBody('blockscout-rpc/txlist-normal') as { result: TxRow[] }
  assert.deepEqual(Object.keys((await ask({})).body.result[0] ?? {}), Object.keys(result[0] ?? {}))
})

test('the Blockscout stand-in sends 429 with headers and requires a key', async (t) => {
  const limited = await (await explorer(t, { flavour: 'blockscout', findFault: () => 'rate limit' }))({})
  assert.deepEqual([limited.status, limited.headers.get('x-ratelimit-reset')], [429, '306'])
  assert.deepEqual(limited.body, providerBody('blockscout-rpc/rate-limited'))
  const gateway = await explorer(t, { flavour: 'blockscout', key: 'K' })
  assert.deepEqual([(await gateway({})).status, (await gateway({ apikey: 'x' })).status], [402, 401])
})

test('the Etherscan stand-in sends the nonce as JSON-RPC', async (t) => {
  const ask = await explorer(t)
  const query = { module: 'proxy', action: 'eth_getTransactionCount', tag: 'latest' }
  assert.deepEqual((await ask(query)).body, { jsonrpc: '2.0', id: 1, result: '0x7' })
})

test('a wallet description becomes consistent rows', async (t) => {
  const wallet = `0x${'5'.repeat(40)}`
  const token = { address: `0x${'7'.repeat(40)}`, ageDays: 3 }
  const ask = await explorer(t, { wallets: { [wallet]: { ageDays: 780, sent: 7, tokens: [token], dust: 2 } } })
  const rows = (await ask({ address: wallet })).body.result
  const sent = rows.filter(({ from }) => from === wallet)
  assert.deepEqual(
    sent.map(({ nonce }) => nonce),
    ['6', '5', '4', '3', '2', '1', '0'],
  )
  assert.equal(rows.length, 10)
  assert.equal(Number(rows.at(-1)?.timeStamp), frozenNow.getTime() / 1000 - 780 * 86_400)
  assert.equal(sent.find(({ to }) => to === '')?.contractAddress, token.address)
  assert.ok(rows.every((row) => Object.values(row).every((value) => typeof value === 'string')))
  assert.deepEqual(Object.keys(rows[0] ?? {}), Object.keys(getRows('etherscan/txlist-normal')[0] ?? {}))
})

async function goplus(t: TestContext, world: Parameters<typeof startGoplus>[0] = {}) {
  const server = await startGoplus({ now: () => frozenNow, ...world })
  t.after(server.close)
  return async (path: string, init?: RequestInit) => {
    const response = await fetch(`${server.url}/api/v1/${path}`, init)
    return {
      status: response.status,
      body: (await response.json()) as { code: number; result: Record<string, object> },
    }
  }
}

const token = '0x70ce110000000000000000000000000000000102'

test('the GoPlus stand-in sends the recorded bodies with HTTP 200', async (t) => {
  const { result } = providerBody('goplus/token-clean') as { result: Record<string, object> }
  const sanctioned = { flags: ['sanctioned', 'stealing_attack'], source: 'SlowMist,BlockSec' }
  const ask = await goplus(t, { tokens: result, addresses: { [`0x${'5'.repeat(40)}`]: sanctioned }, chains: ['1'] })
  const cases: [path: string, file: string][] = [
    [`address_security/${ada}?chain_id=1`, 'address-no-entry'],
    [`address_security/0x${'5'.repeat(40)}?chain_id=1`, 'address-sanctioned'],
    [`token_security/1?contract_addresses=${token.toUpperCase().replace('0X', '0x')}`, 'token-clean'],
    [`token_security/1?contract_addresses=${token},${ada}`, 'token-batch-truncated'],
    [`token_security/1?contract_addresses=${ada}`, 'token-unknown'],
    [`token_security/1?contract_addresses=0x1`, 'error-address-format'],
    [`token_security/2?contract_addresses=${ada}`, 'error-chain-not-supported'],
  ]
  for (const [path, file] of cases)
    assert.deepEqual(await ask(path), { status: 200, body: providerBody(`goplus/${file}`) }, path)
})

test('the GoPlus stand-in refuses bad credentials and accepts none', async (t) => {
  const ask = await goplus(t)
  const junk = await ask(`address_security/${ada}`, { headers: { authorization: 'junk' } })
  assert.deepEqual(junk, { status: 200, body: providerBody('goplus/error-bad-token') })
  const exchange = { method: 'POST', body: JSON.stringify({ app_key: 'a', time: 1, sign: 'b' }) }
  assert.deepEqual((await ask('token', exchange)).body, providerBody('goplus/access-token-bad-key'))
})

test('the GoPlus stand-in refuses a burst', async (t) => {
  const ask = await goplus(t, { pace: { calls: 2, windowMs: 60_000 } })
  const codes: number[] = []
  for (let n = 0; n < 3; n++) codes.push((await ask(`address_security/${ada}`)).body.code)
  assert.deepEqual(codes, [1, 1, 4029])
  assert.deepEqual((await ask(`address_security/${ada}`)).body, providerBody('goplus/rate-limited'))
})

test('a token description has the fields of the recorded token', () => {
  const kinds = [
    ['clean', 'clean'],
    ['renounced', 'renounced'],
    ['honeypot', 'honeypot'],
    ['taxed', 'high-tax'],
    ['closed source', 'closed-source'],
    ['proxy', 'proxy'],
  ] as const
  for (const [kind, file] of kinds) {
    const recorded = Object.values(
      (providerBody(`goplus/token-${file}`) as { result: Record<string, object> }).result,
    )[0]
    const made = tokenBody({ kind, creator: ada, name: 'Left Sock', symbol: 'SOCK' })
    assert.deepEqual(parseFlags(made), parseFlags(recorded), kind)
    assert.deepEqual(Object.keys(made).toSorted(byName), Object.keys(recorded ?? {}).toSorted(byName), kind)
  }
})

const byName = (one: string, other: string) => (one < other ? -1 : 1)
const parseFlags = (fields: object | undefined) =>
  Object.fromEntries(
    Object.entries(fields ?? {}).filter(
      ([name, value]) => /^(0|1|2|0\.\d+|)$/.test(String(value)) && !/^dex|holder/.test(name),
    ),
  )
