import type { TokenReport } from '../../providers/token-risk.ts'
import { type Cap, capped, deployerCaps } from './deployer-caps-1.0.0.ts'
import type { Facts } from '../facts.ts'
import type { ListFacts } from '../list-facts.ts'
import { evidenceWords, hasGaps, recordWords } from './record-words-1.0.0.ts'
import type { Measured } from '../schemas.ts'
import { stubSignal } from './stub-signal-1.0.0.ts'
import { fractionOf } from './token-caps-1.0.0.ts'
import { type TokenFindings, examineToken } from './token-rules-1.0.0.ts'

/** The version of the risk rules; changing a number here bumps the prompt version. */
export const riskRules = 'risk-rules@1.2.0'

/**
 * Scores the risk of buying, 0–100 with 100 = good: of the token where GoPlus knows it, else of its deployer alone. A contract
 * whose reported name or ticker isn't the submission's gives at most 55: its clean code may be another token's (D104).
 */
export function scoreRisk(facts: Facts): Measured {
  const { lists, token } = facts
  if (!lists) return stubSignal('Not measured: a token-risk provider is pending (TOKEN_RISK_URL is not set).')
  return token?.report ? scoreToken(facts, lists, token.report) : scoreDeployer(facts, lists)
}

function scoreDeployer({ at, token }: Facts, lists: ListFacts): Measured {
  const missing = token ? 'GoPlus has no record of this contract yet' : 'There is no contract to examine yet'
  return measured({
    status: 'partial',
    mode: token ? 'no record' : 'pre-launch',
    sum: lists.evidenceClean ? 65 : 55,
    caps: deployerCaps(lists),
    words: [
      `${missing}; this only reflects what is listed about the deployer.`,
      ...recordWords(lists, at),
      ...evidenceWords(lists),
    ],
    detail: { facts: { at, lists, token } },
  })
}

function scoreToken({ at, token, otherNames }: Facts, lists: ListFacts, report: TokenReport): Measured {
  const findings = withUnknownTaxes(examineToken(report.fields), report.fields)
  const points = findings.deductions.reduce((sum, { points }) => sum + points, 0)
  const namesCaps = otherNames ? [nameMismatch] : []
  const isWhole = findings.unknown.length === 0 && !report.isPartial && !hasGaps(lists)
  return measured({
    status: isWhole ? 'ok' : 'partial',
    mode: 'token',
    sum: Math.max(0, 100 - points),
    caps: [...findings.caps, ...namesCaps, ...deployerCaps(lists)],
    words: [
      ...namesCaps.flatMap(({ words }) => words ?? []),
      ...tokenWords(findings, report),
      ...creatorWords(lists),
      ...recordWords(lists, at),
    ],
    detail: {
      deductions: findings.deductions.map(({ what, points }) => ({ what, points })),
      renounced: findings.isRenounced,
      unknown: findings.unknown,
      facts: { at, lists, token, otherNames },
    },
  })
}

/** Unknown taxes cost as much as anything else that a token should be known about. */
function withUnknownTaxes(findings: TokenFindings, fields: TokenReport['fields']): TokenFindings {
  const unknown = ['buy_tax', 'sell_tax'].filter((field) => fractionOf(fields[field]) === null)
  if (unknown.length === 0) return findings
  const one = unknown.includes('buy_tax') ? 'buying costs' : 'selling costs'
  const what = unknown.length === 2 ? 'buying and selling cost' : one
  const deduction = { what: 'unknown_tax', points: 3, words: `What ${what} is not known.` }
  return {
    ...findings,
    deductions: [...findings.deductions, deduction],
    unknown: [...findings.unknown, ...unknown],
  }
}

/** The sentence names no name: a reported one is the text of a stranger, and could imitate other sentences. */
const nameMismatch: Cap = {
  what: 'name_mismatch',
  cap: 55,
  words: 'GoPlus reports another name or ticker for this contract: at most 55.',
}

interface Outcome {
  status: 'ok' | 'partial'
  mode: 'pre-launch' | 'no record' | 'token'
  sum: number
  caps: Cap[]
  words: string[]
  detail: object
}

function measured({ status, mode, sum, caps, words, detail }: Outcome): Measured {
  const { cap, score } = capped(sum, caps)
  const reason = [...words, `[${riskRules}]`].join(' ')
  return {
    reading: { score, reason, stub: false, confidence: null, attribution: 'Powered by GoPlus' },
    evidence: { rules: riskRules, status, mode, sum, caps, cap, ...detail },
  }
}

function tokenWords({ caps, deductions, isRenounced }: TokenFindings, { isPartial }: TokenReport): string[] {
  const found = [...caps, ...deductions].flatMap(({ words }) => words ?? [])
  return [
    ...(found.length > 0 ? found : ['GoPlus’ checks of the contract found nothing to hold against it.']),
    ...(isRenounced ? ['Ownership was given up, so the owner’s rights count half.'] : []),
    ...(isPartial ? ['GoPlus has only part of its data yet.'] : []),
  ]
}

const creatorWords = ({ evidence }: ListFacts): string[] =>
  evidence?.from === 'scored token' ? [] : ['GoPlus does not name this wallet as the token’s creator.']
