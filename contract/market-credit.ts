export const marketCredit = 'Market data: DEX Screener'
