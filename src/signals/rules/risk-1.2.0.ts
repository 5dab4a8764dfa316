import type { Facts } from '../gather-facts.ts'
import type { AskedToken, DeployerRecord } from '../deployer-record.ts'
import type { RiskSource, TokenFacts } from '../../providers/token-risk.ts'
import { type Cap, capped, deployerCaps, evidenceWords, hasGaps, recordWords } from './deployer-1.2.0.ts'
import type { Measured } from '../schemas.ts'
import { stubSignal } from './stub-signal-1.0.0.ts'
import { type TokenFindings, examineToken } from './token-1.2.0.ts'

/** The version of the risk rules; changing a number here bumps the prompt version. */
export const riskRules = 'risk-rules@1.2.0'

/**
 * Scores the risk of buying, 0–100 with 100 = good: of the token where the provider knows it, else of its deployer alone. A
 * contract whose reported name or ticker isn't the submission's gives at most 55: its clean code may be another token's (D104).
 */
export function scoreRisk(facts: RiskFacts): Measured {
  const { source, lists, token } = facts
  if (!source || !lists)
    return stubSignal('Not measured: a token-risk provider is pending (TOKEN_RISK_URL is not set).')
  return token?.facts
    ? scoreToken(facts, { source, lists, token, known: token.facts })
    : scoreDeployer(facts, { source, lists })
}

type RiskFacts = Pick<Facts, 'at' | 'source' | 'lists' | 'token' | 'otherNames'>

function scoreDeployer(
  { at, token }: RiskFacts,
  { source, lists }: { source: RiskSource; lists: DeployerRecord },
): Measured {
  const { name } = source
  const missing = token ? `${name} has no record of this contract yet` : 'There is no contract to examine yet'
  return measured(source, {
    status: 'partial',
    mode: token ? 'no record' : 'pre-launch',
    sum: lists.evidenceClean ? 65 : 55,
    caps: deployerCaps(lists, name),
    words: [
      lists.listsAsked ? `${missing}; this only reflects what is listed about the deployer.` : `${missing}.`,
      ...recordWords(lists, name, at),
      ...evidenceWords(lists, name),
    ],
    detail: { facts: { at, source, lists, token } },
  })
}

interface Examined {
  source: RiskSource
  lists: DeployerRecord
  token: AskedToken
  known: TokenFacts
}

function scoreToken({ at, otherNames }: RiskFacts, { source, lists, token, known }: Examined): Measured {
  const { name } = source
  const findings = examineToken(known, name)
  const points = findings.deductions.reduce((sum, { points }) => sum + points, 0)
  const namesCaps = otherNames ? [nameMismatch(name)] : []
  const isWhole = findings.unknown.length === 0 && !token.isPartial && !hasGaps(lists)
  return measured(source, {
    status: isWhole ? 'ok' : 'partial',
    mode: 'token',
    sum: Math.max(0, 100 - points),
    caps: [...findings.caps, ...namesCaps, ...deployerCaps(lists, name)],
    words: [
      ...namesCaps.flatMap(({ words }) => words ?? []),
      ...tokenWords(findings, token),
      ...(lists.evidence?.from === 'scored token' ? [] : [`${name} does not name this wallet as the token’s creator.`]),
      ...recordWords(lists, name, at),
    ],
    detail: {
      deductions: findings.deductions.map(({ what, points }) => ({ what, points })),
      renounced: findings.isRenounced,
      unknown: findings.unknown,
      facts: { at, source, lists, token, otherNames },
    },
  })
}

/** The sentence names no name: a reported one is the text of a stranger, and could imitate other sentences. */
const nameMismatch = (source: string): Cap => ({
  what: 'name_mismatch',
  cap: 55,
  words: `${source} reports another name or ticker for this contract: at most 55.`,
})

interface Outcome {
  status: 'ok' | 'partial'
  mode: 'pre-launch' | 'no record' | 'token'
  sum: number
  caps: Cap[]
  words: string[]
  detail: object
}

function measured({ credit }: RiskSource, { status, mode, sum, caps, words, detail }: Outcome): Measured {
  const { cap, score } = capped(sum, caps)
  const reason = [...words, `[${riskRules}]`].join(' ')
  return {
    reading: { score, reason, stub: false, confidence: null, ...(credit !== null && { attribution: credit }) },
    evidence: { rules: riskRules, status, mode, sum, caps, cap, ...detail },
  }
}

function tokenWords({ caps, deductions, isRenounced }: TokenFindings, { source, isPartial }: AskedToken): string[] {
  const found = [...caps, ...deductions].flatMap(({ words }) => words ?? [])
  return [
    ...(found.length > 0 ? found : [`${source}’ checks of the contract found nothing to hold against it.`]),
    ...(isRenounced ? ['Ownership was given up, so the owner’s rights count half.'] : []),
    ...(isPartial ? [`${source} has only part of its data yet.`] : []),
  ]
}
