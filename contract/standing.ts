/** Weakest first: `scores.standing` is an index of this list (D61). */
export const tokenStandings = ['unsigned', 'signed', 'deployer', 'bound'] as const

export type TokenStanding = (typeof tokenStandings)[number]

/** `contradicted`: the signing wallet isn't the reported deployer (D113). Integrations see `unsigned`. */
export type ShownStanding = TokenStanding | 'contradicted'

/** By `scores.speaks`. */
const shownStandings: ShownStanding[] = ['unsigned', 'contradicted', 'unsigned', 'signed', 'deployer', 'bound']

/** The least `scores.speaks` that no other record replaces while it is taken down. */
export const leastProven = shownStandings.indexOf('deployer')

/** The least `scores.speaks` that a signature backs. */
export const leastSigned = shownStandings.indexOf('signed')

export const toShownStanding = (speaks: number): ShownStanding => shownStandings[speaks] ?? 'unsigned'

export const toTokenStanding = (shown: ShownStanding): TokenStanding => (shown === 'contradicted' ? 'unsigned' : shown)

/** Whether a signature backs the record. */
export const isSignedStanding = (shown: ShownStanding): shown is Exclude<TokenStanding, 'unsigned'> =>
  shown !== 'unsigned' && shown !== 'contradicted'
