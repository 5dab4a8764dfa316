import type { Facts } from '../signals/gather-facts.ts'
import type { DeployerRecord } from '../signals/deployer-record.ts'
import { offenceNames } from '../signals/offence-names.ts'
import type { MeasuredSignals } from '../signals/measure.ts'
import type { TokenFacts } from '../providers/token-risk.ts'
import type { EarlierSubmission, KnownToken, Recalled } from './memory/recalled.ts'
import type { ScoreWarning, WarningCode } from '../../contract/schemas/score.ts'
import { warningWords } from '../../contract/warning-words.ts'

/** The input of the warning rules: the facts behind `creator` and `risk`, and the measured signals. */
export interface WarningGrounds {
  facts: Pick<Facts, 'source' | 'lists' | 'token' | 'otherNames'>
  measured: MeasuredSignals
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
 * The codes of the warnings whose ground is what the provider knows about a contract and nothing else, in the same order.
 * Neither the submission nor the wallet that it names can add or remove one.
 */
export const listContractWarnings = (facts: TokenFacts): WarningCode[] =>
  rules.flatMap(({ code, isOfContract }) => (isOfContract?.(facts) ? [code] : []))

interface Found {
  signal: string
  /** The message without the label that it begins with. */
  text: string
  source: string
}

interface Rule {
  code: WarningCode
  /** Whether the facts about the contract are ground enough; unset: they never are. */
  isOfContract?: (facts: TokenFacts) => boolean
  find: (grounds: WarningGrounds) => Found | null
}

/** A rule over the token's facts. */
const ofToken = (code: WarningCode, toText: (facts: TokenFacts) => string | null): Rule => ({
  code,
  isOfContract: (facts) => toText(facts) !== null,
  find: ({ facts: { token } }) => {
    const text = token?.facts ? toText(token.facts) : null
    return token === null || text === null ? null : { signal: 'risk', text, source: token.source }
  },
})

const { sentence: honeypotText } = warningWords.honeypot
const {
  cannot_sell: { sentence: cannotSellText },
} = warningWords

const rules: Rule[] = [
  ofToken('honeypot', ({ isHoneypot }) => (isHoneypot ? honeypotText : null)),
  ofToken('cannot_sell', ({ cannotSellAll }) => (cannotSellAll ? cannotSellText : null)),
  ofToken('confiscatory_tax', taxText),
  ofToken('owner_can_take_tokens', ({ ownerCanChangeBalances }) =>
    ownerCanChangeBalances ? warningWords.owner_can_take_tokens.sentence : null,
  ),
  { code: 'listed_deployer', find: findListing, isOfContract: ({ creatorHoneypots }) => (creatorHoneypots ?? 0) > 0 },
  ofToken('owner_can_block_sales', (facts) =>
    facts.ownerCanBlockHolders && !isRenounced(facts) ? warningWords.owner_can_block_sales.sentence : null,
  ),
  ofToken('owner_can_pause_trading', (facts) =>
    facts.ownerCanPauseTransfers && !isRenounced(facts) ? warningWords.owner_can_pause_trading.sentence : null,
  ),
  ofToken('unknown_tax', unknownTaxText),
  { code: 'name_mismatch', find: findMismatch },
  { code: 'copycat', find: (grounds) => findCopy(grounds.recalled) ?? heldBy(grounds.measured, 'copycat') },
  { code: 'instruction_attempt', find: ({ measured }) => heldBy(measured, 'instruction') },
]

function taxText({ buyTax, sellTax }: TokenFacts): string | null {
  const costs = [
    { what: 'buying', fraction: buyTax ?? 0 },
    { what: 'selling', fraction: sellTax ?? 0 },
  ].filter(({ fraction }) => fraction >= 0.5)
  if (costs.length === 0) return null
  return `${costs.map(({ what, fraction }) => `${what} costs ${Math.round(fraction * 1000) / 10}%`).join(' and ')}.`
}

/** Before there is a pool nobody can pay a tax, and none can be measured. */
function unknownTaxText({ hasPool, buyTax, sellTax, transferTax }: TokenFacts): string | null {
  const isKnown = [buyTax, sellTax, transferTax].some((tax) => tax !== null)
  return hasPool && !isKnown ? warningWords.unknown_tax.sentence : null
}

const inWords = new Intl.ListFormat('en-GB')

/**
 * Ownership counts as renounced only if the owner is known, not hidden, and can't take it back. Then nobody can block or pause;
 * changing balances is possible by the code alone.
 */
const isRenounced = ({ owner, hasHiddenOwner, ownershipCanReturn }: TokenFacts): boolean =>
  /^0x0{36}(0000|dead)$/.test(owner ?? '') && hasHiddenOwner === false && ownershipCanReturn === false

/** Suspicions and mixer entries are no accusation: they lower signals without a warning. */
function findListing({ facts, measured }: WarningGrounds): Found | null {
  const { source, lists, token } = facts
  if (!source || !lists) return null
  const offences = lists.flags.flatMap((flag) => offenceNames[flag] ?? [])
  const texts = [
    ...(offences.length > 0 ? [`the deployer’s wallet is listed for ${inWords.format(offences)}.`] : []),
    ...honeypotTexts(lists, source.name, token?.facts?.creatorHoneypots ?? 0),
  ]
  if (texts.length === 0) return null
  const listedBy = lists.listedBy.filter((name) => name !== source.name)
  return {
    signal: measured['creator']?.reading.stub === false ? 'creator' : 'risk',
    text: texts.join(' '),
    source: offences.length > 0 && listedBy.length > 0 ? `${source.name} (${listedBy.join(', ')})` : source.name,
  }
}

/** Only the `others` of the deployer count here; the scored token has its own warnings. */
function honeypotTexts(lists: DeployerRecord, source: string, others: number): string[] {
  const { honeypotRelated, maliciousContracts, priorHoneypots, evidence } = lists
  const earlier = evidence?.from === 'newest prior token' ? (priorHoneypots ?? 0) : 0
  const count = Math.max(maliciousContracts ?? 0, others, earlier)
  if (count > 0)
    return [
      `${source} records ${count === 1 ? '1 honeypot or malicious contract' : `${count} honeypots or malicious contracts`} by the deployer.`,
    ]
  return honeypotRelated ? [`${source} links the deployer’s wallet to honeypots or scam tokens.`] : []
}

function findMismatch({ facts: { source, otherNames } }: WarningGrounds): Found | null {
  if (!source || !otherNames) return null
  const { name, symbol } = otherNames
  const named = name === null ? [] : [`the name “${quoteReported(name, 40)}”`]
  const ticker = symbol === null ? [] : [`the ticker “${quoteReported(symbol, 16)}”`]
  const reported = inWords.format([...named, ...ticker])
  const text = `${source.name} reports ${reported} for the contract, not those of the submission.`
  return { signal: 'risk', text, source: source.name }
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

/** Finds the first signal with this gate. */
function heldBy(measured: WarningGrounds['measured'], gate: 'copycat' | 'instruction'): Found | null {
  const signal = Object.keys(measured).find((name) => measured[name]?.gates?.includes(gate))
  if (signal === undefined) return null
  return { signal, text: judgeText[gate], source: 'judge' }
}

const judgeText = {
  copycat: 'the judge considers it a copy of another launch.',
  instruction: warningWords.instruction_attempt.sentence,
}
