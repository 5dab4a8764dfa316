import type { MarketWorld, PoolSpec } from '../stand-ins/market.ts'
import { usdPerWeth, weth } from '../world/weth.ts'
import type { StoryChain } from './chain-of-story.ts'
import type { Launched } from './launching.ts'

const listedMs = 1_800_000

/**
 * The ages at which all tokens are due, in hours since their creation: trading begins half an hour after it, and
 * observations come up to a tenth of their interval late.
 */
export function listObservationHours(): number[] {
  return [
    0.7,
    ...steps(48, { from: 0, every: 1, late: 0.2 }),
    ...steps(20, { from: 48, every: 6, late: 0.7 }),
    ...steps(83, { from: 168, every: 24, late: 2.5 }),
  ]
}

const steps = (count: number, { from, every, late }: { from: number; every: number; late: number }): number[] =>
  Array.from({ length: count }, (_, step) => 0.5 + from + (step + 1) * every + late)

interface Markets {
  chain: StoryChain
  market: MarketWorld
}

/** Puts the pools at an age where the story has them, on the chain and at the provider. */
export async function moveMarkets({ chain, market }: Markets, launched: Launched[], hours: number): Promise<void> {
  for (const one of launched) {
    const { launch, token, wallet } = one
    const before = market.tokens[token.token]?.[0] as PoolSpec | undefined
    const [pool] = (market.tokens[token.token] = toPools(one, hours))
    const [was, is] = [before?.quoteAmount ?? 0, pool?.quoteAmount ?? 0]
    if (was === is) continue
    await chain.fill(token.pool, is)
    if (launch.isDrained && is < was) await chain.drain(wallet, token.pool, was - is)
  }
}

/** The pools as the market's provider lists them. */
function toPools({ launch, token }: Launched, hours: number): PoolSpec[] {
  const market = launch.at(hours)
  if (!market) return []
  const { quote: quoteAmount, ...trades } = market
  const price = { priceNative: 1e-7, priceUsd: usdPerWeth * 1e-7 }
  const createdAt = new Date(token.createdAt.getTime() + listedMs)
  return [{ address: token.pool, quote: weth, quoteAmount, createdAt, ...price, ...trades }]
}
