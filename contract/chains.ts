const names: Record<number, string | undefined> = {
  1: 'Ethereum',
  10: 'Optimism',
  56: 'BNB Chain',
  137: 'Polygon',
  4663: 'Robinhood Chain',
  8453: 'Base',
  42161: 'Arbitrum',
  84532: 'Base Sepolia',
  11155111: 'Sepolia',
}

export const findChainName = (chainId: number): string => names[chainId] ?? `chain ${chainId}`
