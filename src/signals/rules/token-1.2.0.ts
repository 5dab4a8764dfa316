import type { TokenFacts } from '../../providers/token-risk.ts'
import { amount } from './amount-1.0.0.ts'
import type { Cap } from './deployer-1.2.0.ts'

export interface Deduction {
  what: string
  points: number
  words: string | null
}

/** What is known against a token. */
export interface TokenFindings {
  deductions: Deduction[]
  caps: Cap[]
  /** What should be known about every token and isn't. */
  unknown: string[]
  /** Nobody owns it, and nobody can come to. */
  isRenounced: boolean
}

/** `source` is the provider's name. */
export function examineToken(facts: TokenFacts, source: string): TokenFindings {
  const isRenounced = isRenouncedBy(facts)
  const core = coreFacts.filter(([fact]) => facts[fact] === null)
  return {
    deductions: [
      ...rightsIn(facts, isRenounced),
      ...taxIn(facts),
      ...insiderIn(facts),
      ...unknownIn(core.map(([, words]) => words)),
      ...unknownTaxIn(facts),
    ],
    caps: capRules
      .filter(({ applies }) => applies(facts))
      .map(({ what, cap, words }) => ({ what, cap, words: words?.(facts, source) ?? null })),
    unknown: [...core.map(([fact]) => fact), ...listUnknownTaxes(facts)],
    isRenounced,
  }
}

/** An unknown owner, or one who may come back, has given up nothing. */
const isRenouncedBy = ({ owner, hasHiddenOwner, ownershipCanReturn }: TokenFacts): boolean =>
  owner !== null && nobody.has(owner) && hasHiddenOwner === false && ownershipCanReturn === false

const nobody = new Set(['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dead'])

type FlagName = {
  [Name in keyof TokenFacts]: TokenFacts[Name] extends boolean | null ? Name : never
}[keyof TokenFacts]

/** What a token's contract allows, and what it costs when it does. */
interface TokenRight {
  fact: FlagName
  points: number
  /** Worth half when nobody is left to use it. */
  isOwners: boolean
  /** null: a cap's sentence says it. */
  words: string | null
}

const owners = (fact: FlagName, points: number, words: string): TokenRight => ({ fact, points, isOwners: true, words })
const anyones = (fact: FlagName, points: number, words: string | null): TokenRight => ({
  fact,
  points,
  isOwners: false,
  words,
})

const tokenRights: TokenRight[] = [
  owners('ownerCanChangeBalances', 40, 'The owner can change balances.'),
  anyones('hasHiddenOwner', 30, 'The contract has a hidden owner.'),
  anyones('ownershipCanReturn', 25, 'Ownership that was given up can be taken back.'),
  anyones('canSelfDestruct', 25, 'The contract can destroy itself.'),
  owners('ownerCanSetPersonalTaxes', 20, 'The owner can set taxes for single holders.'),
  owners('ownerCanChangeTaxes', 15, 'The owner can change the taxes.'),
  owners('isMintable', 15, 'The owner can create more tokens.'),
  owners('ownerCanPauseTransfers', 15, 'The owner can stop transfers.'),
  owners('ownerCanBlockHolders', 15, 'The owner can block holders.'),
  anyones('cannotBuy', 15, 'It can’t be bought.'),
  anyones('isProxy', 10, null),
  anyones('hasCooldown', 5, 'Trades must keep a pause between them.'),
  owners('ownerCanChangeLimits', 5, 'The owner can change the limits on trades.'),
  anyones('callsExternally', 5, 'It calls other contracts.'),
]

/** What every token should be known about, in words for "Not known: …". */
const coreFacts: [FlagName, string][] = [
  ['isHoneypot', 'whether it can be sold again'],
  ['ownerCanChangeBalances', 'changed balances'],
  ['hasHiddenOwner', 'a hidden owner'],
  ['ownershipCanReturn', 'ownership taken back'],
  ['isMintable', 'more tokens'],
  ['ownerCanPauseTransfers', 'stopped transfers'],
  ['ownerCanBlockHolders', 'blocked holders'],
  ['ownerCanChangeTaxes', 'changed taxes'],
]

const rightsIn = (facts: TokenFacts, isRenounced: boolean): Deduction[] =>
  tokenRights
    .filter(({ fact }) => facts[fact] === true)
    .map(({ fact, points, isOwners, words }) => ({
      what: fact,
      points: isOwners && isRenounced ? Math.floor(points / 2) : points,
      words,
    }))

function taxIn(facts: TokenFacts): Deduction[] {
  const tax = highestTax(facts)
  if (!tax) return []
  const words = `${tax.on} costs ${percent(tax.fraction)} %.`
  return above(tax.fraction, taxSteps).map((points) => ({ what: 'tax', points, words }))
}

/** The highest of the known taxes, and what it is taken for; null: none is known. */
function highestTax({ sellTax, buyTax, transferTax }: TokenFacts): { on: string; fraction: number } | null {
  const taxes = { Selling: sellTax, Buying: buyTax, 'A transfer': transferTax }
  const known = Object.entries(taxes).flatMap(([on, fraction]) => (fraction === null ? [] : [{ on, fraction }]))
  return known.toSorted((one, other) => other.fraction - one.fraction)[0] ?? null
}

function insiderIn({ creatorShare, ownerShare }: TokenFacts): Deduction[] {
  const share = Math.max(creatorShare ?? 0, ownerShare ?? 0)
  const words = `Its creator or owner holds ${percent(share)} % of it.`
  return above(share, insiderSteps).map((points) => ({ what: 'insider', points, words }))
}

const unknownIn = (names: string[]): Deduction[] =>
  names.length === 0
    ? []
    : [{ what: `unknown x${names.length}`, points: 3 * names.length, words: `Not known: ${names.join(', ')}.` }]

const listUnknownTaxes = (facts: TokenFacts) => (['buyTax', 'sellTax'] as const).filter((tax) => facts[tax] === null)

/** Unknown taxes cost as much as anything else that a token should be known about. */
function unknownTaxIn(facts: TokenFacts): Deduction[] {
  const unknown = listUnknownTaxes(facts)
  if (unknown.length === 0) return []
  const one = unknown.includes('buyTax') ? 'buying costs' : 'selling costs'
  const what = unknown.length === 2 ? 'buying and selling cost' : one
  return [{ what: 'unknown_tax', points: 3, words: `What ${what} is not known.` }]
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

/** The points of the highest step that the value lies above; empty for none. */
const above = (value: number, steps: Step[]): number[] =>
  steps
    .filter(([bound]) => value > bound)
    .map(([, points]) => points)
    .slice(0, 1)

const percent = (fraction: number): number => Math.round(fraction * 1000) / 10

interface CapRule {
  what: string
  cap: number
  applies: (facts: TokenFacts) => boolean
  /** Unset: a deduction's sentence says it. */
  words?: (facts: TokenFacts, source: string) => string
}

/** The caps that a token itself puts on its risk score. Unknown is never "no". */
const capRules: CapRule[] = [
  {
    what: 'honeypot',
    cap: 0,
    applies: ({ isHoneypot }) => isHoneypot === true,
    words: () => 'It is a honeypot: who buys it can’t sell it.',
  },
  {
    what: 'airdrop_scam',
    cap: 5,
    applies: ({ isAirdropScam }) => isAirdropScam === true,
    words: () => 'It is an airdrop scam.',
  },
  {
    what: 'untrue_token',
    cap: 5,
    applies: ({ isTrueToken }) => isTrueToken === false,
    words: () => 'It is not the token it claims to be.',
  },
  {
    what: 'imitation',
    cap: 5,
    applies: ({ imitatesToken }) => imitatesToken === true,
    words: () => 'It imitates another token.',
  },
  {
    what: 'gas_abuse',
    cap: 5,
    applies: ({ abusesGas }) => abusesGas === true,
    words: () => 'It spends its users’ gas on its own ends.',
  },
  { what: 'tax', cap: 10, applies: (facts) => (highestTax(facts)?.fraction ?? 0) > 0.5 },
  {
    what: 'cannot_sell_all',
    cap: 15,
    applies: ({ cannotSellAll }) => cannotSellAll === true,
    words: () => 'Holders can’t sell all they have.',
  },
  {
    what: 'creator_honeypots',
    cap: 15,
    applies: ({ creatorHoneypots }) => (creatorHoneypots ?? 0) >= 1,
    words: ({ creatorHoneypots }, source) =>
      `${source} counts ${amount(creatorHoneypots ?? 0, 'honeypot')} by its creator.`,
  },
  {
    what: 'closed_source',
    cap: 35,
    applies: ({ isOpenSource }) => isOpenSource === false,
    words: () => 'The source code is not published, so most checks are impossible.',
  },
  { what: 'honeypot_unknown', cap: 60, applies: ({ isHoneypot }) => isHoneypot === null },
  {
    what: 'proxy',
    cap: 65,
    applies: ({ isProxy }) => isProxy === true,
    words: () => 'It is a proxy: the code behind it can be replaced.',
  },
]
