import { type Fact, inform } from '../../../contract/signals/rules/fact-1.2.0.ts'
import type { FoundTokens, MarketToken } from '../../providers/market/market-data.ts'
import { foldShapes } from '../judge/rules/lookalikes-1.1.0.ts'

/** Less liquidity in US dollars than this makes no namesake: anybody can open such a pool. */
const minLiquidity = 10_000

interface Subject {
  name: string
  symbol: string
  /** When it was submitted. */
  at: Date
  /** The scored token itself: lower case, and the market's name of its chain; null: there is none. */
  own: { address: string; chain: string } | null
}

export interface Namesake {
  chain: string
  address: string
  /** ISO 8601. */
  since: string
  liquidityUsd: number
  link: string
}

/** Older tokens with the ticker of a submission. */
export interface Namesakes {
  count: number
  /** The response was full, so there may be more. */
  isAtLeast: boolean
  oldest: Namesake | null
  /** The oldest that has the name too, and is known to be older than the scored token; null: none is. */
  copied: Namesake | null
}

export function findNamesakes({ tokens, isCutOff }: FoundTokens, { name, symbol, at, own }: Subject): Namesakes {
  const isOwn = ({ address, chain }: MarketToken) => address === own?.address && chain === own.chain
  const ownCreation = tokens.find(isOwn)?.createdAt ?? null
  const before = Math.min(at.getTime(), ownCreation ?? Infinity)
  const older = tokens
    .filter((token) => !isOwn(token) && foldTicker(token.symbol) === foldTicker(symbol))
    .filter(({ liquidityUsd }) => liquidityUsd >= minLiquidity)
    .flatMap((token) =>
      token.createdAt !== null && token.createdAt < before ? [toNamesake(token, token.createdAt)] : [],
    )
    .toSorted((one, other) => one.since.localeCompare(other.since))
  // A full response that leaves out the scored token doesn't show which of them came first.
  const isAgeKnown = own === null || ownCreation !== null || !isCutOff
  const copied = older.find((token) => foldShapes(token.name) === foldShapes(name))
  const [oldest] = older
  return {
    count: older.length,
    isAtLeast: isCutOff,
    oldest: oldest ? withoutName(oldest) : null,
    copied: copied && isAgeKnown ? withoutName(copied) : null,
  }
}

/** Case alone is folded: other differences make other tickers. */
const foldTicker = (symbol: string): string => symbol.trim().replace(/^\$+/, '').normalize('NFKC').toLowerCase()

const toNamesake = ({ chain, address, name, liquidityUsd }: MarketToken, createdAt: number) => ({
  name,
  chain,
  address,
  since: new Date(createdAt).toISOString(),
  liquidityUsd: Math.round(liquidityUsd),
  link: `https://dexscreener.com/${chain}/${address}`,
})

/** The name is a stranger's text. */
const withoutName = ({ chain, address, since, liquidityUsd, link }: Namesake): Namesake => ({
  chain,
  address,
  since,
  liquidityUsd,
  link,
})

/** `unread`: the market did not answer; null: none was asked. */
export function namesakeFacts(found: Namesakes | 'unread' | null): Fact[] {
  if (found === null) return []
  if (found === 'unread') return [inform('namesakes_unread')]
  const { count, isAtLeast, oldest } = found
  if (!oldest) return []
  const { chain, address, since, liquidityUsd, link } = oldest
  return [
    inform('namesakes', {
      count,
      ...(isAtLeast && { isAtLeast: 1 }),
      chain,
      address,
      since: since.slice(0, 10),
      liquidity: liquidityUsd,
      link,
    }),
  ]
}
