import type { MarketSource } from './market-data.ts'

export const dexscreener = { id: 'dexscreener', credit: 'Market data: DEX Screener' } as const satisfies MarketSource
