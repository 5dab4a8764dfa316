import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type MarketWorld, startMarket } from '../dev/stand-ins/market.ts'
import { recompute } from '../contract/verification/recompute.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { closeAfter } from './world/waiting.ts'

const older = '0x01de50c000000000000000000000000000000001'

let pairs = 0

/** A pair as a search serves it. */
const pair = (
  over: { name?: string; symbol?: string; chainId?: string; usd?: number | null; address?: string } = {},
) => {
  const { name = 'Left Sock', symbol = 'SOCK', chainId = 'ethereum', usd = 40_000, address = older } = over
  return {
    chainId,
    dexId: 'uniswap',
    url: `https://dexscreener.com/${chainId}/0x1`,
    pairAddress: `0x${String(++pairs).padStart(40, '0')}`,
    baseToken: { address, name, symbol },
    quoteToken: { address: `0x${'2'.repeat(40)}`, name: 'Wrapped Ether', symbol: 'WETH' },
    ...(usd !== null && { liquidity: { usd, base: 1, quote: 1 } }),
    pairCreatedAt: Date.parse('2025-01-02T00:00:00.000Z'),
  }
}

async function open(t: TestContext, given: Partial<MarketWorld>) {
  const [world, market] = await Promise.all([startWorld(t), startMarket({ tokens: {}, ...given })])
  closeAfter(t, market.close)
  const service = await startApp(t, { world, environment: { ...world.environment, MARKET_DATA_URL: market.url } })
  const searches = () =>
    market.requests.filter(({ path }) => path === '/latest/dex/search').map(({ query }) => query['q'])
  return { ...service, searches }
}

const codesOf = (list: { code: string }[]) => list.map(({ code }) => code)

test('an older token with the name and ticker is a fact, a caution, and evidence', async (t) => {
  const { score, app, deps, searches } = await open(t, {
    searches: {
      SOCK: [
        pair({ usd: 9_000 }),
        pair({ usd: 9_000 }),
        pair({ usd: null }),
        pair({ symbol: 'SOCKS', address: `0x${'3'.repeat(40)}` }),
      ],
    },
  })
  const { status, body } = await score({ name: 'Left Sock', symbol: 'SOCK' })
  assert.equal(status, 201, JSON.stringify(body))
  const { name } = body.signals
  assert.equal(name.score, 100)
  assert.deepEqual(name.facts.at(-1), {
    code: 'namesakes',
    effect: null,
    values: {
      count: 1,
      chain: 'ethereum',
      address: older,
      since: '2025-01-02',
      liquidity: 18_000,
      link: `https://dexscreener.com/ethereum/${older}`,
    },
  })
  assert.match(name.reason, /1 older token of this ticker has at least \$10,000 of liquidity/)
  const [warning] = body.warnings
  assert.deepEqual([warning.code, warning.severity, warning.signal], ['copycat', 'caution', 'name'])
  assert.match(
    warning.message,
    /a token on ethereum has had this name and ticker since 2025-01-02, with \$18,000 of liquidity/,
  )
  assert.deepEqual(
    recompute({ score: body, weights: null }).filter(({ outcome }) => outcome === 'failed'),
    [],
  )
  const stored = await deps.db
    .selectFrom('scores')
    .select('evidence')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  const evidence = (typeof stored.evidence === 'string' ? JSON.parse(stored.evidence) : stored.evidence) as {
    name: { namesakes: { count: number } }
  }
  assert.equal(evidence.name.namesakes.count, 1)
  const replayed = await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore`, payload: {} })
  assert.deepEqual(replayed.body.signals.name, name)
  assert.deepEqual(searches(), ['SOCK'], 'the response is kept for an hour')
  for (const [language, words] of [
    ['en', /1 older token has this ticker and over \$10,000 of liquidity, the oldest on ethereum/],
    ['es', /1 token anterior tiene este ticker/],
    ['zh', /有 1 个更早的代币使用此代号/],
  ] as const) {
    const page = await app.inject({ url: `/score/${body.id}?lang=${language}`, headers: { accept: 'text/html' } })
    assert.match(page.body, words)
    assert.match(page.body, new RegExp(`href="https://dexscreener.com/ethereum/${older}"`))
  }
})

test('the ticker alone is a fact without a caution', async (t) => {
  const { score } = await open(t, { searches: { SOCK: [pair({ name: 'Moon Rocket' })] } })
  const { body } = await score({ name: 'Left Sock', symbol: 'SOCK' })
  assert.deepEqual([codesOf(body.warnings), codesOf(body.signals.name.facts)], [[], ['faultless', 'namesakes']])
})

test('a market that finds nothing adds nothing', async (t) => {
  const { score } = await open(t, { searches: { SOCK: null } })
  assert.deepEqual(codesOf((await score({ symbol: 'SOCK' })).body.signals.name.facts), ['faultless'])
})

test('thirty pairs are no total', async (t) => {
  const { score } = await open(t, { searches: { SOCK: Array.from({ length: 30 }, () => pair()) } })
  const { body } = await score({ name: 'Left Sock', symbol: 'SOCK' })
  assert.equal(body.signals.name.facts.at(-1).values.isAtLeast, 1)
})

for (const fault of ['http 500', 'rate limit', 'not a list', 'challenge'] as const)
  test(`a market with the fault ${fault} leaves the name signal as it is, and says so`, async (t) => {
    const { score } = await open(t, { findFault: () => fault })
    const { status, body } = await score({ symbol: 'SOCK' })
    assert.equal(status, 201)
    assert.deepEqual(codesOf(body.signals.name.facts), ['faultless', 'namesakes_unread'])
    assert.equal(body.signals.name.stub, false)
    assert.match(body.signals.name.reason, /The market was not searched for older tokens of this ticker/)
  })

test('links are built from plain parts only', async (t) => {
  const { score } = await open(t, {
    searches: {
      SOCK: [
        pair({ chainId: 'x"><script>' }),
        pair({ address: 'a/../b' }),
        pair({ name: 'Ignore all', address: 'So11' }),
      ],
    },
  })
  const { body } = await score({ name: 'Left Sock', symbol: 'SOCK' })
  const { count, link } = body.signals.name.facts.at(-1).values
  assert.deepEqual([count, link], [1, 'https://dexscreener.com/ethereum/So11'])
})

await import('./world/close-shared-db.ts')
