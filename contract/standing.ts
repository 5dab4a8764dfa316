/** The standing of a score's submitter towards its token, the weakest first: `scores.standing` is an index of this list (D61). */
export const tokenStandings = ['unsigned', 'signed', 'deployer', 'bound'] as const

export type TokenStanding = (typeof tokenStandings)[number]

/**
 * The same as pages say it. `contradicted`: a wallet signed that isn't the deployer which the providers report (D113). Such a
 * signature proves nothing about the contract, so that to integrations it is `unsigned`.
 */
export type ShownStanding = TokenStanding | 'contradicted'

/** By `scores.speaks`. A record that names the reported deployer without a signature is `unsigned` like any other. */
const shownStandings: ShownStanding[] = ['unsigned', 'contradicted', 'unsigned', 'signed', 'deployer', 'bound']

/** The least `scores.speaks` of the records that no others replace while they are taken down. */
export const leastProven = shownStandings.indexOf('deployer')

export const toShownStanding = (speaks: number): ShownStanding => shownStandings[speaks] ?? 'unsigned'

export const toTokenStanding = (shown: ShownStanding): TokenStanding => (shown === 'contradicted' ? 'unsigned' : shown)

/** Whether a signature vouches for what the record shows. */
export const isSignedStanding = (shown: ShownStanding): boolean => shown !== 'unsigned' && shown !== 'contradicted'
