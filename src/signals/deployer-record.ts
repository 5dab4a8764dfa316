import type { AddressAnswer, AddressFlag, TokenAnswer, TokenFacts } from '../providers/token-risk.ts'

export interface AskedToken extends Omit<TokenAnswer, 'holders'> {
  address: string
}

/**
 * The provider's records against a deployer. Liquidity pulls and slow sales are never listed, so their absence proves
 * nothing.
 */
export interface DeployerRecord {
  /** null: not reported. */
  honeypotRelated: boolean | null
  maliciousContracts: number | null
  /** According to the evidence token; null: not reported. */
  priorHoneypots: number | null
  /** The larger of the two overlapping counts; null: neither is known. */
  ruggedTokens: number | null
  /** False: the provider keeps no lists of wallets. */
  listsAsked: boolean
  flags: AddressFlag[]
  listedBy: string[]
  /** Whether the evidence is the scored token or an earlier one. */
  evidence: { from: 'scored token' | 'newest prior token'; address: string } | null
  evidenceState: 'known' | 'no_record' | null
  evidenceClean: boolean
  isPartial: boolean
}

interface Answers {
  creator: string
  /** null: the provider keeps no lists of wallets. */
  address: AddressAnswer | null
  scored: AskedToken | null
  /** The newest earlier token, if it was looked up. */
  prior: AskedToken | null
}

export function toDeployerRecord({ creator, address, scored, prior }: Answers): DeployerRecord {
  const evidence = findEvidence(creator, scored, prior)
  const priorHoneypots = evidence && countHoneypots(creator, evidence.facts)
  return {
    honeypotRelated: address?.honeypotRelated ?? null,
    maliciousContracts: address?.maliciousContracts ?? null,
    priorHoneypots,
    ruggedTokens: largest([address?.maliciousContracts ?? null, priorHoneypots]),
    listsAsked: address !== null,
    flags: address?.flags ?? [],
    listedBy: address?.listedBy ?? [],
    evidence: evidence && { from: evidence.from, address: evidence.address },
    evidenceState: getState(evidence, [scored, prior]),
    evidenceClean: evidence?.facts.isHoneypot === false && priorHoneypots === 0,
    isPartial: address?.isPartial ?? false,
  }
}

interface Evidence {
  from: 'scored token' | 'newest prior token'
  address: string
  facts: TokenFacts
}

/** Another creator's token is no evidence about this wallet. */
function findEvidence(creator: string, scored: AskedToken | null, prior: AskedToken | null): Evidence | null {
  if (scored?.facts?.creator === creator) return { from: 'scored token', address: scored.address, facts: scored.facts }
  return prior?.facts ? { from: 'newest prior token', address: prior.address, facts: prior.facts } : null
}

function getState(evidence: Evidence | null, asked: (AskedToken | null)[]): DeployerRecord['evidenceState'] {
  if (evidence) return 'known'
  return asked.some((token) => token && !token.facts) ? 'no_record' : null
}

const countHoneypots = (wallet: string, { isHoneypot, creator, creatorHoneypots }: TokenFacts): number | null =>
  largest([isHoneypot === null ? null : Number(isHoneypot), creator === wallet ? creatorHoneypots : null])

function largest(counts: (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null)
  return known.length > 0 ? Math.max(...known) : null
}
