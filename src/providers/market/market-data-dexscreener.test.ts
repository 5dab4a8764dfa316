import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type MarketFault, type MarketWorld, startMarket } from '../../../dev/stand-ins/market.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { guardFor } from '../../../test/fixtures/providers.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createMarketData } from './market-data-dexscreener.ts'

const never = new AbortController().signal
const folder = join(import.meta.dirname, '../../../test/fixtures/outcomes/dexscreener')
const body = (file: string): unknown => JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'))
const frog = '0x70ce110000000000000000000000000000000201'

async function open(
  t: TestContext,
  world: Partial<MarketWorld> = {},
  { timeoutMs = 20_000, guard = guardFor('market') } = {},
) {
  const server = await startMarket({ tokens: {}, ...world })
  t.after(server.close)
  let now = new Date('2026-11-21T00:00:00.000Z')
  const market = createMarketData({
    url: `${server.url}/`,
    chain: 'base',
    timeoutMs,
    userAgent: 'Launchscore',
    guard,
    searchGuard: guard,
    clock: { now: () => now },
    probeToken: '0x4200000000000000000000000000000000000006',
  })
  return { market, server, later: (ms: number) => (now = new Date(now.getTime() + ms)) }
}

const responding = (status: number, file: string, headers: Record<string, string> = {}): Partial<MarketWorld> => ({
  findFault: () => ({ status, headers, body: body(file) }),
})

const isFault = (fault: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamError)
  assert.deepEqual([error.provider, error.fault], ['market', fault])
  return true
}

test('tokens are asked for in one call, under the service’s name', async (t) => {
  const { market, server } = await open(t, responding(200, 'tokens-normal'))
  const { pairs, isCutOff, isPartial } = await market.listPairs([frog, `0x${'1'.repeat(40)}`], never)
  assert.deepEqual([pairs.length, isCutOff, isPartial], [2, false, false])
  const [asked] = server.requests
  assert.equal(asked?.path, `/tokens/v1/base/${frog},0x${'1'.repeat(40)}`)
  assert.equal(asked?.headers['user-agent'], 'Launchscore')
})

test('one token is asked for on the route of its own', async (t) => {
  const { market, server } = await open(t, responding(200, 'token-pairs-empty'))
  assert.deepEqual((await market.listPairsOfOne(frog, never)).pairs, [])
  assert.equal(server.requests[0]?.path, `/token-pairs/v1/base/${frog}`)
})

test('a full response says that it is cut off', async (t) => {
  const { market } = await open(t, responding(200, 'tokens-cut-off'))
  assert.equal((await market.listPairs([frog], never)).isCutOff, true)
})

const faults: [string, MarketFault, string][] = [
  ['a refusal for the rate', { status: 429, body: body('rate-limited') }, 'rate_limited'],
  ['a challenge of the network in front', 'challenge', 'rate_limited'],
  ['a wrong chain or route', { status: 404, body: body('error-unknown-chain') }, 'chain'],
  ['a refused request', { status: 400, body: body('error-bad-request') }, 'request'],
  ['a key that has come to be needed', { status: 401, body: {} }, 'auth'],
  ['a list with a status of 4xx', { status: 410, body: [] }, 'unavailable'],
  ['no pairs with a status of 4xx', { status: 422, body: { pairs: null } }, 'unavailable'],
  ['an object without pairs', { body: body('not-a-list') }, 'unavailable'],
  ['a server fault', 'http 500', 'unavailable'],
  ['HTML', 'html 200', 'unavailable'],
  ['a cut-off body', 'cut', 'unavailable'],
  ['cut-off JSON', 'cut json', 'unavailable'],
  ['a reset connection', 'reset', 'unavailable'],
  ['a redirect', 'redirect', 'unavailable'],
  ['silence', 'hang', 'timeout'],
]

for (const [what, fault, expected] of faults)
  test(`${what} is the fault ${expected}, never a token without pairs`, async (t) => {
    const { market } = await open(t, { findFault: () => fault }, { timeoutMs: fault === 'hang' ? 200 : 10_000 })
    await assert.rejects(market.listPairs([frog], never), isFault(expected))
  })

const refuseOnce = (_: unknown, count: number): MarketFault | undefined =>
  count === 1 ? { status: 429, headers: { 'retry-after': '600' }, body: {} } : undefined

/** Makes calls as they come, so that a pause is the provider's own. */
const unguarded: ProviderGuard = { ...guardFor('market'), run: async (work, signal) => work(signal) }

test('after a refusal no call is made for the time that the provider names', async (t) => {
  const { market, server, later } = await open(t, { findFault: refuseOnce }, { guard: unguarded })
  await assert.rejects(market.listPairs([frog], never), isFault('rate_limited'))
  later(599_000)
  await assert.rejects(market.listPairs([frog], never), isFault('rate_limited'))
  assert.equal(server.requests.length, 1)
  later(1000)
  assert.deepEqual((await market.listPairs([frog], never)).pairs, [])
})

test('a clock that is set back an hour ends the pause that a provider asked for', async (t) => {
  const { market, later } = await open(t, { findFault: refuseOnce }, { guard: unguarded })
  await assert.rejects(market.listPairs([frog], never), isFault('rate_limited'))
  later(-3_600_000)
  assert.deepEqual((await market.listPairs([frog], never)).pairs, [])
})

test('only an address is sent', async (t) => {
  const { market, server } = await open(t)
  await assert.rejects(market.listPairs([`${frog}/../../x`], never), isFault('request'))
  assert.equal(server.requests.length, 0)
})
