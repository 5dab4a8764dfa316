import type { AddressReport, TokenReport } from '../providers/token-risk.ts'

/** A token that the provider was asked about; its report is null where it has no record. */
export interface AskedToken {
  address: string
  report: TokenReport | null
}

/** What GoPlus records against a deployer. No entry proves nothing: a liquidity pull, a slow sale are never listed. */
export interface ListFacts {
  /** null: not said. */
  honeypotRelated: boolean | null
  maliciousContracts: number | null
  /** Honeypots by this wallet that the evidence token tells of; null: it tells nothing. */
  priorHoneypots: number | null
  /** The larger of the two counts above, which overlap; null: neither is known. */
  ruggedTokens: number | null
  addressFlags: string[]
  flagSource: string
  /** The token of this wallet whose report was read. */
  evidence: { from: 'scored token' | 'newest prior token'; address: string } | null
  evidenceState: 'known' | 'no_record' | null
  /** The evidence token was found to be no honeypot, and the wallet to have made none. */
  evidenceClean: boolean
  isPartial: boolean
}

interface Answers {
  creator: string
  address: AddressReport
  /** The submission's token, when it names one. */
  scored: AskedToken | null
  /** The newest token that the wallet launched before, when it was asked about. */
  prior: AskedToken | null
}

export function listFacts({ creator, address, scored, prior }: Answers): ListFacts {
  const evidence = evidenceOf(creator, scored, prior)
  const priorHoneypots = evidence && honeypotsBy(creator, evidence.report)
  return {
    honeypotRelated: address.honeypotRelated,
    maliciousContracts: address.maliciousContracts,
    priorHoneypots,
    ruggedTokens: largest([address.maliciousContracts, priorHoneypots]),
    addressFlags: address.flags,
    flagSource: address.source,
    evidence: evidence && { from: evidence.from, address: evidence.address },
    evidenceState: stateOf(evidence, [scored, prior]),
    evidenceClean: evidence?.report.fields.is_honeypot === '0' && priorHoneypots === 0,
    isPartial: address.isPartial,
  }
}

/** The provider names this wallet as the token's creator. */
export const isCreatedBy = (creator: string, { fields }: TokenReport): boolean =>
  fields.creator_address?.toLowerCase() === creator

interface Evidence {
  from: 'scored token' | 'newest prior token'
  address: string
  report: TokenReport
}

/** Somebody else's token is no evidence about this wallet. */
function evidenceOf(creator: string, scored: AskedToken | null, prior: AskedToken | null): Evidence | null {
  if (scored?.report && isCreatedBy(creator, scored.report))
    return { from: 'scored token', address: scored.address, report: scored.report }
  return prior?.report ? { from: 'newest prior token', address: prior.address, report: prior.report } : null
}

function stateOf(evidence: Evidence | null, asked: (AskedToken | null)[]): ListFacts['evidenceState'] {
  if (evidence) return 'known'
  return asked.some((token) => token?.report === null) ? 'no_record' : null
}

function honeypotsBy(creator: string, report: TokenReport): number | null {
  const { is_honeypot: isHoneypot, honeypot_with_same_creator: others } = report.fields
  const itself = isHoneypot === '0' || isHoneypot === '1' ? Number(isHoneypot) : null
  return largest([itself, isCreatedBy(creator, report) ? countOf(others) : null])
}

const countOf = (text: string | undefined): number | null => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : null)

function largest(counts: (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null)
  return known.length > 0 ? Math.max(...known) : null
}
