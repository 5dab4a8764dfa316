import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type HoneypotIsWorld, startHoneypotIs } from '../../../dev/stand-ins/honeypot-is.ts'
import type { StandInResponse, WireFault } from '../../../dev/stand-ins/json-server.ts'
import { frozenClock, frozenNow, guardFor, providerBody } from '../../../test/fixtures/providers.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { BlamedAddress } from '../provider-calls.ts'
import { nothingKnown } from '../token-risk.ts'
import { createHoneypotIsRisk } from './token-risk-honeypot-is.ts'

const never = new AbortController().signal
const token = '0x70ce110000000000000000000000000000000102'
const baseCoin = '0x4200000000000000000000000000000000000006'

interface Settings {
  key?: string | null
  chainId?: number
  timeoutMs?: number
}

async function open(t: TestContext, world: HoneypotIsWorld = {}, settings: Settings = {}) {
  const server = await startHoneypotIs(world)
  t.after(server.close)
  const options = { key: null, chainId: 8453, timeoutMs: 20_000, guard: guardFor('risk'), clock: frozenClock }
  const source = createHoneypotIsRisk({ ...options, url: `${server.url}/`, ...settings })
  return { ...source, requests: server.requests }
}

const responding = (status: number, body: unknown): HoneypotIsWorld => ({ findFault: () => ({ status, body }) })
const recorded = (file: string, status = 200) => responding(status, providerBody(`honeypot-is/${file}`))

const isFault = (fault: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamError)
  assert.deepEqual([error.provider, error.fault], ['risk', fault])
  assert.doesNotMatch(error.message, /127\.0\.0\.1|s3cret/)
  return true
}

test('a token is asked about on its chain, with a key if there is one', async (t) => {
  const source = await open(t, recorded('normal'), { key: 's3cret' })
  assert.deepEqual(await source.token(token, never), {
    facts: {
      ...nothingKnown,
      isHoneypot: false,
      buyTax: 0,
      sellTax: 0,
      transferTax: 0,
      hasPool: true,
      isOpenSource: true,
      isProxy: false,
      name: 'Example Two',
      symbol: 'EX2',
    },
    isPartial: false,
    source: 'honeypot.is',
    fetchedAt: frozenNow.toISOString(),
  })
  const [asked] = source.requests
  assert.deepEqual([asked?.path, asked?.query], ['/v2/IsHoneypot', { address: token, chainID: '8453' }])
  assert.equal(asked?.headers['x-api-key'], 's3cret')
})

test('a honeypot’s taxes are fractions', async (t) => {
  const { facts } = await (await open(t, recorded('honeypot'))).token(token, never)
  assert.deepEqual([facts?.isHoneypot, facts?.buyTax, facts?.sellTax], [true, 0, 1])
})

test('a simulation that failed is not known, never safe, and may succeed soon', async (t) => {
  const { facts, isPartial } = await (await open(t, recorded('simulation-failed'))).token(token, never)
  assert.deepEqual(facts, { ...nothingKnown, name: 'Opaque', symbol: 'OPQ' })
  assert.equal(isPartial, true)
})

for (const file of ['no-pairs', 'token-not-found'])
  test(`${file} is no record`, async (t) => {
    assert.equal((await (await open(t, recorded(file, 404))).token(token, never)).facts, null)
  })

test('it keeps no lists of wallets, and its data can’t replay the first rules', async (t) => {
  const { address, legacy } = await open(t)
  assert.deepEqual([address, legacy], [null, null])
})

const faults: [what: string, fault: StandInResponse | WireFault, expected: string][] = [
  ['a rate limit', { status: 429, body: providerBody('honeypot-is/rate-limited') }, 'rate_limited'],
  ['a refused key', { status: 401, body: {} }, 'auth'],
  ['another fault of the request', { status: 400, body: { code: 400, error: 'invalid chain' } }, 'request'],
  ['a wrong path', { status: 404, body: { message: 'not found' } }, 'unavailable'],
  ['an answer without the simulation', { body: {} }, 'unavailable'],
  ['an answer with a status of 4xx', { status: 410, body: providerBody('honeypot-is/normal') }, 'unavailable'],
  ['a negative tax', { body: { ...toObject('normal'), simulationResult: { buyTax: -1 } } }, 'unavailable'],
  ['a server fault', 'html 502', 'unavailable'],
  ['HTML', 'html 200', 'unavailable'],
  ['cut-off JSON', 'cut json', 'unavailable'],
  ['a reset connection', 'reset', 'unavailable'],
  ['silence', 'hang', 'timeout'],
]

function toObject(file: string): object {
  return providerBody(`honeypot-is/${file}`) as object
}

for (const [what, fault, expected] of faults)
  test(`${what} is the fault ${expected}, never a token`, async (t) => {
    const source = await open(t, { findFault: () => fault }, { timeoutMs: fault === 'hang' ? 200 : 10_000 })
    await assert.rejects(source.token(token, never), isFault(expected))
  })

test('an address that is refused while ours is taken is to blame', async (t) => {
  const refused = { status: 400, body: providerBody('honeypot-is/bad-address') }
  const source = await open(t, { findFault: ({ query }) => (query['address'] === token ? refused : undefined) })
  await assert.rejects(source.token(token, never), BlamedAddress)
  const all = await open(t, { findFault: () => refused })
  await assert.rejects(
    all.token(token, never),
    (error) => isFault('request')(error) && !(error instanceof BlamedAddress),
  )
})

test('what is no lower-case address is never sent', async (t) => {
  const source = await open(t)
  for (const address of ['', '../x', token.toUpperCase(), `${token}&x=1`])
    await assert.rejects(source.token(address, never), isFault('request'))
  assert.equal(source.requests.length, 0)
})

test('a chain that it doesn’t serve is never asked about', async (t) => {
  const source = await open(t, {}, { chainId: 84532 })
  assert.equal(await source.servesChain(never), false)
  await assert.rejects(source.token(token, never), isFault('chain'))
  assert.equal(source.requests.length, 0)
  assert.equal(await (await open(t)).servesChain(never), true)
})

test('the probe asks about the wrapped coin', async (t) => {
  const source = await open(t)
  await source.probe(never)
  assert.equal(source.requests[0]?.query['address'], baseCoin)
})
