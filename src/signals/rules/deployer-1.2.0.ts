import type { AddressFlag } from '../../providers/token-risk.ts'
import type { DeployerRecord } from '../deployer-record.ts'
import { type Fact, inform } from '../../../contract/signals/rules/fact-1.2.0.ts'

/** What is recorded against a deployer: each caps both signals. `source` is the provider's name. */
export function listAccusations(record: DeployerRecord, source: string): Fact[] {
  const { flags, listedBy, ruggedTokens, honeypotRelated } = record
  const listed = (code: string, cap: number, kind: Set<AddressFlag>): Fact[] => {
    const offences = flags.filter((flag) => kind.has(flag))
    return offences.length === 0 ? [] : [inform(code, { offences, source: listedBy.join(', ') || source, cap })]
  }
  return [
    ...when((ruggedTokens ?? 0) >= 2, 'honeypots', { count: ruggedTokens ?? 0, source, cap: 0 }),
    ...listed('listed', 5, crimes),
    ...when(ruggedTokens === 1 || honeypotRelated === true, 'honeypot_related', { cap: 10 }),
    ...listed('contract_abuse', 20, abuses),
    ...when(flags.includes('suspicion'), 'suspected', { source, cap: 25 }),
    ...when(flags.includes('mixer'), 'mixer', { cap: 30 }),
  ]
}

const when = (applies: boolean, code: string, values: Fact['values']): Fact[] => (applies ? [inform(code, values)] : [])

/** Something is recorded against the deployer. A mixer entry caps, but accuses nobody. */
export const isAccused = (record: DeployerRecord): boolean =>
  listAccusations(record, '').some(({ code }) => code !== 'mixer')

const crimes = new Set<AddressFlag>([
  'sanctions',
  'theft',
  'phishing',
  'cybercrime',
  'money_laundering',
  'financial_crime',
  'dark_web',
  'blackmail',
  'fake_identity',
  'malicious_mining',
])

const abuses = new Set<AddressFlag>(['fake_token', 'fake_interface', 'gas_abuse', 'reinitialisation'])

interface Looked {
  source: string
  /** ISO 8601. */
  at: string
  /** The points for a record without an accusation, of how many, and 60 at most without lists; by default it only informs. */
  points?: { effect: number; of: number }
}

/** What is on record about the deployer. That nothing is on record is never said to mean innocence. */
export function recordFacts(record: DeployerRecord, { source, at, points }: Looked): Fact[] {
  const accusations = listAccusations(record, source)
  const effect = points?.effect ?? null
  if (!record.listsAsked)
    return [...accusations, { code: 'no_lists', effect, values: { source, ...(points && { of: points.of, cap: 60 }) } }]
  const values = { source, date: at.slice(0, 10), ...(points && { of: points.of }) }
  return [
    ...accusations,
    ...(accusations.length === 0 ? [{ code: 'no_entry', effect, values }, inform('no_proof')] : []),
    ...(accusations.length > 0 && points && !isAccused(record) ? [{ code: 'no_other_entry', effect, values }] : []),
    ...(hasGaps(record) ? [inform('lists_partial', { source })] : []),
  ]
}

/** What the token that speaks for the deployer's past shows; `effect` are the points for a clean one. */
export function evidenceFacts(
  { evidence, evidenceState, evidenceClean, priorHoneypots }: DeployerRecord,
  { source, effect = null }: { source: string; effect?: number | null },
): Fact[] {
  const which = evidence?.from === 'scored token' ? 'token' : 'prior_token'
  const points = evidenceClean ? effect : null
  if (evidenceState === 'no_record') return [{ code: 'no_token_record', effect: points, values: { source } }]
  if (evidenceClean) return [{ code: `clean_${which}`, effect: points, values: { source } }]
  return evidence && !priorHoneypots ? [inform(`unclear_${which}`, { source })] : []
}

/** Some of what the lists should say is not known. */
const hasGaps = ({ honeypotRelated, maliciousContracts, isPartial }: DeployerRecord): boolean =>
  isPartial || honeypotRelated === null || maliciousContracts === null
