/** The credit that the terms of the market-data provider require. */
export const marketCredit = 'Market data: DEX Screener'
