/**
 * A ticker without the dollar signs that people write before it, however many and of whatever width. Everything that shows
 * a ticker puts one before it.
 */
export const dropDollarSigns = (symbol: string): string => symbol.trim().replace(/^[$﹩＄]+/u, '')
