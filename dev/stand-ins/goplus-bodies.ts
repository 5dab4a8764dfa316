/** The lists' fields of an address; all unset by default. */
export interface AddressSpec {
  /** Fields that are "1": `sanctioned`, `mixer`, `honeypot_related_address` … */
  flags?: string[]
  maliciousContracts?: number
  source?: string
}

const addressFields = [
  'cybercrime',
  'money_laundering',
  'gas_abuse',
  'financial_crime',
  'darkweb_transactions',
  'reinit',
  'phishing_activities',
  'contract_address',
  'fake_kyc',
  'blacklist_doubt',
  'fake_standard_interface',
  'stealing_attack',
  'blackmail_activities',
  'sanctioned',
  'malicious_mining_activities',
  'mixer',
  'fake_token',
  'honeypot_related_address',
]

/** The flat `result` of `address_security`. A never-used wallet answers exactly like one that no list has. */
export function addressBody({ flags = [], maliciousContracts = 0, source = '' }: AddressSpec): Record<string, string> {
  const known = addressFields.map((field) => [field, flags.includes(field) ? '1' : '0'])
  return {
    ...Object.fromEntries(known),
    number_of_malicious_contracts_created: String(maliciousContracts),
    data_source: source,
  }
}

/** A token in words. `kind` sets the fields that make it what it is, `fields` changes single ones. */
export interface TokenSpec {
  kind: 'clean' | 'renounced' | 'honeypot' | 'taxed' | 'closed source' | 'proxy'
  creator: string
  /** By default neither is reported. */
  name?: string
  symbol?: string
  fields?: Record<string, unknown>
}

/** A token's entry of `token_security`: what isn't known is absent, as the real one leaves it out. */
export function tokenBody({ kind, creator, name, symbol, fields = {} }: TokenSpec): object {
  const people = {
    creator_address: creator,
    creator_balance: '0',
    creator_percent: '0.000000',
    ...(name !== undefined && { token_name: name }),
    ...(symbol !== undefined && { token_symbol: symbol }),
    total_supply: '1000000',
    honeypot_with_same_creator: '0',
  }
  const [kindFields, isTraded] = kinds[kind](creator)
  return { ...people, ...(isTraded ? pool : noPool), ...kindFields, ...fields }
}

const holder = {
  address: '0x04db97408f97e88adface7ba5a45cf4a93bd62ca',
  tag: '',
  is_contract: 1,
  balance: '1000',
  percent: '0.120000000000000000',
  is_locked: 0,
}
const pool = {
  is_in_dex: '1',
  dex: [
    {
      liquidity_type: 'UniV2',
      name: 'UniswapV2',
      liquidity: '152340.11',
      pair: '0xb89f16cb68b86c37dd3df6a024d0c47a9af2af96',
    },
  ],
  holder_count: '4213',
  holders: [holder],
  lp_holder_count: '3',
  lp_holders: [{ ...holder, tag: 'UniCrypt', percent: '0.990000000000000000', is_locked: 1 }],
  lp_total_supply: '36.986484017813858691',
  buy_tax: '0',
  sell_tax: '0',
  transfer_tax: '',
}
const noPool = { is_in_dex: '0', dex: [], holder_count: '1', holders: [holder], buy_tax: '', sell_tax: '' }

const no = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, '0']))
const yes = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, '1']))

/** Of published source that is no proxy, all of this is known. */
const checked = (owner: string) => ({
  ...no(['anti_whale_modifiable', 'can_take_back_ownership', 'cannot_buy', 'cannot_sell_all', 'external_call']),
  ...no([
    'hidden_owner',
    'is_anti_whale',
    'is_blacklisted',
    'is_honeypot',
    'is_mintable',
    'is_proxy',
    'is_whitelisted',
  ]),
  ...no(['owner_change_balance', 'personal_slippage_modifiable', 'selfdestruct', 'slippage_modifiable']),
  ...no(['trading_cooldown', 'transfer_pausable']),
  is_open_source: '1',
  owner_address: owner,
  owner_balance: '0',
  owner_percent: '0.000000',
})

type Kind = (creator: string) => [fields: object, isTraded: boolean]

const kinds: Record<TokenSpec['kind'], Kind> = {
  clean: (creator) => [checked(creator), true],
  renounced: () => [
    { ...checked('0x0000000000000000000000000000000000000000'), ...yes('is_mintable', 'transfer_pausable') },
    true,
  ],
  honeypot: (creator) => [
    {
      ...checked(creator),
      ...yes('is_honeypot', 'cannot_sell_all', 'hidden_owner', 'owner_change_balance', 'slippage_modifiable'),
      buy_tax: '0.05',
      sell_tax: '1',
      honeypot_with_same_creator: '2',
    },
    true,
  ],
  taxed: (creator) => [
    {
      ...checked(creator),
      ...yes('is_blacklisted', 'is_mintable', 'slippage_modifiable', 'transfer_pausable'),
      buy_tax: '0.05',
      sell_tax: '0.25',
      creator_percent: '0.310000',
    },
    true,
  ],
  'closed source': () => [{ cannot_buy: '0', is_open_source: '0' }, false],
  proxy: () => [{ cannot_buy: '0', is_open_source: '1', is_proxy: '1' }, true],
}
