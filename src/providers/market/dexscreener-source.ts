import { marketCredit } from '../../../contract/market-credit.ts'
import type { MarketSource } from './market-data.ts'

export const dexscreener = { id: 'dexscreener', credit: marketCredit } as const satisfies MarketSource
