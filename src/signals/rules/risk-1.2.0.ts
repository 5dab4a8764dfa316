import type { TokenFacts } from '../../providers/token-risk.ts'
import type { AskedToken, DeployerRecord } from '../deployer-record.ts'
import type { Facts } from '../gather-facts.ts'
import { evidenceFacts, recordFacts } from './deployer-1.2.0.ts'
import { type Fact, type FactScore, inform, scoreFacts } from '../../../contract/signals/rules/fact-1.2.0.ts'
import { examineToken } from './token-1.2.0.ts'

/** The version of the risk rules; changing a number here bumps the prompt version. */
export const riskRules = 'risk-rules@1.2.0'

/** What a token scores that nothing speaks against. */
export const riskStart = 100

/**
 * Scores the risk of buying, 0–100 with 100 = good: of the token where the provider knows it, else of its deployer alone. A
 * contract whose reported name or ticker isn't the submission's gives at most 55: its clean code may be another token's (D104).
 * null: no provider was asked.
 */
export function scoreRisk(inputs: RiskInputs): FactScore | null {
  const { at, source, lists, token } = inputs
  if (!source || !lists) return null
  const deployer = { lists, source: source.name, at }
  const facts = token?.facts
    ? tokenFacts(inputs, { ...deployer, token, known: token.facts })
    : deployerFacts(token, deployer)
  return scoreFacts(riskStart, facts)
}

export type RiskInputs = Pick<Facts, 'at' | 'source' | 'lists' | 'token' | 'otherNames' | 'platform'>

interface Deployer {
  lists: DeployerRecord
  /** The provider's name. */
  source: string
  at: string
}

const deployerFacts = (token: AskedToken | null, { lists, source, at }: Deployer): Fact[] => [
  unexamined(token, source),
  ...(lists.listsAsked ? [inform('deployer_only')] : []),
  ...recordFacts(lists, { source, at }),
  ...evidenceFacts(lists, { source, effect: 10 }),
]

/** A token of the chain itself, of which a scan of code shows nothing, counts like one that nobody knows. */
function unexamined(token: AskedToken | null, source: string): Fact {
  const effect = -45
  if (!token) return { code: 'no_contract', effect, values: { source } }
  const { native } = token
  if (native?.roles === 'not read') return { code: 'native_unread', effect, values: { kind: native.kind } }
  return { code: 'no_record', effect, values: { source: native ? token.source : source } }
}

interface Examined extends Deployer {
  token: AskedToken
  known: TokenFacts
}

function tokenFacts({ otherNames, platform }: RiskInputs, { lists, source, at, token, known }: Examined): Fact[] {
  const { native } = token
  const examiner = native ? token.source : source
  const found = examineToken(known, examiner)
  return [
    // Without the names: a reported one is the text of a stranger, and could imitate other sentences.
    ...(otherNames ? [inform('name_mismatch', { source: examiner, cap: 55 })] : []),
    ...(native ? nativeFacts(native) : []),
    ...(found.length > 0 ? found : [native ? inform('native_clean') : inform('contract_clean', { source })]),
    ...(platform ? [platformFact(platform)] : []),
    ...(token.isPartial ? [inform('token_partial', { source })] : []),
    ...(native || lists.evidence?.from === 'scored token' ? [] : [inform('not_creator', { source })]),
    ...recordFacts(lists, { source, at }),
  ]
}

/** What the launchpad takes is not held against the creator. */
const platformFact = ({ launchpad, buyTax, sellTax }: NonNullable<RiskInputs['platform']>): Fact =>
  inform('platform_tax', {
    launchpad,
    ...(buyTax > 0 && { buy: toPercent(buyTax) }),
    ...(sellTax > 0 && { sell: toPercent(sellTax) }),
  })

const toPercent = (fraction: number): number => Math.round(fraction * 1000) / 10

/** Rights that are roles are read from the chain; a provider's scan counts for nothing. */
const nativeFacts = ({ kind, roles }: NonNullable<AskedToken['native']>): Fact[] => [
  inform('native_token', { kind }),
  ...(roles === 'partly read' ? [inform('native_partial')] : []),
]
