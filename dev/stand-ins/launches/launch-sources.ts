import type { ListedToken, MarketWorld, PoolSpec } from '../market.ts'
import type { TxlistWorld } from '../txlist.ts'
import { type HistoricLaunch, type LaunchHistory, isAlive } from './launch-history.ts'
import type { HistoryChain } from './launch-forms.ts'

const dayMs = 86_400_000

/** What an explorer of all four chains tells of the history's wallets. */
export function toExplorer(
  { launches, creators }: LaunchHistory,
  now: () => Date = () => new Date(),
): Pick<TxlistWorld, 'findWallet' | 'findCreation'> {
  const toAge = (at: Date) => (now().getTime() - at.getTime()) / dayMs
  const byCreator = Map.groupBy(launches, ({ creator }) => creator)
  const byAddress = new Map(creators.map((creator) => [creator.address, creator]))
  const byToken = new Map(launches.map((launch) => [launch.token, launch]))
  return {
    findWallet: (address, chainId) => {
      const creator = byAddress.get(address)
      if (!creator) return undefined
      const sent = (byCreator.get(address) ?? []).filter(
        (launch) => String(launch.chainId) === chainId && launch.at <= now() && launch.sender === address,
      )
      const calls = sent.map(({ at, form, txHash }) => ({ to: form.factory, hash: txHash, ageDays: toAge(at) }))
      return { ageDays: toAge(creator.bornAt), sent: creator.isSmart ? 0 : 2 * calls.length + 12, calls }
    },
    findCreation: (address, chainId) => {
      const launch = byToken.get(address)
      return launch && String(launch.chainId) === chainId && launch.at <= now() ? launch.txHash : undefined
    },
  }
}

/** What the chains are called by the provider of market data. */
const slugs: Record<HistoryChain, string> = { 1: 'ethereum', 56: 'bsc', 4663: 'robinhood', 8453: 'base' }
/** The wrapped native coins, what one is worth in US dollars, and the dollars that it is traded for. */
const natives: Record<HistoryChain, { quote: string; usd: number; dollar: string }> = {
  1: {
    quote: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    usd: 3000,
    dollar: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  },
  56: {
    quote: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
    usd: 900,
    dollar: '0x55d398326f99059ff775485246999027b3197955',
  },
  4663: {
    quote: '0x0bd7d308f8e1639fab988df18a8011f41eacad73',
    usd: 3000,
    dollar: '0x5fc5360d0400a0fd4f2af552add042d716f1d168',
  },
  8453: {
    quote: '0x4200000000000000000000000000000000000006',
    usd: 3000,
    dollar: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  },
}

/** The pools of the history's tokens at the time of the question. */
export function toMarket(
  { launches }: LaunchHistory,
  now: () => Date = () => new Date(),
): Pick<MarketWorld, 'findPools' | 'search'> {
  const byToken = new Map(launches.map((launch) => [launch.token, launch]))
  const toListed = (launch: HistoricLaunch): ListedToken[] => {
    const pools = listPools(launch, now())
    return pools.length === 0 ? [] : [{ chain: slugs[launch.chainId], token: launch.token, pools }]
  }
  return {
    findPools: (chain, token) => {
      const launch = byToken.get(token)
      if (launch) return slugs[launch.chainId] === chain ? listPools(launch, now()) : []
      return toNativePool(chain, token)
    },
    search: (text) =>
      launches
        .filter(({ name, symbol, token }) => [name, symbol, token].some((one) => one.toLowerCase().includes(text)))
        .flatMap(toListed)
        .toSorted((one, other) => (other.pools[0]?.liquidityUsd ?? 0) - (one.pools[0]?.liquidityUsd ?? 0)),
  }
}

/** The provider lists a pair from the first hour on, and keeps it when the money has left. */
function listPools(launch: HistoricLaunch, now: Date): PoolSpec[] {
  const { at, fate, token, name, symbol, chainId } = launch
  const createdAt = new Date(at.getTime() + 600_000)
  if (fate === 'is never traded' || createdAt > now) return []
  const { quote, usd } = natives[chainId]
  const luck = Number.parseInt(token.slice(-6), 16) / 0xff_ff_ff
  const lives = isAlive(launch, now)
  const depthUsd = lives ? 6000 + luck * 60_000 : luck * 40
  const price = lives ? 0.000_03 : 0.000_000_02
  return [
    {
      address: `0x9001${token.slice(6)}`,
      quote,
      name,
      symbol,
      priceUsd: price,
      priceNative: price / usd,
      baseAmount: depthUsd / price,
      quoteAmount: depthUsd / usd,
      liquidityUsd: 2 * depthUsd,
      buys: lives ? 20 + Math.floor(luck * 200) : 0,
      sells: lives ? 15 + Math.floor(luck * 150) : 0,
      volume: lives ? 2000 + Math.floor(luck * 50_000) : 0,
      createdAt,
    },
  ]
}

/** The provider always has a pool of the wrapped native coin: the service asks for it first. */
function toNativePool(chain: string, token: string): PoolSpec[] | undefined {
  const native = Object.entries(natives).find(
    ([id, { quote }]) => quote === token && slugs[Number(id) as HistoryChain] === chain,
  )
  if (!native) return undefined
  const { usd, dollar } = native[1]
  return [
    {
      address: `0x9002${token.slice(6)}`,
      quote: dollar,
      priceUsd: usd,
      priceNative: usd,
      quoteAmount: 9_000_000,
    },
  ]
}
