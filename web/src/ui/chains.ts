import type { TradedPool } from '../../../contract/launch-outcome.ts'
import { getRenderedChains } from '../words/language.ts'

interface Explorer {
  name: string
  url: string
}

const explorers: Record<number, Explorer | undefined> = {
  1: { name: 'Etherscan', url: 'https://etherscan.io' },
  10: { name: 'Etherscan', url: 'https://optimistic.etherscan.io' },
  56: { name: 'BscScan', url: 'https://bscscan.com' },
  4663: { name: 'Blockscout', url: 'https://robinhoodchain.blockscout.com' },
  8453: { name: 'Basescan', url: 'https://basescan.org' },
  84532: { name: 'Basescan', url: 'https://sepolia.basescan.org' },
  11155111: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' },
}

/** The chains of this deployment, if there are several, the usual one first; otherwise none. */
export function listChains(): number[] {
  const chains = getRenderedChains() ?? readPageChains()
  return chains.length > 1 ? chains : []
}

/** The document names them only where there are several. */
const readPageChains = (): number[] =>
  typeof document === 'undefined'
    ? []
    : (document.documentElement.dataset['chains'] ?? '').split(',').filter(Boolean).map(Number)

/** The page of a token. The usual chain is left out. */
export function tokenPath(address: string, chainId: number | null | undefined): string {
  const [usual] = listChains()
  return `/token/${address}${usual === undefined || chainId == null || chainId === usual ? '' : `?chainId=${chainId}`}`
}

/** Undefined: no explorer of that chain is known. */
export const explorerLink = (chainId: number, path: string): string | undefined => {
  const explorer = explorers[chainId]
  return explorer && `${explorer.url}/${path}`
}

/** What the explorer of a chain is called; undefined: none is known. */
export const explorerName = (chainId: number): string | undefined => explorers[chainId]?.name

/** The names of chains in the addresses of DEX Screener and of Uniswap. */
const markets: Record<number, { chart: string; uniswap?: string } | undefined> = {
  1: { chart: 'ethereum', uniswap: 'ethereum' },
  10: { chart: 'optimism', uniswap: 'optimism' },
  56: { chart: 'bsc', uniswap: 'bnb' },
  137: { chart: 'polygon', uniswap: 'polygon' },
  4663: { chart: 'robinhood' },
  8453: { chart: 'base', uniswap: 'base' },
  42161: { chart: 'arbitrum', uniswap: 'arbitrum' },
}

/** The chart of a pool; undefined: its chain has none. */
export const chartLink = (chainId: number, { address }: TradedPool): string | undefined => {
  const market = markets[chainId]
  return market && `https://dexscreener.com/${market.chart}/${address}`
}

/** Where a pool is traded, on exchanges whose pools have a page of their own; undefined: none is known. */
export function exchangeLink(
  chainId: number,
  { address, dex }: TradedPool,
): { name: string; href: string } | undefined {
  const chain = markets[chainId]?.uniswap
  if (dex !== 'uniswap' || chain === undefined) return undefined
  return { name: 'Uniswap', href: `https://app.uniswap.org/explore/pools/${chain}/${address}` }
}
