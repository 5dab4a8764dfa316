import type { ScoreWarning, WarningCode } from '../../contract/schemas/score.ts'
import { formatCount } from '../../contract/text.ts'
import { warningWords } from '../../contract/warning-words.ts'
import type { TokenFacts } from '../providers/token-risk.ts'
import type { DeployerRecord } from '../signals/deployer-record.ts'
import type { Facts } from '../signals/gather-facts.ts'
import type { MeasuredSignals } from '../signals/measure.ts'
import { nameOffence, offenceNames } from '../signals/write-reason.ts'
import type { EarlierSubmission, KnownToken, Recalled } from './memory/recalled.ts'

export interface WarningGrounds {
  facts: Pick<Facts, 'source' | 'lists' | 'token' | 'otherNames'>
  measured: MeasuredSignals
  recalled: Recalled
}

/** Facts that a total can hide, critical ones first. They belong to the record, not to a prompt version. */
export const findWarnings = (grounds: WarningGrounds): ScoreWarning[] =>
  rules.flatMap(({ code, find }) => {
    const found = find(grounds)
    if (!found) return []
    const { signal, values, source } = found
    return [
      { code, severity: warningWords[code].severity, signal, values, message: writeWarning(code, values), source },
    ]
  })

/**
 * Warnings that depend only on the contract's facts, in the same order. Neither the submission nor its wallet can add
 * or remove one.
 */
export const listContractWarnings = (facts: TokenFacts): WarningCode[] =>
  rules.flatMap(({ code, isOfContract }) => (isOfContract?.(facts) ? [code] : []))

type WarningValues = NonNullable<ScoreWarning['values']>

interface Found {
  signal: string
  values: WarningValues
  source: string
}

interface Rule {
  code: WarningCode
  /** Whether the contract's facts alone justify the warning; unset: never. */
  isOfContract?: (facts: TokenFacts) => boolean
  find: (grounds: WarningGrounds) => Found | null
}

const ofToken = (code: WarningCode, toValues: (facts: TokenFacts) => WarningValues | null): Rule => ({
  code,
  isOfContract: (facts) => toValues(facts) !== null,
  find: ({ facts: { token } }) => {
    const values = token?.facts ? toValues(token.facts) : null
    return token === null || values === null ? null : { signal: 'risk', values, source: token.source }
  },
})

/** A warning without values. */
const whenever = (holds: boolean | null): WarningValues | null => (holds ? {} : null)

const rules: Rule[] = [
  ofToken('honeypot', ({ isHoneypot }) => whenever(isHoneypot)),
  ofToken('cannot_sell', ({ cannotSellAll }) => whenever(cannotSellAll)),
  ofToken('confiscatory_tax', findTaxes),
  ofToken('owner_can_take_tokens', ({ ownerCanChangeBalances }) => whenever(ownerCanChangeBalances)),
  { code: 'listed_deployer', find: findListing, isOfContract: ({ creatorHoneypots }) => (creatorHoneypots ?? 0) > 0 },
  ofToken('owner_can_block_sales', (facts) => whenever(facts.ownerCanBlockHolders && !isRenounced(facts))),
  ofToken('owner_can_pause_trading', (facts) => whenever(facts.ownerCanPauseTransfers && !isRenounced(facts))),
  ofToken('unknown_tax', (facts) => whenever(hasUnknownTax(facts))),
  { code: 'name_mismatch', find: findMismatch },
  { code: 'copycat', find: (grounds) => findCopy(grounds.recalled) ?? heldBy(grounds.measured, 'copycat') },
  { code: 'instruction_attempt', find: ({ measured }) => heldBy(measured, 'instruction') },
]

const toPercent = (fraction: number) => Math.round(fraction * 1000) / 10

function findTaxes({ buyTax, sellTax }: TokenFacts): WarningValues | null {
  const values = {
    ...(buyTax !== null && buyTax >= 0.5 && { buyTax: toPercent(buyTax) }),
    ...(sellTax !== null && sellTax >= 0.5 && { sellTax: toPercent(sellTax) }),
  }
  return Object.keys(values).length > 0 ? values : null
}

/** Without a pool, nobody can pay a tax, and none can be measured. */
const hasUnknownTax = ({ hasPool, buyTax, sellTax, transferTax }: TokenFacts): boolean =>
  hasPool === true && [buyTax, sellTax, transferTax].every((tax) => tax === null)

/** Ownership counts as renounced only if the owner is known, not hidden, and can't take it back. */
const isRenounced = ({ owner, hasHiddenOwner, ownershipCanReturn }: TokenFacts): boolean =>
  /^0x0{36}(0000|dead)$/.test(owner ?? '') && hasHiddenOwner === false && ownershipCanReturn === false

/** Suspicions and mixer entries lower signals without a warning. */
function findListing({ facts, measured }: WarningGrounds): Found | null {
  const { source, lists, token } = facts
  if (!source || !lists) return null
  const offences = lists.flags.filter((flag) => offenceNames[flag] !== undefined)
  const contracts = countContracts(lists, token?.facts?.creatorHoneypots ?? 0)
  const isLinked = contracts === 0 && lists.honeypotRelated === true
  if (offences.length === 0 && contracts === 0 && !isLinked) return null
  const listedBy = lists.listedBy.filter((name) => name !== source.name)
  return {
    signal: measured['creator']?.reading.stub === false ? 'creator' : 'risk',
    values: {
      provider: source.name,
      ...(offences.length > 0 && { offences }),
      ...(contracts > 0 && { contracts }),
      ...(isLinked && { link: 'honeypots' }),
    },
    source: offences.length > 0 && listedBy.length > 0 ? `${source.name} (${listedBy.join(', ')})` : source.name,
  }
}

/** Only `others` count; the scored token has its own warnings. */
function countContracts({ maliciousContracts, priorHoneypots, evidence }: DeployerRecord, others: number): number {
  const earlier = evidence?.from === 'newest prior token' ? (priorHoneypots ?? 0) : 0
  return Math.max(maliciousContracts ?? 0, others, earlier)
}

function findMismatch({ facts: { source, otherNames } }: WarningGrounds): Found | null {
  if (!source || !otherNames) return null
  const { name, symbol } = otherNames
  const values = {
    provider: source.name,
    ...(name !== null && { name: toPlain(name, 40) }),
    ...(symbol !== null && { symbol: toPlain(symbol, 16) }),
  }
  return { signal: 'risk', values, source: source.name }
}

/** A reported name is untrusted text: punctuation that could imitate our words is removed. */
function toPlain(text: string, maxLength: number): string {
  const plain = text.replace(/[^A-Za-z0-9 $&'+_-]/g, '').trim()
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1)}…` : plain
}

/** Only an earlier submission with weight justifies a warning (D111). */
function findCopy({ earlier, knownToken, namesakes }: Recalled): Found | null {
  const find = (kind: EarlierSubmission['resemblance']) =>
    earlier.find(({ resemblance, follows }) => resemblance === kind && follows !== 'fact')
  const [picture, name] = [find('picture'), find('name')]
  const source = 'earlier submissions'
  if (picture) {
    const shared = picture.follows === 'copy' ? ['picture', 'name'] : ['picture']
    return { signal: 'image', values: { shared, owner: toOwner(picture) }, source }
  }
  if (knownToken) {
    const values = { shared: listShared(knownToken), name: knownToken.name, symbol: knownToken.symbol }
    return { signal: 'name', values, source: 'list of well-known tokens' }
  }
  if (name) return { signal: 'name', values: { shared: ['name', 'ticker'], owner: toOwner(name) }, source }
  return findMarketCopy(namesakes)
}

function findMarketCopy(namesakes: Recalled['namesakes']): Found | null {
  if (!namesakes || namesakes === 'unread' || !namesakes.copied) return null
  const { chain, address, since, liquidityUsd: liquidity, link } = namesakes.copied
  const values = {
    shared: ['name', 'ticker'],
    owner: 'market',
    chain,
    address,
    since: since.slice(0, 10),
    liquidity,
    link,
  }
  return { signal: 'name', values, source: 'DEX Screener' }
}

const toOwner = ({ isLaunched }: EarlierSubmission): string => (isLaunched ? 'token' : 'enrollment')

function listShared({ hasSymbol, hasName = true, hasMoreWords = false }: KnownToken): string[] {
  if (hasMoreWords) return ['ticker', 'part of the name']
  if (!hasName) return ['ticker']
  return hasSymbol ? ['name', 'ticker'] : ['name']
}

function heldBy(measured: WarningGrounds['measured'], gate: 'copycat' | 'instruction'): Found | null {
  const signal = Object.keys(measured).find((name) => measured[name]?.gates?.includes(gate))
  return signal === undefined ? null : { signal, values: {}, source: 'judge' }
}

export function writeWarning(code: WarningCode, values: WarningValues): string {
  const { label, sentence } = warningWords[code]
  return `${label}: ${sentences[code]?.(values) ?? sentence}`
}

const sentences: Partial<Record<WarningCode, (values: WarningValues) => string>> = {
  confiscatory_tax: ({ buyTax, sellTax }) => {
    const costs = [
      ...(buyTax === undefined ? [] : [`buying costs ${String(buyTax)}%`]),
      ...(sellTax === undefined ? [] : [`selling costs ${String(sellTax)}%`]),
    ]
    return `${costs.join(' and ')}.`
  },
  listed_deployer: ({ provider, offences, contracts, link }) => {
    const names = listOf(offences).map(nameOffence)
    return [
      ...(names.length > 0 ? [`the deployer’s wallet is listed for ${inWords.format(names)}.`] : []),
      ...(typeof contracts === 'number'
        ? [`${String(provider)} records ${formatContracts(contracts)} by the deployer.`]
        : []),
      ...(link === undefined ? [] : [`${String(provider)} links the deployer’s wallet to honeypots or scam tokens.`]),
    ].join(' ')
  },
  name_mismatch: ({ provider, name, symbol }) => {
    const reported = [
      ...(name === undefined ? [] : [`the name “${String(name)}”`]),
      ...(symbol === undefined ? [] : [`the ticker “${String(symbol)}”`]),
    ]
    return `${String(provider)} reports ${inWords.format(reported)} for the contract, not those of the submission.`
  },
  copycat: ({ shared, owner, name, symbol, chain, since, liquidity }) => {
    const what = listOf(shared)
    if (what.length === 0) return 'the judge considers it a copy of another launch.'
    if (owner === 'market')
      return `a token on ${String(chain)} has had this name and ticker since ${String(since)}, with ${dollars.format(Number(liquidity))} of liquidity.`
    if (owner === undefined)
      return `it has the ${formatShared(what)} of ${String(name)} (${String(symbol)}), a well-known token.`
    const other = owner === 'token' ? 'another launch, whose token is on the chain,' : enrolled
    if (!what.includes('picture')) return `${other} had this name and ticker earlier.`
    return `${other} had this picture earlier${what.includes('name') ? ', with the same name' : ''}.`
  },
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

const enrolled = 'a launch that another established creator enrolled'

const listOf = (value: WarningValues[string] | undefined): string[] => (Array.isArray(value) ? value : [])

const formatContracts = (count: number): string =>
  count === 1 ? '1 honeypot or malicious contract' : `${formatCount(count, 'honeypot')} or malicious contracts`

const formatShared = (what: string[]): string =>
  what.includes('part of the name') ? 'ticker, and in its name the name,' : inWords.format(what)

export const inWords = new Intl.ListFormat('en-GB')
