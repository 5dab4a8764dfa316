import type { AddressFlag } from '../../providers/token-risk.ts'
import type { DeployerRecord } from '../deployer-record.ts'

/** A score goes no higher than the lowest cap that applies. */
export interface Cap {
  what: string
  cap: number
  /** A sentence for the reason; null where another sentence says it already. */
  words: string | null
}

/** The score under the caps; `cap` is 100 where none applies. */
export function capped(sum: number, caps: Cap[]): { cap: number; score: number } {
  const cap = Math.min(100, ...caps.map(({ cap }) => cap))
  return { cap, score: Math.min(sum, cap) }
}

/** The caps that what is recorded of a deployer puts on both signals. `source` is the provider's name. */
export const deployerCaps = (record: DeployerRecord, source: string): Cap[] =>
  rules.flatMap(({ what, cap, wordsFor }) => {
    const words = wordsFor(record, source)
    return words === null ? [] : [{ what, cap, words }]
  })

/** Something is recorded against the deployer. A mixer entry caps, but accuses nobody. */
export const isAccused = (record: DeployerRecord): boolean =>
  deployerCaps(record, '').some(({ what }) => what !== 'mixer')

interface CapRule {
  what: string
  cap: number
  /** null: it doesn't apply. */
  wordsFor: (record: DeployerRecord, source: string) => string | null
}

const rules: CapRule[] = [
  {
    what: 'honeypots',
    cap: 0,
    wordsFor: ({ ruggedTokens }, source) =>
      ruggedTokens !== null && ruggedTokens >= 2
        ? `${source} records ${ruggedTokens} honeypots or malicious contracts by this wallet.`
        : null,
  },
  { what: 'listed', cap: 5, wordsFor: (record, source) => flagWords(record, { names: crimes, source }) },
  {
    what: 'honeypot_related',
    cap: 10,
    wordsFor: ({ ruggedTokens, honeypotRelated }) =>
      ruggedTokens === 1 || honeypotRelated ? 'Linked to a honeypot or scam token.' : null,
  },
  {
    what: 'contract_abuse',
    cap: 20,
    wordsFor: (record, source) => flagWords(record, { names: abuses, source, role: ' as a contract' }),
  },
  {
    what: 'suspected',
    cap: 25,
    wordsFor: ({ flags }, source) =>
      flags.includes('suspicion') ? `Under suspicion in ${source}’ list (not confirmed).` : null,
  },
  {
    what: 'mixer',
    cap: 30,
    wordsFor: ({ flags }) => (flags.includes('mixer') ? 'Listed as a mixer address.' : null),
  },
]

const crimes: Partial<Record<AddressFlag, string>> = {
  sanctions: 'sanctions',
  theft: 'theft',
  phishing: 'phishing',
  cybercrime: 'cybercrime',
  money_laundering: 'money laundering',
  financial_crime: 'financial crime',
  dark_web: 'dark-web transactions',
  blackmail: 'blackmail',
  fake_identity: 'faked identity checks',
  malicious_mining: 'malicious mining',
}

const abuses: Partial<Record<AddressFlag, string>> = {
  fake_token: 'a fake token',
  fake_interface: 'a fake standard interface',
  gas_abuse: 'gas abuse',
  reinitialisation: 'repeated initialisation',
}

interface Listing {
  names: Partial<Record<AddressFlag, string>>
  source: string
  role?: string
}

function flagWords({ flags, listedBy }: DeployerRecord, { names, source, role = '' }: Listing): string | null {
  const listed = flags.flatMap((flag) => names[flag] ?? [])
  if (listed.length === 0) return null
  return `Listed for ${listed.join(', ')}${role} (source: ${listedBy.join(', ') || source}).`
}

/** What is on record about the deployer, in sentences. That nothing is on record is never said to mean innocence. */
export function recordWords(record: DeployerRecord, source: string, at: string): string[] {
  const accusations = deployerCaps(record, source).flatMap(({ words }) => words ?? [])
  if (!record.listsAsked) return [...accusations, `The address lists were not asked: ${source} has none.`]
  const noEntry = `${source} has no entry against this wallet (${at.slice(0, 10)}); that is not proof of a clean past.`
  const gaps = hasGaps(record) ? [`${source}’ lists answered only in part.`] : []
  return [...(accusations.length > 0 ? accusations : [noEntry]), ...gaps]
}

/** What the token that speaks for the deployer's past shows, in at most one sentence. */
export function evidenceWords(
  { evidence, evidenceState, evidenceClean, priorHoneypots }: DeployerRecord,
  source: string,
): string[] {
  const token = evidence?.from === 'scored token' ? 'this token' : 'its newest prior token'
  if (evidenceState === 'no_record') return [`${source} has no record of a token by this wallet.`]
  if (evidenceClean) return [`${source} finds no honeypot in ${token}.`]
  return evidence && !priorHoneypots ? [`${source} can’t tell whether ${token} is a honeypot.`] : []
}

/** Some of what the lists should say is not known. */
export const hasGaps = ({ honeypotRelated, maliciousContracts, isPartial }: DeployerRecord): boolean =>
  isPartial || honeypotRelated === null || maliciousContracts === null
