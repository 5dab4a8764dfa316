import type { TestContext } from 'node:test'
import { type MarketFault, type MarketStandIn, type PoolSpec, startMarket } from '../dev/stand-ins/market.ts'
import type { Db } from '../src/database/db.ts'
import { observeTokens } from '../src/outcomes/observing/observe-tokens.ts'
import { closeAfter } from './close-after.ts'
import { type TestApp, startApp } from './harness.ts'
import { seedLaunches } from './seed-launches.ts'

export const weth = '0x4200000000000000000000000000000000000006'
export const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
export const never = new AbortController().signal
export const start = new Date('2026-11-08T12:00:00.000Z')
export const hourMs = 3_600_000

/** A token's address by its number. */
export const toToken = (number: number): string => `0x70ce${number.toString(16).padStart(36, '0')}`

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
      const { market: observed } = app.deps
      if (!observed) throw new Error('the market data provider is configured')
      await observeTokens({ ...app.deps, market: observed }, never)
    },
  }
}

/** Proven bindings of seeded launches to the tokens 1, 2, …, watched from `start`. Returns the ids of the scores. */
export async function seedWatches(db: Db, count: number): Promise<{ bindingId: string; scoreId: string }[]> {
  const wallets = Array.from({ length: count }, (_, index) => `0xa11ce${(index + 1).toString(16).padStart(35, '0')}`)
  const launches = await seedLaunches(
    db,
    wallets.map((creatorAddress) => ({ creatorAddress, enrolledAt: new Date(start.getTime() - hourMs) })),
  )
  const seeded = launches.map(({ score, enrollmentId }, index) => ({
    score,
    enrollmentId,
    index,
    bindingId: crypto.randomUUID(),
  }))
  for (const { score, enrollmentId, index, bindingId } of seeded) {
    const { submission_id } = await db
      .selectFrom('scores')
      .select('submission_id')
      .where('id', '=', score.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('token_bindings')
      .values({
        id: bindingId,
        score_id: score.id,
        submission_id,
        enrollment_id: enrollmentId,
        chain_id: '8453',
        token: toToken(index + 1),
        creator_address: wallets[index] ?? '',
        origin: 'found',
        state: 'proven',
        creation_tx: `0x${'1'.repeat(64)}`,
        creation_block: '1',
        created_block_at: start,
        bound_at: start,
      })
      .execute()
    await db.insertInto('watches').values({ binding_id: bindingId, next_look_at: start, attempts: 0 }).execute()
  }
  return seeded.map(({ score, bindingId }) => ({ bindingId, scoreId: score.id }))
}
