import { weth } from '../../dev/world/weth.ts'
import type { TestContext } from 'node:test'
import { type MarketFault, type MarketStandIn, type PoolSpec, startMarket } from '../../dev/stand-ins/market.ts'
import { observeTokens } from '../../src/tokens/observe-tokens.ts'
import { never, closeAfter } from './waiting.ts'
import { start, hourMs, insertObservations, listSeries, seedFollowed } from './seed.ts'
import { type TestApp, startApp, startWorld, ask } from './app.ts'
import { decideOutcomes } from '../../src/record/decide-outcomes.ts'
import { sealDays } from '../../src/record/seal-days.ts'
import { foldSealedDays } from '../../src/record/fold-track-record.ts'
import assert from 'node:assert/strict'
import { sourcesOf } from '../../src/providers/chain-sources.ts'

export const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

export const canary: PoolSpec = {
  address: `0x${'c'.repeat(40)}`,
  quote: usdc,
  priceUsd: 3000,
  priceNative: 3000,
  quoteAmount: 2e7,
}

/** A pool against the wrapped native coin with so many dollars of it. */
export const poolOf = (usd: number, over: Partial<PoolSpec> = {}): PoolSpec => ({
  address: `0x9a14${'0'.repeat(36)}`,
  quote: weth,
  priceUsd: 0.0003,
  priceNative: 0.0000001,
  quoteAmount: usd / 3000,
  buys: 60,
  sells: 40,
  volume: 5000,
  createdAt: start,
  ...over,
})

export interface ObservingWorld extends TestApp {
  market: MarketStandIn
  tokens: Record<string, PoolSpec[] | undefined>
  /** Responses of the market data provider; undefined: it answers. */
  setFault: (fault: MarketFault | undefined) => void
  now: () => Date
  setTime: (time: Date) => void
  observe: () => Promise<void>
}

/** A service that observes a stand-in market, at the hour in which trading begins. */
export async function startObserving(
  t: TestContext,
  environment: Record<string, string> = {},
): Promise<ObservingWorld> {
  const tokens: ObservingWorld['tokens'] = { [weth]: [canary] }
  let fault: MarketFault | undefined
  const market = await startMarket({ tokens, findFault: () => fault })
  closeAfter(t, market.close)
  let time = start
  const app = await startApp(t, {
    environment: { MARKET_DATA_URL: market.url, MARKET_DATA_PER_MINUTE: '100000', ...environment },
    clock: { now: () => time },
  })
  return {
    ...app,
    market,
    tokens,
    setFault: (next) => (fault = next),
    now: () => time,
    setTime: (next) => (time = next),
    observe: async () => {
      const sources = sourcesOf(app.deps)
      const { market: observed } = sources
      if (!observed) throw new Error('the market data provider is configured')
      await observeTokens({ ...app.deps, ...sources, market: observed }, never)
    },
  }
}

export const since = new Date('2026-06-01T12:00:00.000Z')

/** A service that has watched the series of the fixtures day by day, and sealed each day. */
export async function startFollowed(t: Pick<TestContext, 'after'>, days = 40, copies = 1) {
  let now = since
  const world = await startWorld(t)
  const environment = {
    ...world.environment,
    CHAIN_ID: '8453',
    MARKET_DATA_URL: 'http://127.0.0.1:9',
  }
  const started = await startApp(t, { world, environment, clock: { now: () => now } })
  const { deps } = started
  const launches = []
  for (const [index, { name, observations }] of Array.from({ length: copies }, listSeries).flat().entries())
    launches.push({
      series: name,
      observations,
      ...(await seedFollowed(deps.db, { observations: [], tradingSince: since, points: 20 + ((index * 37) % 70) })),
    })
  for (let day = 1; day <= days; day += 1) {
    const [from, until] = [(day - 1) * 24 - 12, day * 24 - 12]
    for (const { bindingId, observations } of launches) {
      const made = observations.filter(({ t }) => t >= Math.max(0, from) && t < until)
      await insertObservations(deps.db, bindingId, since, made)
    }
    now = new Date(since.getTime() + until * hourMs + 1_200_000)
    await decideOutcomes(deps, never)
    // The figures of the last day don't depend on those of the days before.
    if (day === days) await foldSealedDays(deps, never)
    else await sealDays(deps, never)
  }
  return { ...started, launches, setTime: (time: Date) => (now = time) }
}

/** The sealed days as anybody downloads them, the oldest first. */
export async function downloadDays({ app }: Pick<TestApp, 'app'>) {
  const { body } = await ask(app, { url: '/api/v1/track-record/days', remoteAddress: '198.51.100.7' })
  const files = []
  for (const { day, digest } of body.days as { day: string; digest: string }[]) {
    const response = await app.inject({ url: `/api/v1/track-record/days/${day}.ndjson`, remoteAddress: '198.51.100.7' })
    assert.equal(response.statusCode, 200)
    files.push({ day, digest, text: response.body })
  }
  return files
}
