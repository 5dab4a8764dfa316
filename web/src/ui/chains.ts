import { getRenderedChains } from '../words/language.ts'

const explorers: Record<number, string | undefined> = {
  1: 'https://etherscan.io',
  10: 'https://optimistic.etherscan.io',
  56: 'https://bscscan.com',
  4663: 'https://robinhoodchain.blockscout.com',
  8453: 'https://basescan.org',
  84532: 'https://sepolia.basescan.org',
  11155111: 'https://sepolia.etherscan.io',
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
  return explorer && `${explorer}/${path}`
}
