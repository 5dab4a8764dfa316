import type { TokenFacts } from '../../providers/token-risk.ts'
import { type Fact, finding, inform } from '../../../contract/signals/rules/fact-1.2.0.ts'

/** What is known against a token, and what should be known and isn't. `source` is the provider's name. */
export function examineToken(token: TokenFacts, source: string): Fact[] {
  const isRenounced = isRenouncedBy(token)
  const found = [
    ...defects.filter(({ applies }) => applies(token)).map(({ code, cap }) => inform(code, { cap })),
    ...creatorHoneypots(token, source),
    ...rightsIn(token, isRenounced),
    ...taxIn(token),
    ...insiderIn(token),
    ...unknownIn(token),
    ...unknownTaxIn(token),
  ]
  return found.length > 0 && isRenounced ? [...found, inform('renounced')] : found
}

/** An unknown owner, or one who may come back, has given up nothing. */
const isRenouncedBy = ({ owner, hasHiddenOwner, ownershipCanReturn }: TokenFacts): boolean =>
  owner !== null && nobody.has(owner) && hasHiddenOwner === false && ownershipCanReturn === false

const nobody = new Set(['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dead'])

/** What caps a token's score. Unknown is never "no". */
const defects: { code: string; cap: number; applies: (token: TokenFacts) => boolean }[] = [
  { code: 'honeypot', cap: 0, applies: ({ isHoneypot }) => isHoneypot === true },
  { code: 'airdrop_scam', cap: 5, applies: ({ isAirdropScam }) => isAirdropScam === true },
  { code: 'untrue_token', cap: 5, applies: ({ isTrueToken }) => isTrueToken === false },
  { code: 'imitation', cap: 5, applies: ({ imitatesToken }) => imitatesToken === true },
  { code: 'gas_abuse', cap: 5, applies: ({ abusesGas }) => abusesGas === true },
  { code: 'cannot_sell_all', cap: 15, applies: ({ cannotSellAll }) => cannotSellAll === true },
  { code: 'closed_source', cap: 35, applies: ({ isOpenSource }) => isOpenSource === false },
]

const creatorHoneypots = ({ creatorHoneypots: count }: TokenFacts, source: string): Fact[] =>
  count !== null && count >= 1 ? [inform('creator_honeypots', { count, source, cap: 15 })] : []

type FlagName = {
  [Name in keyof TokenFacts]: TokenFacts[Name] extends boolean | null ? Name : never
}[keyof TokenFacts]

/** What a token's contract allows, and what it costs when it does. */
interface TokenRight {
  fact: FlagName
  code: string
  points: number
  /** Worth half when nobody is left to use it. */
  isOwners?: true
  cap?: number
}

const tokenRights: TokenRight[] = [
  { fact: 'isProxy', code: 'proxy', points: 10, cap: 65 },
  { fact: 'ownerCanChangeBalances', code: 'owner_can_change_balances', points: 40, isOwners: true },
  { fact: 'hasHiddenOwner', code: 'hidden_owner', points: 30 },
  { fact: 'ownershipCanReturn', code: 'ownership_can_return', points: 25 },
  { fact: 'canSelfDestruct', code: 'can_self_destruct', points: 25 },
  { fact: 'ownerCanSetPersonalTaxes', code: 'owner_can_set_personal_taxes', points: 20, isOwners: true },
  { fact: 'ownerCanChangeTaxes', code: 'owner_can_change_taxes', points: 15, isOwners: true },
  { fact: 'isMintable', code: 'mintable', points: 15, isOwners: true },
  { fact: 'ownerCanPauseTransfers', code: 'owner_can_pause_transfers', points: 15, isOwners: true },
  { fact: 'ownerCanBlockHolders', code: 'owner_can_block_holders', points: 15, isOwners: true },
  { fact: 'cannotBuy', code: 'cannot_buy', points: 15 },
  { fact: 'hasCooldown', code: 'cooldown', points: 5 },
  { fact: 'ownerCanChangeLimits', code: 'owner_can_change_limits', points: 5, isOwners: true },
  { fact: 'callsExternally', code: 'calls_externally', points: 5 },
]

const rightsIn = (token: TokenFacts, isRenounced: boolean): Fact[] =>
  tokenRights
    .filter(({ fact }) => token[fact] === true)
    .map(({ code, points, isOwners = false, cap }) => ({
      code,
      effect: -(isOwners && isRenounced ? Math.floor(points / 2) : points),
      values: cap === undefined ? {} : { cap },
    }))

function taxIn(token: TokenFacts): Fact[] {
  const tax = highestTax(token)
  if (!tax) return []
  const cap = tax.fraction > 0.5 ? { cap: 10 } : {}
  return finding(tax.code, -pointsAbove(tax.fraction, taxSteps), { percent: percent(tax.fraction), ...cap })
}

/** The highest of the known taxes; null: none is known. */
function highestTax({ sellTax, buyTax, transferTax }: TokenFacts): { code: string; fraction: number } | null {
  const taxes = { sell_tax: sellTax, buy_tax: buyTax, transfer_tax: transferTax }
  const known = Object.entries(taxes).flatMap(([code, fraction]) => (fraction === null ? [] : [{ code, fraction }]))
  return known.toSorted((one, other) => other.fraction - one.fraction)[0] ?? null
}

function insiderIn({ creatorShare, ownerShare }: TokenFacts): Fact[] {
  const share = Math.max(creatorShare ?? 0, ownerShare ?? 0)
  return finding('insider', -pointsAbove(share, insiderSteps), { percent: percent(share) })
}

/** What every token should be known about. */
const coreFacts: [FlagName, string][] = [
  ['isHoneypot', 'honeypot'],
  ['ownerCanChangeBalances', 'owner_can_change_balances'],
  ['hasHiddenOwner', 'hidden_owner'],
  ['ownershipCanReturn', 'ownership_can_return'],
  ['isMintable', 'mintable'],
  ['ownerCanPauseTransfers', 'owner_can_pause_transfers'],
  ['ownerCanBlockHolders', 'owner_can_block_holders'],
  ['ownerCanChangeTaxes', 'owner_can_change_taxes'],
]

function unknownIn(token: TokenFacts): Fact[] {
  const codes = coreFacts.filter(([fact]) => token[fact] === null).map(([, code]) => code)
  const cap = token.isHoneypot === null ? { cap: 60 } : {}
  return finding('unknown', -3 * codes.length, { codes, ...cap })
}

/** Unknown taxes cost as much as anything else that a token should be known about. */
function unknownTaxIn({ buyTax, sellTax }: TokenFacts): Fact[] {
  const taxes = [...(buyTax === null ? ['buy_tax'] : []), ...(sellTax === null ? ['sell_tax'] : [])]
  return finding('unknown_tax', taxes.length > 0 ? -3 : 0, { taxes })
}

type Step = [above: number, points: number]

const taxSteps: Step[] = [
  [0.2, 35],
  [0.1, 15],
  [0.05, 5],
]
const insiderSteps: Step[] = [
  [0.5, 20],
  [0.2, 10],
]

/** The points of the highest step that the value lies above. */
const pointsAbove = (value: number, steps: Step[]): number => steps.find(([bound]) => value > bound)?.[1] ?? 0

const percent = (fraction: number): number => Math.round(fraction * 1000) / 10
