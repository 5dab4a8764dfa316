import type { AddressReport, TokenReport } from '../providers/token-risk.ts'

/** A token and the provider's report on it; null if there is no record. */
export interface AskedToken {
  address: string
  report: TokenReport | null
}

/** GoPlus' records against a deployer. Their absence proves nothing: liquidity pulls and slow sales are never listed. */
export interface ListFacts {
  /** null: not reported. */
  honeypotRelated: boolean | null
  maliciousContracts: number | null
  /** Honeypots by this wallet according to the evidence token; null: not reported. */
  priorHoneypots: number | null
  /** The larger of the two counts above, which overlap; null: neither is known. */
  ruggedTokens: number | null
  addressFlags: string[]
  flagSource: string
  /** The token of this wallet whose report was read. */
  evidence: { from: 'scored token' | 'newest prior token'; address: string } | null
  evidenceState: 'known' | 'no_record' | null
  /** The evidence token is not a honeypot, and the wallet has made none. */
  evidenceClean: boolean
  isPartial: boolean
}

interface ProviderResponses {
  creator: string
  address: AddressReport
  /** The submission's token, when it names one. */
  scored: AskedToken | null
  /** The newest earlier token of the wallet, if it was looked up. */
  prior: AskedToken | null
}

export function listFacts({ creator, address, scored, prior }: ProviderResponses): ListFacts {
  const evidence = toEvidence(creator, scored, prior)
  const priorHoneypots = evidence && honeypotsBy(creator, evidence.report)
  return {
    honeypotRelated: address.honeypotRelated,
    maliciousContracts: address.maliciousContracts,
    priorHoneypots,
    ruggedTokens: largest([address.maliciousContracts, priorHoneypots]),
    addressFlags: address.flags,
    flagSource: address.source,
    evidence: evidence && { from: evidence.from, address: evidence.address },
    evidenceState: getState(evidence, [scored, prior]),
    evidenceClean: evidence?.report.fields.is_honeypot === '0' && priorHoneypots === 0,
    isPartial: address.isPartial,
  }
}

/** Whether the provider names this wallet as the token's creator. */
export const isCreatedBy = (creator: string, { fields }: TokenReport): boolean =>
  fields.creator_address?.toLowerCase() === creator

interface Evidence {
  from: 'scored token' | 'newest prior token'
  address: string
  report: TokenReport
}

/** Another creator's token is no evidence about this wallet. */
function toEvidence(creator: string, scored: AskedToken | null, prior: AskedToken | null): Evidence | null {
  if (scored?.report && isCreatedBy(creator, scored.report))
    return { from: 'scored token', address: scored.address, report: scored.report }
  return prior?.report ? { from: 'newest prior token', address: prior.address, report: prior.report } : null
}

function getState(evidence: Evidence | null, asked: (AskedToken | null)[]): ListFacts['evidenceState'] {
  if (evidence) return 'known'
  return asked.some((token) => token?.report === null) ? 'no_record' : null
}

function honeypotsBy(creator: string, report: TokenReport): number | null {
  const { is_honeypot: isHoneypot, honeypot_with_same_creator: others } = report.fields
  const itself = isHoneypot === '0' || isHoneypot === '1' ? Number(isHoneypot) : null
  return largest([itself, isCreatedBy(creator, report) ? toCount(others) : null])
}

const toCount = (text: string | undefined): number | null => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : null)

function largest(counts: (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null)
  return known.length > 0 ? Math.max(...known) : null
}
