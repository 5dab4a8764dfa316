import { findChainName } from '../../contract/chains.ts'
import type { Fact } from '../../contract/signals/rules/fact-1.2.0.ts'
import type { AddressFlag } from '../providers/token-risk.ts'

export const writeReason = (facts: Fact[], rules: string): string => `${writeSentences(facts)} [${rules}]`

export const writeSentences = (facts: Fact[]): string =>
  facts
    .filter(({ code, values }) => !('rating' in values) && !unwritten.has(code))
    .map(writeFact)
    .join(' ')

/** The judge's own words cover these facts. */
const unwritten = new Set(['judged_copycat', 'bot_bait', 'instruction_attempt'])

/** A code without words is written as it is. */
export function writeFact({ code, values }: Fact): string {
  const write = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  return write?.(new Values(values)) ?? `${code.replaceAll('_', ' ')}.`
}

class Values {
  readonly #values: Fact['values']

  constructor(values: Fact['values']) {
    this.#values = values
  }

  number(name: string): number {
    return Number(this.#values[name] ?? 0)
  }

  text(name: string): string {
    const value = this.#values[name] ?? ''
    return Array.isArray(value) ? value.join(', ') : String(value)
  }

  list(name: string): string[] {
    const value = this.#values[name]
    return Array.isArray(value) ? value : []
  }

  /** `1 token`, `2 tokens` */
  amount(name: string, noun: string): string {
    const count = this.number(name)
    return `${count} ${noun}${count === 1 ? '' : 's'}`
  }
}

type Sentences = Record<string, (values: Values) => string>

const ofName: Sentences = {
  faultless: () => 'Short, readable, consistently written name.',
  empty: () => 'The name has nothing readable in it.',
  hidden: () => 'The name has invisible, look-alike or irregular characters.',
  marks: () => 'The name has struck-through letters or stacked marks.',
  too_short: (values) => `The name has only ${values.amount('characters', 'character')}.`,
  too_long: (values) => `The name has ${values.text('characters')} characters; up to ${values.text('most')} are free.`,
  alpha: (values) =>
    `The name has ${values.amount('digits', 'digit')} and ${values.amount('symbols', 'symbol')} among ${values.amount('characters', 'character')}.`,
  no_letter: () => 'The name has no letter.',
  mixed_scripts: () => 'A word of the name mixes letters of several scripts.',
  lookalikes_beside: () => 'A word of the name is spelled in letters that look like Latin ones, beside Latin letters.',
  lookalikes: () => 'The name is spelled only in letters that look like Latin ones.',
  separators: (values) =>
    `The name has ${values.amount('underscores', 'underscore')} and ${values.amount('hyphens', 'hyphen')}.`,
  words: (values) => `The name has ${values.text('words')} words; up to ${values.text('most')} are free.`,
  clusters: (values) => `The name has consonants that are hard to say together (${values.text('runs')}).`,
  no_vowel: () => 'The name has a word without a vowel.',
  repeat: (values) => `The same character stands ${values.text('times')} times in a row.`,
  caps_erratic: () => 'A word of the name has capitals in odd places.',
  caps_mixed: (values) => `The name uses capitals in ${values.text('ways')} different ways.`,
  caps_all: () => 'The name is all capitals.',
  namesakes: (values) =>
    `On the market ${values.amount('count', 'older token')} of this ticker ${values.number('count') === 1 ? 'has' : 'have'} at least $10,000 of liquidity${values.number('isAtLeast') === 1 ? ', perhaps more' : ''}; the oldest is on ${values.text('chain')} since ${values.text('since')} (${values.text('link')}).`,
  namesakes_unread: () => 'The market was not searched for older tokens of this ticker, because it did not answer.',
}

const ofHandle: Sentences = {
  no_handle: () => 'The launch has no X handle.',
  not_a_handle: () => 'The handle is not 1 to 15 of the characters A–Z, a–z, 0–9 and _.',
  no_at: () => 'The handle has no leading @.',
  short_handle: (values) => `The handle has fewer than ${values.text('least')} characters.`,
  reserved: () => 'The handle contains “twitter” or “admin”.',
  handle_without_letter: () => 'The handle has no letter.',
  digits_at_end: (values) => `The handle ends with ${values.text('least')} or more digits.`,
  many_digits: (values) =>
    `Of the handle’s ${values.text('characters')} characters, ${values.text('digits')} are digits.`,
  many_underscores: () => 'The handle has many or doubled underscores.',
  underscore_at_end: () => 'The handle has an underscore at an end.',
  match_name: () => 'The handle matches the name.',
  match_ticker: () => 'The handle matches the ticker.',
  no_match: () => 'The handle matches neither name nor ticker.',
  mentions: (values) =>
    `${values.amount('creators', 'other established creator')} mentioned it within ${values.text('days')} days.`,
  claim: () => 'Another established creator claimed this handle first.',
}

const ofWallet: Sentences = {
  unsigned: (values) => `At most ${values.text('cap')}, because nobody has signed with this wallet.`,
  named_wallet: (values) =>
    `Another wallet (${values.text('wallet')}) deployed the contract, and this one has not signed for the launch: at most ${values.text('cap')}.`,
  wallet_age: (values) => `The wallet is ${values.amount('days', 'day')} old on this chain.`,
  wallet_age_unknown: () => 'The wallet’s age is not known.',
  no_history: () => 'The wallet has no transactions on this chain.',
  transactions: (values) => `It has sent ${values.amount('count', 'transaction')}.`,
  transactions_unknown: () => 'The number of transactions it has sent is not known.',
  transactions_unread: (values) => `Of its newest transactions, ${values.text('count')} could not be read.`,
  launches: (values) =>
    `It has launched ${values.amount('tokens', 'token')}, ${values.text('recent')} in the last ${values.text('days')} days.`,
  launches_at_least: (values) =>
    `It has launched at least ${values.amount('tokens', 'token')}, ${values.text('recent')} in the last ${values.text('days')} days.`,
  no_launches: () => 'It has launched no tokens.',
  no_recent_launches: () => 'It launched no token in its newest transactions; older ones were not read.',
  no_read_launches: () => 'It launched no token in the transactions that could be read.',
  launches_unseen: () => 'Launches through launchpads, on other chains or by other wallets may be missing.',
  launches_through: (values) =>
    `Of its launches, ${values.text('month')} are of the last 30 days (${nameLaunchpads(values.list('launchpads'))}).`,
  launches_alive: (values) =>
    `Of ${values.text('known')} that were looked at, ${values.text('alive')} ${values.number('alive') === 1 ? 'is' : 'are'} alive (${values.text('date')}), ${values.text('lasting')} of them after ${values.text('days')} days or more.`,
  launches_none_alive: (values) =>
    `None of its ${values.text('known')} known launches of at least ${values.text('days')} days is alive (${values.text('date')}): at most ${values.text('cap')}.`,
  launches_burst: (values) =>
    `It launched ${values.text('count')} tokens within ${values.text('days')} days: at most ${values.text('cap')}.`,
  launches_not_looked_at: (values) => `What became of ${values.text('count')} of its launches is not known.`,
  relayer: (values) =>
    `It has launched ${values.text('launched')} tokens for others, so they aren’t its own history: at most ${values.text('cap')}.`,
  launchpads_read: (values) =>
    `Launches through known launchpads were read on ${values.list('chains').map(nameSpan).join(', ')}; others and those by other wallets are not counted.`,
  history_gaps: (values) => `Not looked at: ${values.list('gaps').map(nameGap).join(', ')}.`,
  lists_not_asked: () => 'Address lists were not checked: no token-risk provider is configured.',
}

/** `Clanker: 10`; `self: 2` are those that the wallet itself deployed. */
const nameLaunchpads = (launchpads: string[]): string =>
  launchpads.map((one) => one.replace(/^self: /, 'deployed by itself: ')).join(', ')

/** `8453:2026-09-01:2026-11-28` */
function nameSpan(span: string): string {
  const [chain = '', from, to] = span.split(':')
  return `${findChainName(Number(chain))} (${from} to ${to})`
}

const gapNames: Record<string, string> = {
  launches: 'launchpads on',
  market: 'markets on',
  market_failed: 'markets, whose provider did not answer, on',
}

/** `market:8453` */
function nameGap(gap: string): string {
  const [what = '', chain = ''] = gap.split(':')
  return `${gapNames[what] ?? what} ${findChainName(Number(chain))}`
}

const nameOffences = (values: Values) => values.list('offences').map(nameOffence).join(', ')

const ofDeployer: Sentences = {
  honeypots: (values) =>
    `${values.text('source')} records ${values.text('count')} honeypots or malicious contracts by this wallet.`,
  listed: (values) => `Listed for ${nameOffences(values)} (source: ${values.text('source')}).`,
  honeypot_related: () => 'Linked to a honeypot or scam token.',
  contract_abuse: (values) => `Listed for ${nameOffences(values)} as a contract (source: ${values.text('source')}).`,
  suspected: (values) => `Under suspicion according to ${values.text('source')} (not confirmed).`,
  mixer: () => 'Listed as a mixer address.',
  no_entry: (values) => `${values.text('source')} has no entry against this wallet (${values.text('date')}).`,
  no_other_entry: (values) =>
    `${values.text('source')} has no other entry against this wallet (${values.text('date')}).`,
  no_lists: (values) => `Address lists were not checked: ${values.text('source')} has none.`,
  no_proof: () => 'This doesn’t prove a clean history.',
  lists_partial: (values) => `${values.text('source')} returned only part of its lists.`,
  no_token_record: (values) => `${values.text('source')} has no record of a token by this wallet.`,
  clean_token: (values) => `${values.text('source')} found no honeypot in this token.`,
  clean_prior_token: (values) => `${values.text('source')} found no honeypot in the wallet’s newest earlier token.`,
  unclear_token: (values) => `${values.text('source')} can’t tell whether this token is a honeypot.`,
  unclear_prior_token: (values) =>
    `${values.text('source')} can’t tell whether the wallet’s newest earlier token is a honeypot.`,
  not_creator: (values) => `${values.text('source')} does not name this wallet as the token’s creator.`,
  no_contract: () => 'There is no contract to examine yet.',
  no_record: (values) => `${values.text('source')} has no record of this contract yet.`,
  deployer_only: () => 'This only reflects what is listed about the deployer.',
}

const unknown: Record<string, string> = {
  honeypot: 'whether it can be sold',
  owner_can_change_balances: 'whether the owner can change balances',
  hidden_owner: 'whether it has a hidden owner',
  ownership_can_return: 'whether ownership can be taken back',
  mintable: 'whether more tokens can be created',
  owner_can_pause_transfers: 'whether transfers can be paused',
  owner_can_block_holders: 'whether holders can be blocked',
  owner_can_change_taxes: 'whether taxes can be changed',
  buy_tax: 'the tax on buying',
  sell_tax: 'the tax on selling',
}
const nameUnknown = (codes: string[]) => codes.map((code) => unknown[code] ?? code).join(', ')

const ofToken: Sentences = {
  name_mismatch: (values) =>
    `${values.text('source')} reports another name or ticker for this contract: at most ${values.text('cap')}.`,
  contract_clean: (values) => `${values.text('source')}’s checks of the contract found no issues.`,
  platform_tax: (values) =>
    `${values.text('launchpad')} itself takes ${['buy', 'sell'].flatMap((side) => (values.number(side) > 0 ? [`${values.text(side)}% of each ${side === 'buy' ? 'purchase' : 'sale'}`] : [])).join(' and ')}, which is not the creator’s tax.`,
  native_token: (values) =>
    `It is a ${values.text('kind')} token, which the chain itself runs: its owner’s rights are roles, read from the chain.`,
  native_clean: () =>
    'Nobody holds a role that could mint, pause, block or take tokens, and no administrator is left to grant one.',
  native_partial: () => 'The node returned only part of the token’s history, so some roles may be missing.',
  native_unread: (values) =>
    `It is a ${values.text('kind')} token, whose owner’s rights are roles. They were not looked at, because no node is configured.`,
  token_partial: (values) => `${values.text('source')} has only part of its data yet.`,
  renounced: () => 'Ownership was renounced, so the owner’s rights count half.',
  honeypot: () => 'This is a honeypot: buyers can’t sell it.',
  airdrop_scam: () => 'It is an airdrop scam.',
  untrue_token: () => 'It is not the token it claims to be.',
  imitation: () => 'It imitates another token.',
  gas_abuse: () => 'It spends users’ gas for its own purposes.',
  cannot_sell_all: () => 'Holders can’t sell their whole balance.',
  creator_honeypots: (values) =>
    `${values.text('source')} counts ${values.amount('count', 'honeypot')} by its creator.`,
  closed_source: () => 'The source code is not published, so most checks are impossible.',
  proxy: () => 'It is a proxy: the code behind it can be replaced.',
  owner_can_change_balances: () => 'The owner can change balances.',
  hidden_owner: () => 'The contract has a hidden owner.',
  ownership_can_return: () => 'Renounced ownership can be taken back.',
  can_self_destruct: () => 'The contract can destroy itself.',
  owner_can_set_personal_taxes: () => 'The owner can set taxes for individual holders.',
  owner_can_change_taxes: () => 'The owner can change the taxes.',
  mintable: () => 'The owner can create more tokens.',
  owner_can_pause_transfers: () => 'The owner can pause transfers.',
  owner_can_block_holders: () => 'The owner can block holders.',
  cannot_buy: () => 'It can’t be bought.',
  cooldown: () => 'It enforces a cooldown between trades.',
  owner_can_change_limits: () => 'The owner can change the trading limits.',
  calls_externally: () => 'It calls other contracts.',
  sell_tax: (values) => `Selling costs ${values.text('percent')}% tax.`,
  buy_tax: (values) => `Buying costs ${values.text('percent')}% tax.`,
  transfer_tax: (values) => `A transfer costs ${values.text('percent')}% tax.`,
  insider: (values) => `Its creator or owner holds ${values.text('percent')}% of the supply.`,
  unknown: (values) => `Not known: ${nameUnknown(values.list('codes'))}.`,
  unknown_tax: (values) => `Not known: ${nameUnknown(values.list('taxes'))}.`,
}

const ofVerdict: Sentences = {
  verdict: (values) => values.text('words'),
  lowered: (values) =>
    `Lowered from ${values.text('asWritten')}: with grades, high numbers and orders to a judge covered, the same submission was judged at ${values.text('covered')}.`,
}

const pending: Record<string, string | undefined> = {
  MODEL_PROVIDER: 'the key of a language model',
  CREATOR_DATA_URL: 'a chain-data provider',
  TOKEN_RISK_URL: 'a token-risk provider',
}

const ofStub: Sentences = {
  not_configured: (values) => {
    const setting = values.text('setting')
    return `Not measured: ${pending[setting] ?? 'a provider'} is pending (${setting} is not set).`
  },
  test_key: () => 'Not measured: the request came with a test key.',
}

const sentences: Sentences = {
  ...ofVerdict,
  ...ofName,
  ...ofHandle,
  ...ofWallet,
  ...ofDeployer,
  ...ofToken,
  ...ofStub,
}

/** Suspicions and mixer entries are not offences. */
export const offenceNames: Partial<Record<AddressFlag, string>> = {
  sanctions: 'sanctions',
  theft: 'theft',
  phishing: 'phishing',
  cybercrime: 'cybercrime',
  money_laundering: 'money laundering',
  financial_crime: 'financial crime',
  dark_web: 'dark-web transactions',
  blackmail: 'blackmail',
  fake_identity: 'faked identity checks',
  malicious_mining: 'malicious mining',
  fake_token: 'a fake token',
  fake_interface: 'a fake standard interface',
  gas_abuse: 'gas abuse',
  reinitialisation: 'repeated initialisation',
}

const namesByCode: Record<string, string | undefined> = offenceNames

/** A code without words is its own name. */
export const nameOffence = (code: string): string => namesByCode[code] ?? code
