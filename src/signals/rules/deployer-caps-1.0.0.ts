import type { ListFacts } from '../list-facts.ts'

/** A score goes no higher than the lowest cap that applies. */
export interface Cap {
  what: string
  cap: number
  /** A sentence for the reason; null where another sentence says it already. */
  words: string | null
}

/** The caps that what is recorded of a deployer puts on both signals. */
export const deployerCaps = (lists: ListFacts): Cap[] =>
  rules.flatMap(({ what, cap, wordsFor }) => {
    const words = wordsFor(lists)
    return words === null ? [] : [{ what, cap, words }]
  })

/** Something is recorded against the deployer. A mixer entry caps, but accuses nobody. */
export const isAccused = (lists: ListFacts): boolean => deployerCaps(lists).some(({ what }) => what !== 'mixer')

/** The score under the caps; `cap` is 100 where none applies. */
export function capped(sum: number, caps: Cap[]): { cap: number; score: number } {
  const cap = Math.min(100, ...caps.map(({ cap }) => cap))
  return { cap, score: Math.min(sum, cap) }
}

interface CapRule {
  what: string
  cap: number
  /** null: it doesn't apply. */
  wordsFor: (lists: ListFacts) => string | null
}

const rules: CapRule[] = [
  {
    what: 'honeypots',
    cap: 0,
    wordsFor: ({ ruggedTokens }) =>
      ruggedTokens !== null && ruggedTokens >= 2
        ? `GoPlus records ${ruggedTokens} honeypots or malicious contracts by this wallet.`
        : null,
  },
  { what: 'listed', cap: 5, wordsFor: (lists) => flagWords(lists, crimes) },
  {
    what: 'honeypot_related',
    cap: 10,
    wordsFor: ({ ruggedTokens, honeypotRelated }) =>
      ruggedTokens === 1 || honeypotRelated ? 'Linked to a honeypot or scam token.' : null,
  },
  { what: 'contract_abuse', cap: 20, wordsFor: (lists) => flagWords(lists, abuses, ' as a contract') },
  {
    what: 'suspected',
    cap: 25,
    wordsFor: ({ addressFlags }) =>
      addressFlags.includes('blacklist_doubt') ? 'Under suspicion in GoPlus’ list (not confirmed).' : null,
  },
  {
    what: 'mixer',
    cap: 30,
    wordsFor: ({ addressFlags }) => (addressFlags.includes('mixer') ? 'Listed as a mixer address.' : null),
  },
]

const crimes = new Map([
  ['sanctioned', 'sanctions'],
  ['stealing_attack', 'theft'],
  ['phishing_activities', 'phishing'],
  ['cybercrime', 'cybercrime'],
  ['money_laundering', 'money laundering'],
  ['financial_crime', 'financial crime'],
  ['darkweb_transactions', 'dark-web transactions'],
  ['blackmail_activities', 'blackmail'],
  ['fake_kyc', 'faked identity checks'],
  ['malicious_mining_activities', 'malicious mining'],
])

const abuses = new Map([
  ['fake_token', 'a fake token'],
  ['fake_standard_interface', 'a fake standard interface'],
  ['gas_abuse', 'gas abuse'],
  ['reinit', 'repeated initialisation'],
])

function flagWords({ addressFlags, flagSource }: ListFacts, names: Map<string, string>, role = ''): string | null {
  const listed = addressFlags.flatMap((flag) => names.get(flag) ?? [])
  if (listed.length === 0) return null
  return `Listed for ${listed.join(', ')}${role} (source: ${flagSource.replaceAll(',', ', ') || 'GoPlus'}).`
}
