import {
  type AddressFlag,
  type LegacyWriter,
  type TokenAnswer,
  type TokenFacts,
  addressFlags,
} from '../../token-risk.ts'

type Fields = Record<string, string>
type NamesOf<T> = { [Name in keyof TokenFacts]-?: TokenFacts[Name] extends T | null ? Name : never }[keyof TokenFacts]

const flagFields = {
  isHoneypot: 'is_honeypot',
  cannotSellAll: 'cannot_sell_all',
  cannotBuy: 'cannot_buy',
  hasPool: 'is_in_dex',
  isOpenSource: 'is_open_source',
  isProxy: 'is_proxy',
  isMintable: 'is_mintable',
  canSelfDestruct: 'selfdestruct',
  callsExternally: 'external_call',
  hasCooldown: 'trading_cooldown',
  hasHiddenOwner: 'hidden_owner',
  ownershipCanReturn: 'can_take_back_ownership',
  ownerCanChangeBalances: 'owner_change_balance',
  ownerCanChangeTaxes: 'slippage_modifiable',
  ownerCanSetPersonalTaxes: 'personal_slippage_modifiable',
  ownerCanPauseTransfers: 'transfer_pausable',
  ownerCanBlockHolders: 'is_blacklisted',
  ownerCanChangeLimits: 'anti_whale_modifiable',
  isAirdropScam: 'is_airdrop_scam',
  isTrueToken: 'is_true_token',
  imitatesToken: 'fake_token',
  abusesGas: 'gas_abuse',
} satisfies Record<NamesOf<boolean>, string>

const shareFields = {
  buyTax: 'buy_tax',
  sellTax: 'sell_tax',
  transferTax: 'transfer_tax',
  ownerShare: 'owner_percent',
  creatorShare: 'creator_percent',
}
const owner = 'owner_address'
const creator = 'creator_address'
const textFields = { name: 'token_name', symbol: 'token_symbol' }
const creatorHoneypots = 'honeypot_with_same_creator'

/** An absent or odd field is unknown, never "no". */
export const readFields = (fields: Fields): TokenFacts => ({
  ...readEach(flagFields, fields, parseFlag),
  ...readEach(shareFields, fields, parseShare),
  owner: parseAddress(fields[owner]),
  creator: parseCreator(fields[creator]),
  ...readEach(textFields, fields, (text = '') => text.trim() || null),
  creatorHoneypots: parseCount(fields[creatorHoneypots]),
})

function readEach<Name extends string, T>(
  names: Record<Name, string>,
  fields: Fields,
  parse: (text: string | undefined) => T,
): Record<Name, T> {
  const entries = (Object.entries(names) as [Name, string][]).map(([name, field]) => [name, parse(fields[field])])
  return Object.fromEntries(entries) as Record<Name, T>
}

export const parseFlag = (text: string | undefined): boolean | null => {
  if (text === '1') return true
  return text === '0' ? false : null
}

export const parseCount = (text = ''): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

const parseShare = (text = ''): number | null =>
  /^(\d+(\.\d+)?|\.\d+)(e-?\d{1,2})?$/i.test(text) ? Number(text) : null

const parseAddress = (text = ''): string | null => (/^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : null)

/** The zero address can't have deployed a token. */
const parseCreator = (text?: string): string | null => (text === zeroAddress ? null : parseAddress(text))
const zeroAddress = `0x${'0'.repeat(40)}`

const addressFlagFields: Record<AddressFlag, string> = {
  sanctions: 'sanctioned',
  theft: 'stealing_attack',
  phishing: 'phishing_activities',
  cybercrime: 'cybercrime',
  money_laundering: 'money_laundering',
  financial_crime: 'financial_crime',
  dark_web: 'darkweb_transactions',
  blackmail: 'blackmail_activities',
  fake_identity: 'fake_kyc',
  malicious_mining: 'malicious_mining_activities',
  fake_token: 'fake_token',
  fake_interface: 'fake_standard_interface',
  gas_abuse: 'gas_abuse',
  reinitialisation: 'reinit',
  suspicion: 'blacklist_doubt',
  mixer: 'mixer',
}

export const readFlags = (fields: Fields): AddressFlag[] =>
  addressFlags.filter((flag) => fields[addressFlagFields[flag]] === '1')

export const goplusLegacy: LegacyWriter = {
  report: ({ facts, isPartial }: TokenAnswer) => facts && { fields: writeFields(facts), isPartial },
  flags: (flags) => flags.map((flag) => addressFlagFields[flag]).toSorted(),
}

const allFields = { ...flagFields, ...shareFields, ...textFields, owner, creator, creatorHoneypots }

function writeFields(facts: TokenFacts): Fields {
  const entries = (Object.entries(allFields) as [keyof TokenFacts, string][]).flatMap(([name, field]) => {
    const fact = facts[name]
    if (fact === null) return []
    return [[field, typeof fact === 'boolean' ? String(Number(fact)) : String(fact)]]
  })
  return Object.fromEntries(entries) as Fields
}
