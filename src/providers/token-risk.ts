/** What the token-risk provider's lists say of an address. */
export interface AddressReport {
  /** Creator or owner of honeypots or scam tokens. */
  honeypotRelated: boolean
  /** null: the field was empty or no number. */
  maliciousContracts: number | null
  /** Names of the flags that are set, as the provider writes them. */
  flags: string[]
  /** Who listed it, '' when nobody did. */
  source: string
}

/** What the provider knows of a token: its answer's scalar fields, as they came. Absent or '' means not known. */
export interface TokenReport {
  fields: Record<string, string>
  /** The provider says that more of the data follows later. */
  isPartial: boolean
}

export interface TokenRisk {
  /** Throws `UpstreamError` ('risk'), or the signal's reason. Addresses are lower-case. */
  address: (address: string, signal: AbortSignal) => Promise<AddressReport>
  /** null: the provider has no record of it. */
  token: (address: string, signal: AbortSignal) => Promise<TokenReport | null>
}
