interface KnownChain {
  name: string
  explorer: string
}

const chains: Record<number, KnownChain | undefined> = {
  1: { name: 'Ethereum', explorer: 'https://etherscan.io' },
  10: { name: 'Optimism', explorer: 'https://optimistic.etherscan.io' },
  8453: { name: 'Base', explorer: 'https://basescan.org' },
  84532: { name: 'Base Sepolia', explorer: 'https://sepolia.basescan.org' },
  11155111: { name: 'Sepolia', explorer: 'https://sepolia.etherscan.io' },
}

export const chainName = (chainId: number): string => chains[chainId]?.name ?? `chain ${chainId}`

/** Undefined: no explorer of that chain is known. */
export const explorerLink = (chainId: number, path: string): string | undefined => {
  const explorer = chains[chainId]?.explorer
  return explorer && `${explorer}/${path}`
}
