/** The records against a deployer as the rules of `launch-score@1.1.0` read them. */
export interface ListFacts {
  /** null: not reported. */
  honeypotRelated: boolean | null
  maliciousContracts: number | null
  /** Honeypots by this wallet according to the evidence token; null: not reported. */
  priorHoneypots: number | null
  /** The larger of the two counts above, which overlap; null: neither is known. */
  ruggedTokens: number | null
  /** In the provider's words. */
  addressFlags: string[]
  /** Separated by commas. */
  flagSource: string
  evidence: { from: 'scored token' | 'newest prior token'; address: string } | null
  evidenceState: 'known' | 'no_record' | null
  evidenceClean: boolean
  isPartial: boolean
}
