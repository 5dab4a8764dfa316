import { getRenderedChains } from '../words/language.ts'

interface KnownChain {
  name: string
  explorer: string
}

const chains: Record<number, KnownChain | undefined> = {
  1: { name: 'Ethereum', explorer: 'https://etherscan.io' },
  10: { name: 'Optimism', explorer: 'https://optimistic.etherscan.io' },
  56: { name: 'BNB Chain', explorer: 'https://bscscan.com' },
  4663: { name: 'Robinhood Chain', explorer: 'https://robinhoodchain.blockscout.com' },
  8453: { name: 'Base', explorer: 'https://basescan.org' },
  84532: { name: 'Base Sepolia', explorer: 'https://sepolia.basescan.org' },
  11155111: { name: 'Sepolia', explorer: 'https://sepolia.etherscan.io' },
}

export const chainName = (chainId: number): string => chains[chainId]?.name ?? `chain ${chainId}`

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
  const explorer = chains[chainId]?.explorer
  return explorer && `${explorer}/${path}`
}
