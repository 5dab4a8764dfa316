/** What of a token its social handle matches: the name before the ticker. */
export function matchOf({
  handle,
  name,
  symbol,
}: {
  handle: string
  name: string
  symbol: string
}): 'name' | 'symbol' | 'none' {
  const handleCore = coreOf(handle)
  if (matchesName(handleCore, coreOf(name))) return 'name'
  return matchesSymbol(handleCore, coreOf(symbol)) ? 'symbol' : 'none'
}

function matchesName(handle: string, name: string): boolean {
  if (name.length < 3) return false
  return handle.includes(name) || (handle.length >= 4 && name.includes(handle))
}

function matchesSymbol(handle: string, symbol: string): boolean {
  return symbol.length >= 2 && (handle === symbol || (symbol.length >= 3 && handle.includes(symbol)))
}

/** Letters and digits in lower case, without one customary suffix; what is nothing but a suffix keeps it. */
function coreOf(text: string): string {
  const folded = text.toLowerCase().replace(/[^a-z0-9]/gu, '')
  const core = folded.replace(suffix, '')
  return core === '' ? folded : core
}

const suffix = /(?:token|coin|official|eth|sol|base|onbase|onsol|cto|inu|xyz|fi|dao|labs|protocol)$/u
