import type { PlatformTax } from '../../providers/launchpads/launchpads.ts'
import type { TokenFacts } from '../../providers/token-risk.ts'

/** What a launchpad itself takes of the taxes of a token, as fractions. */
export interface PlatformShare {
  launchpad: string
  buyTax: number
  sellTax: number
}

interface Launched {
  launchpad: string
  tax: Omit<PlatformTax, 'note'>
  ageSeconds: number
}

/** How much of the reported taxes is the launchpad's own; null: none. Its tax on snipers ends some time after the launch. */
export function findPlatformShare(
  { buyTax, sellTax }: Pick<TokenFacts, 'buyTax' | 'sellTax'>,
  { launchpad, tax, ageSeconds }: Launched,
): PlatformShare | null {
  const isSniping = tax.sniperSeconds !== null && ageSeconds >= 0 && ageSeconds <= tax.sniperSeconds
  const sniping = isSniping ? (tax.sniperPercent ?? 0) : 0
  const share = (reported: number | null, percent: number) => Math.min(reported ?? 0, Math.max(percent, sniping) / 100)
  const [buy, sell] = [share(buyTax, tax.buyPercent), share(sellTax, tax.sellPercent)]
  return buy > 0 || sell > 0 ? { launchpad, buyTax: buy, sellTax: sell } : null
}

/** The taxes that are left are the creator's. */
export const withoutShare = (facts: TokenFacts, share: PlatformShare): TokenFacts => ({
  ...facts,
  buyTax: facts.buyTax === null ? null : subtract(facts.buyTax, share.buyTax),
  sellTax: facts.sellTax === null ? null : subtract(facts.sellTax, share.sellTax),
})

/** To a thousandth of a per cent, so that no rounding of binary fractions is left. */
const subtract = (whole: number, part: number): number => Math.max(0, Math.round((whole - part) * 1e5) / 1e5)
