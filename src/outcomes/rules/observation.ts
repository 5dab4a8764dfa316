/** One observation of one token. Amounts are US dollars, rounded to three significant digits before they are stored. */
export interface Observation {
  /** Hours since trading began. */
  hours: number
  /** `absent`: the provider knows no pair. `uncounted`: it knows only pairs against unknown quotes. */
  state: 'seen' | 'absent' | 'uncounted'
  /** The dollars that all holders together could take out; null when no amount is known. */
  depth: number | null
  /** Amounts of some pairs are missing, so that `depth` is a lower bound. */
  partial: boolean
  /** The depth of the last known pools as the chain shows it; null when the chain wasn't asked. */
  chainDepth: number | null
  buys: number | null
  sells: number | null
  volume: number | null
  removal: Removal | null
  /** Whether holders can't sell, as the token risk provider reports; null when it wasn't asked. */
  cannotSell: boolean | null
}

/** Liquidity taken out between this observation and the one before. */
export interface Removal {
  /** Fraction of the quote that was in the pools at the previous observation. */
  share: number
  by: 'insider' | 'venue' | 'other'
}
