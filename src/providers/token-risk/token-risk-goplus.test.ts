import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type GoplusFault, type GoplusWorld, startGoplus } from '../../../dev/stand-ins/goplus.ts'
import { frozenNow, guardFor, providerBody } from '../../../test/fixtures/providers.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createGoplusRisk } from './token-risk-goplus.ts'

const never = new AbortController().signal
const ada = '0xa11ce00000000000000000000000000000000001'
const token = '0x70ce110000000000000000000000000000000102'
const app = { key: 'app', secret: 's3cret' }

interface Settings {
  key?: string | null
  timeoutMs?: number
  retries?: number
}

async function open(t: TestContext, world: GoplusWorld, { retries = 0, ...settings }: Settings = {}) {
  const time = { now: frozenNow }
  const clock = { now: () => time.now }
  const server = await startGoplus({ now: clock.now, ...world })
  t.after(server.close)
  const guard = guardFor('risk', retries)
  const source = createGoplusRisk({
    url: server.url,
    key: null,
    chainId: 8453,
    timeoutMs: 20_000,
    guard,
    clock,
    ...settings,
  })
  const pass = (seconds: number) => {
    time.now = new Date(time.now.getTime() + seconds * 1000)
  }
  return { ...source, requests: server.requests, withdrawTokens: server.withdrawTokens, pass }
}

type Opened = Awaited<ReturnType<typeof open>>
const exchanges = ({ requests }: Opened) => requests.filter(({ method }) => method === 'POST').length
const credentials = ({ requests }: Opened) => requests.map(({ headers }) => headers.authorization)

const firstOnly = (fault: GoplusFault) => (_: unknown, count: number) => (count === 1 ? fault : undefined)

const isFault = (fault: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamError)
  assert.deepEqual([error.provider, error.fault], ['risk', fault])
  assert.doesNotMatch(error.message, /s3cret|app:|127\.0\.0\.1/)
  return true
}

test('an address is asked about on its chain, keyless without credentials', async (t) => {
  const source = await open(t, { addresses: { [ada]: { flags: ['mixer'], source: 'SlowMist' } } })
  assert.deepEqual(await source.address(ada, never), {
    honeypotRelated: false,
    maliciousContracts: 0,
    flags: ['mixer'],
    listedBy: ['SlowMist'],
    isPartial: false,
    source: 'GoPlus',
    fetchedAt: frozenNow.toISOString(),
  })
  const [asked] = source.requests
  assert.deepEqual([asked?.path, asked?.query], [`/api/v1/address_security/${ada}`, { chain_id: '8453' }])
  assert.deepEqual(credentials(source), [undefined])
})

test('a token is asked about alone', async (t) => {
  const { result } = providerBody('goplus/token-clean') as { result: Record<string, object> }
  const source = await open(t, { tokens: result })
  assert.equal((await source.token(token, never)).facts?.isHoneypot, false)
  const [asked] = source.requests
  assert.deepEqual([asked?.path, asked?.query], ['/api/v1/token_security/8453', { contract_addresses: token }])
})

test('an unknown token is no record', async (t) => {
  assert.equal((await (await open(t, {})).token(token, never)).facts, null)
})

test('an access token is sent as it is, with Bearer before it once', async (t) => {
  for (const key of ['abc', 'Bearer abc']) {
    const source = await open(t, {}, { key })
    await assert.rejects(source.address(ada, never), isFault('auth'))
    assert.deepEqual(credentials(source), ['Bearer abc'])
  }
})

test('key and secret are exchanged for a token that serves until it expires', async (t) => {
  const source = await open(t, { app, tokenSeconds: 7200 }, { key: 'app:s3cret' })
  await Promise.all([source.address(ada, never), source.token(token, never)])
  assert.equal(exchanges(source), 1)
  source.pass(7139)
  await source.address(ada, never)
  assert.equal(exchanges(source), 1)
  source.pass(1) // a minute before its end
  await source.address(ada, never)
  assert.equal(exchanges(source), 2)
  assert.doesNotMatch(JSON.stringify(source.requests), /s3cret/)
})

test('a token that was withdrawn is exchanged once more', async (t) => {
  const source = await open(t, { app }, { key: 'app:s3cret' })
  await source.address(ada, never)
  source.withdrawTokens()
  await source.address(ada, never)
  assert.deepEqual([exchanges(source), source.requests.length], [2, 5])
})

const onGet = (fault: GoplusFault) => (asked: { method: string }) => (asked.method === 'GET' ? fault : undefined)

test('a token that is refused again and again is refused credentials', async (t) => {
  const world = { app, findFault: onGet('bad token') }
  const source = await open(t, world, { key: 'app:s3cret' })
  await assert.rejects(source.address(ada, never), isFault('auth'))
  assert.equal(exchanges(source), 2)
})

test('only a refused token is exchanged again', async (t) => {
  const world = { app, findFault: onGet('system') }
  const source = await open(t, world, { key: 'app:s3cret' })
  await assert.rejects(source.address(ada, never), isFault('unavailable'))
  assert.deepEqual([exchanges(source), source.requests.length], [1, 2])
})

test('an exchange that fails is a fault of the provider', async (t) => {
  const cases: [key: string, findFault: GoplusFault | undefined, expected: string][] = [
    ['other:s3cret', undefined, 'auth'],
    ['app:wrong-s3cret', undefined, 'auth'],
    ['app:s3cret', 'rate limit', 'rate_limited'],
    ['app:s3cret', { body: { code: 1, result: {} } }, 'unavailable'],
    ['app:s3cret', 'html 502', 'unavailable'],
  ]
  for (const [key, fault, expected] of cases) {
    const source = await open(t, { app, findFault: () => fault }, { key })
    await assert.rejects(source.address(ada, never), isFault(expected))
  }
})

const faults: [fault: GoplusFault, expected: string][] = [
  ['rate limit', 'rate_limited'],
  ['bad credentials', 'auth'],
  ['bad token', 'auth'],
  ['chain', 'chain'],
  ['bad address', 'request'],
  ['parameter', 'request'],
  ['system', 'unavailable'],
  ['html 502', 'unavailable'],
  ['html 200', 'unavailable'],
  ['cut json', 'unavailable'],
  ['cut', 'unavailable'],
  ['reset', 'unavailable'],
  ['redirect', 'unavailable'],
  ['too large', 'request'],
  [{ status: 429, body: {} }, 'rate_limited'],
  [{ status: 402, body: {} }, 'plan'],
]

const getName = (fault: GoplusFault) => (typeof fault === 'string' ? fault : `HTTP ${fault.status}`)

for (const [fault, expected] of faults) {
  for (const what of ['address', 'token'] as const) {
    test(`${getName(fault)} is ${expected} for ${what}, without credentials`, async (t) => {
      const source = await open(t, { findFault: () => fault }, { key: 's3cret-token' })
      await assert.rejects(source[what](ada, never), isFault(expected))
    })
  }
}

for (const fault of ['hang', 'drip'] as const) {
  test(`an answer that doesn’t end is a time-out: ${fault}`, async (t) => {
    const source = await open(t, { findFault: () => fault }, { timeoutMs: 100 })
    await assert.rejects(source.address(ada, never), isFault('timeout'))
  })
}

for (const what of ['address', 'token'] as const) {
  test(`a chain that is not served is told so when asked about ${what}`, async (t) => {
    const source = await open(t, { chains: ['1'] })
    await assert.rejects(source[what](ada, never), isFault('chain'))
  })
}

test('a 429 that asks for a moment gets it, and the call succeeds', async (t) => {
  const limited = { status: 429, headers: { 'x-ratelimit-reset': '10' }, body: {} }
  const source = await open(t, { findFault: firstOnly(limited) }, { retries: 1 })
  assert.equal((await source.address(ada, never)).honeypotRelated, false)
})

test('a base address may end in a slash or have a path', async (t) => {
  const server = await startGoplus({})
  t.after(server.close)
  const clock = { now: () => frozenNow }
  const guard = guardFor('risk')
  const options = { key: null, chainId: 1, timeoutMs: 20_000, guard, clock }
  await createGoplusRisk({ ...options, url: `${server.url}/` }).address(ada, never)
  await assert.rejects(
    createGoplusRisk({ ...options, url: `${server.url}/goplus` }).address(ada, never),
    isFault('unavailable'),
  )
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    [`/api/v1/address_security/${ada}`, `/goplus/api/v1/address_security/${ada}`],
  )
})

test('what is no lower-case address is never sent', async (t) => {
  const source = await open(t, {})
  for (const address of ['', '../token', ada.toUpperCase(), `${ada},${token}`]) {
    await assert.rejects(source.address(address, never), isFault('request'))
    await assert.rejects(source.token(address, never), isFault('request'))
  }
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
  await assert.rejects(source.token(token, caller.signal), reason)
})

test('whether the chain is served is told when the provider tells it', async (t) => {
  const cases: [GoplusWorld, boolean | null][] = [
    [{}, true],
    [{ chains: ['1', '84530'] }, false],
    [{ chains: [] }, null],
    [{ findFault: () => 'html 502' }, null],
    [{ findFault: () => 'rate limit' }, null],
  ]
  for (const [world, expected] of cases)
    assert.equal(await (await open(t, world)).servesChain(never), expected, JSON.stringify(world))
  const silent = await open(t, { findFault: () => 'hang' }, { timeoutMs: 200 })
  assert.equal(await silent.servesChain(never), null)
})
