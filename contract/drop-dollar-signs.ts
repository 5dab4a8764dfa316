/** Everything that shows a ticker adds one dollar sign. */
export const dropDollarSigns = (symbol: string): string => symbol.trim().replace(/^[$﹩＄]+/u, '')
