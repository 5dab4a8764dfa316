import { type Static, Type } from 'typebox'

const Flag = (description: string) =>
  Type.Union([Type.Boolean(), Type.Null()], { description: `${description}; null: not known` })
const Amount = (description: string) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description: `${description}; null: not known` })
const Text = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description: `${description}; null: not known` })

export const TokenFacts = Type.Object({
  isHoneypot: Flag('Buyers can’t sell it'),
  cannotSellAll: Flag('Holders can’t sell their whole balance'),
  cannotBuy: Flag('It can’t be bought'),
  buyTax: Amount('What buying costs'),
  sellTax: Amount('What selling costs'),
  transferTax: Amount('What a transfer costs'),
  hasPool: Flag('It is traded in a pool'),
  isOpenSource: Flag('The source code is published'),
  isProxy: Flag('The code behind it can be replaced'),
  isMintable: Flag('More of it can be created'),
  canSelfDestruct: Flag('The contract can destroy itself'),
  callsExternally: Flag('It calls other contracts'),
  hasCooldown: Flag('It enforces a pause between trades'),
  hasHiddenOwner: Flag('The contract has a hidden owner'),
  ownershipCanReturn: Flag('Renounced ownership can be taken back'),
  ownerCanChangeBalances: Flag('The owner can change balances'),
  ownerCanChangeTaxes: Flag('The owner can change the taxes'),
  ownerCanSetPersonalTaxes: Flag('The owner can set taxes for individual holders'),
  ownerCanPauseTransfers: Flag('The owner can stop transfers'),
  ownerCanBlockHolders: Flag('The owner can block holders'),
  ownerCanChangeLimits: Flag('The owner can change the limits on trades'),
  isAirdropScam: Flag('It is an airdrop scam'),
  isTrueToken: Flag('It is the token that it claims to be'),
  imitatesToken: Flag('It imitates another token'),
  abusesGas: Flag('It spends users’ gas for its own purposes'),
  owner: Text('The owner’s address; an address that nobody has when ownership is renounced'),
  ownerShare: Amount('The owner’s share of the supply'),
  creator: Text('The wallet that deployed it'),
  creatorShare: Amount('The creator’s share of the supply'),
  creatorHoneypots: Amount('Other honeypots by the same creator'),
  name: Text('Its name on the chain'),
  symbol: Text('Its ticker on the chain'),
})
export type TokenFacts = Static<typeof TokenFacts>

export const nothingKnown = Object.fromEntries(
  Object.keys(TokenFacts.properties).map((name) => [name, null]),
) as TokenFacts // every fact can be null

export const addressFlags = [
  'sanctions',
  'theft',
  'phishing',
  'cybercrime',
  'money_laundering',
  'financial_crime',
  'dark_web',
  'blackmail',
  'fake_identity',
  'malicious_mining',
  'fake_token',
  'fake_interface',
  'gas_abuse',
  'reinitialisation',
  'suspicion',
  'mixer',
] as const
export type AddressFlag = (typeof addressFlags)[number]

const answer = {
  isPartial: Type.Boolean({ description: 'The provider says that more of the data follows later' }),
  source: Type.String({ description: 'The provider’s name' }),
  fetchedAt: Type.String({ description: 'When the provider answered, ISO 8601' }),
}

/** A token of the chain itself, which scanners of code see nothing of. */
const NativeToken = Type.Object({
  kind: Type.Union([Type.Literal('B20'), Type.Literal('CAS20')]),
  roles: Type.Union([Type.Literal('read'), Type.Literal('partly read'), Type.Literal('not read')], {
    description: 'How far its roles were read from the chain',
  }),
})

/** Who holds a token and its liquidity. No rule reads it. */
const TokenHolders = Type.Object({
  count: Amount('How many hold it'),
  largest: Type.Array(Type.Object({ address: Type.String(), share: Type.Number() }), {
    description: 'The largest holders, at most ten, without pools and without what is locked or burnt',
  }),
  lockedShare: Amount('The share of the liquidity that is locked or burnt'),
  lockedUntil: Text('When the first of the locks ends, ISO 8601'),
})
export type TokenHolders = Static<typeof TokenHolders>

export const TokenAnswer = Type.Object({
  facts: Type.Union([TokenFacts, Type.Null()], { description: 'null: the provider has no record of it' }),
  native: Type.Optional(NativeToken),
  holders: Type.Optional(TokenHolders),
  ...answer,
})
export type TokenAnswer = Static<typeof TokenAnswer>

export const AddressAnswer = Type.Object({
  honeypotRelated: Flag('Creator or owner of honeypots or scam tokens'),
  maliciousContracts: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'Malicious contracts it created; null: not known',
  }),
  flags: Type.Array(Type.Enum([...addressFlags]), { description: 'In the order of `addressFlags`' }),
  listedBy: Type.Array(Type.String(), { description: 'The sources of the entries, as the provider names them' }),
  ...answer,
})
export type AddressAnswer = Static<typeof AddressAnswer>

/** For the rules of `launch-score@1.1.0`, with the provider's fields that their sentences name. */
export interface TokenReport {
  fields: Record<string, string>
  isPartial: boolean
}

export interface RiskSource {
  name: string
  /** Required by the licence of the data; null: none. */
  credit: string | null
}

export interface TokenRisk {
  source: RiskSource
  terms: string
  /** Throws `UpstreamError` ('risk') or the signal's reason. Addresses are lower-case. */
  token: (address: string, signal: AbortSignal) => Promise<TokenAnswer>
  /** null: the provider keeps no lists of wallets. */
  address: ((address: string, signal: AbortSignal) => Promise<AddressAnswer>) | null
  /** null: unknown. Never throws. */
  servesChain: (signal: AbortSignal) => Promise<boolean | null>
  /** For the rules of `launch-score@1.1.0`; null: they don't name this provider. */
  legacy: LegacyWriter | null
}

export interface LegacyWriter {
  report: (answer: TokenAnswer) => TokenReport | null
  flags: (flags: AddressFlag[]) => string[]
}
