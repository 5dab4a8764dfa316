import type { Facts } from '../signals/facts.ts'
import type { Measured, SignalName } from '../signals/schemas.ts'
import type { TokenReport } from '../providers/token-risk.ts'
import type { EarlierSubmission, KnownToken, Recalled } from './memory/recalled.ts'
import type { ScoreWarning, WarningCode } from './schemas.ts'
import { warningWords } from './warning-words.ts'

/** The input of the warning rules: the facts behind `creator` and `risk`, and the measured signals. */
export interface WarningGrounds {
  facts: Pick<Facts, 'lists' | 'token' | 'otherNames'>
  measured: Record<SignalName, Measured>
  recalled: Recalled
}

/**
 * The fatal facts that a total can hide, critical ones first, each code at most once. They belong to the record, not
 * to a prompt version: they depend on the facts alone, and no rule set that a version pins decides them.
 */
export const findWarnings = (grounds: WarningGrounds): ScoreWarning[] =>
  rules.flatMap(({ code, find }) => {
    const found = find(grounds)
    const { severity, label } = warningWords[code]
    return found
      ? [{ code, severity, signal: found.signal, message: `${label}: ${found.text}`, source: found.source }]
      : []
  })

/**
 * The codes of the warnings whose ground is the provider's report on a contract and nothing else, in the same order. Neither
 * the submission nor the wallet that it names can add or remove one.
 */
export const listContractWarnings = (report: TokenReport): WarningCode[] =>
  rules.flatMap(({ code, isOfContract }) => (isOfContract?.(report.fields) ? [code] : []))

interface Found {
  signal: SignalName
  /** The message without the label that it begins with. */
  text: string
  source: string
}

interface Rule {
  code: WarningCode
  /** Whether the report on the contract is ground enough; unset: it never is. */
  isOfContract?: (fields: Fields) => boolean
  find: (grounds: WarningGrounds) => Found | null
}

type Fields = Record<string, string>

/** A rule over the token's report. An absent field is unknown, neither "no" nor "yes". */
const ofToken = (code: WarningCode, toText: (fields: Fields) => string | null): Rule => ({
  code,
  isOfContract: (fields) => toText(fields) !== null,
  find: ({ facts }) => {
    const text = toText(facts.token?.report?.fields ?? {})
    return text === null ? null : { signal: 'risk', text, source: 'GoPlus' }
  },
})

const { sentence: honeypotText } = warningWords.honeypot
const {
  cannot_sell: { sentence: cannotSellText },
} = warningWords

const rules: Rule[] = [
  ofToken('honeypot', ({ is_honeypot }) => (is_honeypot === '1' ? honeypotText : null)),
  ofToken('cannot_sell', ({ cannot_sell_all }) => (cannot_sell_all === '1' ? cannotSellText : null)),
  ofToken('confiscatory_tax', taxText),
  ofToken('owner_can_take_tokens', ({ owner_change_balance }) =>
    owner_change_balance === '1' ? warningWords.owner_can_take_tokens.sentence : null,
  ),
  { code: 'listed_deployer', find: findListing, isOfContract: (fields) => countOthers(fields) > 0 },
  ofToken('owner_can_block_sales', (fields) =>
    canStill(fields, 'is_blacklisted') ? warningWords.owner_can_block_sales.sentence : null,
  ),
  ofToken('owner_can_pause_trading', (fields) =>
    canStill(fields, 'transfer_pausable') ? warningWords.owner_can_pause_trading.sentence : null,
  ),
  ofToken('unknown_tax', unknownTaxText),
  { code: 'name_mismatch', find: findMismatch },
  { code: 'copycat', find: (grounds) => findCopy(grounds.recalled) ?? heldBy(grounds.measured, 'copycat') },
  { code: 'instruction_attempt', find: ({ measured }) => heldBy(measured, 'instruction') },
]

function taxText({ buy_tax, sell_tax }: Fields): string | null {
  const costs = [
    { what: 'buying', fraction: parseFraction(buy_tax) },
    { what: 'selling', fraction: parseFraction(sell_tax) },
  ].filter(({ fraction }) => fraction >= 0.5)
  if (costs.length === 0) return null
  return `${costs.map(({ what, fraction }) => `${what} costs ${Math.round(fraction * 1000) / 10}%`).join(' and ')}.`
}

/** Parses a share like "0.05"; 0 if it is unknown. */
const parseFraction = (text = ''): number => (share.test(text) ? Number(text) : 0)

const share = /^(\d+(\.\d+)?|\.\d+)(e-?\d{1,2})?$/i

/** A right that only an owner who is left can use; changing balances is possible by the code alone. */
const canStill = (fields: Fields, right: string): boolean => fields[right] === '1' && !isRenounced(fields)

/** Before there is a pool nobody can pay a tax, and none can be measured. */
function unknownTaxText({ is_in_dex, buy_tax, sell_tax, transfer_tax }: Fields): string | null {
  const isKnown = [buy_tax, sell_tax, transfer_tax].some((text) => text !== undefined && share.test(text))
  return is_in_dex === '1' && !isKnown ? warningWords.unknown_tax.sentence : null
}

const inWords = new Intl.ListFormat('en-GB')

/** Ownership counts as renounced only if the owner is known, not hidden, and can't take it back. */
const isRenounced = ({ owner_address = '', hidden_owner, can_take_back_ownership }: Fields): boolean =>
  /^0x0{36}(0000|dead)$/i.test(owner_address) && hidden_owner === '0' && can_take_back_ownership === '0'

/** Suspicions (`blacklist_doubt`) and mixer entries are no accusation: they lower signals without a warning. */
function findListing({ facts, measured }: WarningGrounds): Found | null {
  const { lists, token } = facts
  if (!lists) return null
  const offences = lists.addressFlags.flatMap((flag) => offenceNames.get(flag) ?? [])
  const texts = [
    ...(offences.length > 0 ? [`the deployer’s wallet is listed for ${inWords.format(offences)}.`] : []),
    ...honeypotTexts(lists, token?.report?.fields ?? {}),
  ]
  if (texts.length === 0) return null
  const listedBy = lists.flagSource.split(',').filter((name) => name !== '' && name !== 'GoPlus')
  const source = offences.length > 0 && listedBy.length > 0 ? `GoPlus (${listedBy.join(', ')})` : 'GoPlus'
  return { signal: measured.creator.reading.stub ? 'risk' : 'creator', text: texts.join(' '), source }
}

/** Only other tokens of the deployer count here; the scored token has its own warnings. */
function honeypotTexts(lists: NonNullable<Facts['lists']>, fields: Fields): string[] {
  const { honeypotRelated, maliciousContracts, priorHoneypots, evidence } = lists
  const earlier = evidence?.from === 'newest prior token' ? (priorHoneypots ?? 0) : 0
  const count = Math.max(maliciousContracts ?? 0, countOthers(fields), earlier)
  if (count > 0)
    return [
      `GoPlus records ${count === 1 ? '1 honeypot or malicious contract' : `${count} honeypots or malicious contracts`} by the deployer.`,
    ]
  return honeypotRelated ? ['GoPlus links the deployer’s wallet to honeypots or scam tokens.'] : []
}

/** Honeypots by the deployer that the token's report names. */
const countOthers = ({ honeypot_with_same_creator: others = '' }: Fields): number =>
  /^\d{1,9}$/.test(others) ? Number(others) : 0

const offenceNames = new Map([
  ['sanctioned', 'sanctions'],
  ['stealing_attack', 'theft'],
  ['phishing_activities', 'phishing'],
  ['cybercrime', 'cybercrime'],
  ['money_laundering', 'money laundering'],
  ['financial_crime', 'financial crime'],
  ['darkweb_transactions', 'dark-web transactions'],
  ['blackmail_activities', 'blackmail'],
  ['fake_kyc', 'faked identity checks'],
  ['malicious_mining_activities', 'malicious mining'],
  ['fake_token', 'a fake token'],
  ['fake_standard_interface', 'a fake standard interface'],
  ['gas_abuse', 'gas abuse'],
  ['reinit', 'repeated initialisation'],
])

function findMismatch({ facts: { otherNames } }: WarningGrounds): Found | null {
  if (!otherNames) return null
  const { name, symbol } = otherNames
  const named = name === null ? [] : [`the name “${quoteReported(name, 40)}”`]
  const ticker = symbol === null ? [] : [`the ticker “${quoteReported(symbol, 16)}”`]
  const text = `GoPlus reports ${inWords.format([...named, ...ticker])} for the contract, not those of the submission.`
  return { signal: 'risk', text, source: 'GoPlus' }
}

/** A reported name is a stranger's text: punctuation goes, with which it could imitate the words around it. */
function quoteReported(text: string, maxLength: number): string {
  const plain = text.replace(/[^A-Za-z0-9 $&'+_-]/g, '').trim()
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1)}…` : plain
}

/** Anybody can be first with any picture and name, so only an earlier submission with weight is ground for a warning (D111). */
function findCopy({ earlier, knownToken }: Recalled): Found | null {
  const find = (kind: EarlierSubmission['resemblance']) =>
    earlier.find(({ resemblance, follows }) => resemblance === kind && follows !== 'fact')
  const [picture, name] = [find('picture'), find('name')]
  if (picture)
    return {
      signal: 'image',
      text: `${nameOwner(picture)} had this picture earlier${picture.follows === 'copy' ? ', with the same name' : ''}.`,
      source: 'earlier submissions',
    }
  if (knownToken)
    return {
      signal: 'name',
      text: `it has the ${formatShared(knownToken)} of ${knownToken.name} (${knownToken.symbol}), a well-known token.`,
      source: 'list of well-known tokens',
    }
  if (!name) return null
  return { signal: 'name', text: `${nameOwner(name)} had this name and ticker earlier.`, source: 'earlier submissions' }
}

const nameOwner = ({ isLaunched }: EarlierSubmission): string =>
  isLaunched ? 'another launch, whose token is on the chain,' : 'a launch that another established creator enrolled'

function formatShared({ hasSymbol, hasName = true, hasMoreWords = false }: KnownToken): string {
  if (hasMoreWords) return 'ticker, and in its name the name,'
  if (!hasName) return 'ticker'
  return hasSymbol ? 'name and ticker' : 'name'
}

/** Finds the first judged signal with this gate. */
function heldBy(measured: WarningGrounds['measured'], gate: 'copycat' | 'instruction'): Found | null {
  const signal = (['meme', 'image'] as const).find((name) => measured[name].gates?.includes(gate))
  if (!signal) return null
  return { signal, text: judgeText[gate], source: 'judge' }
}

const judgeText = {
  copycat: 'the judge considers it a copy of another launch.',
  instruction: warningWords.instruction_attempt.sentence,
}
