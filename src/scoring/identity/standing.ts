/** The standing of a score's submitter towards its token, the weakest first: ranks are indexes of this list (D61). */
export const tokenStandings = ['unsigned', 'signed', 'deployer', 'bound'] as const

export type TokenStanding = (typeof tokenStandings)[number]

/** Returns the name of a stored rank. */
export const toTokenStanding = (rank: number): TokenStanding => tokenStandings[rank] ?? 'unsigned'
