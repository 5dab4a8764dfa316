import type { Band, TokenBinding, WarningCode } from '../api-shapes.ts'
import type { LaunchOutcome as DecidedOutcome, ToldState } from '../rules.ts'

/** What is known of a score now, beside its record. */
export type PageState = ToldState

export type Horizon = '24h' | '7d' | '30d' | '90d'

export type Outcome = 'graduated' | 'alive' | 'dead' | 'rugged' | 'unknown'

/** The outcome of a launch. */
export interface LaunchOutcome {
  /** Whether this deployment observes markets. */
  observing: boolean
  /** Whether this deployment can ask the chain who made a token. */
  canBind: boolean
  /** Null: no token is known. */
  binding: TokenBinding | null
  /** Null: the chain doesn't show that it has launched. */
  launched: Launched | null
  /** Null: the token isn't followed. */
  followed: Followed | null
}

/** A launch that has happened. */
export interface Launched {
  /** The time of the block that created the token. */
  at: string
  /** The newest one, or `rugged` if the launch has it at any horizon; null: none is decided. */
  outcome: Outcome | null
}

/** A token that is observed, with its observations and outcomes so far. */
export interface Followed {
  /** Null: no market was seen. */
  tradingSince: string | null
  /** No market was seen in 30 days. */
  isUntraded: boolean
  /** Observations so far, those before trading began too. */
  observationCount: number
  /** Empty before trading began. */
  horizons: HorizonOutcome[]
  graduation: { graduatedAt: string; leastDepth: number } | null
  /** The removal of liquidity that makes it a rug. */
  rug: { from: string; to: string; share: number; txHash: string | null } | null
  /** Since trading began, the oldest first. */
  observations: Observation[]
  corrections: { explanation: string; correctedAt: string }[]
  attribution: string
}

export interface HorizonOutcome {
  horizon: Horizon
  /** Null: not decided yet. */
  outcome: Outcome | null
  cause: string | null
  /** When the launch reaches the horizon. */
  dueAt: string
}

/** A launch of the record, as lists show it. */
export interface RecordedLaunch {
  scoreId: string
  /** Null: it has no launch page. */
  enrollmentId: string | null
  name: string
  symbol: string
  aggregate: number
  band: Band
  /** Null: none is decided. */
  outcome: DecidedOutcome | null
  warnings: WarningCode[]
  tokenAddress: string
  chainId: number
  /** The time of the block that created the token. */
  createdAt: string
  tradingSince: string | null
  /** No market was seen in 30 days. */
  isUntraded: boolean
  /** Null: it doesn't count. */
  population: 'committed' | 'observed' | null
  /** Null: not decided yet. `dueAt` is null before trading began. */
  outcomes: { horizon: Horizon; outcome: Outcome | null; dueAt: string | null }[]
}

/** One observation of a token. */
export interface Observation {
  seenAt: string
  /** Days since trading began. */
  age: number
  /** US dollars that all holders together could take out; null: unknown. */
  depth: number | null
  /** The chain told the depth, because the provider listed nothing. */
  isByChain: boolean
  state: 'seen' | 'absent' | 'uncounted'
  /** Trades in 24 hours. */
  buys: number | null
  sells: number | null
  removal: { share: number; by: 'insider' | 'venue' | 'other' } | null
  cannotSell: boolean
}
