import type { Band } from './bands.ts'
import type { LaunchOutcome, WarningCode } from './codes.ts'
import type { TokenBinding } from './schemas/token.ts'

export type Horizon = '24h' | '7d' | '30d' | '90d'

export type Outcome = 'graduated' | 'alive' | 'dead' | 'rugged' | 'unknown'

/** By the time that the creator gave: live for a day from then; launched once the token exists. */
export type LaunchPhase = 'unscheduled' | 'withdrawn' | 'scheduled' | 'live' | 'passed' | 'launched'

/** The progress of a launch, as its page shows it. */
export interface LaunchProgress {
  /** Whether this deployment observes markets. */
  observing: boolean
  /** Whether this deployment can ask the chain who made a token. */
  canBind: boolean
  /** null: no token is known. */
  binding: TokenBinding | null
  /** null: the chain doesn't show that it has launched. */
  launched: Launched | null
  /** null: the token isn't followed. */
  followed: Followed | null
}

/** A launch that has happened. */
export interface Launched {
  /** The time of the block that created the token. */
  at: string
  /** The newest decided outcome, or `rugged` if any horizon has it; null: none is decided. */
  outcome: Outcome | null
}

/** A token that is observed, with its observations and outcomes so far. */
export interface Followed {
  /** null: no market was seen. */
  tradingSince: string | null
  /** No market was seen in 30 days. */
  isUntraded: boolean
  /** Observations so far, those before trading began too. */
  observationCount: number
  /** Empty before trading began. */
  horizons: HorizonOutcome[]
  graduation: { graduatedAt: string; leastDepth: number } | null
  /** The removal of liquidity that makes it a rug; null once no outcome says so. */
  rug: { from: string; to: string; share: number; txHash: string | null } | null
  /** Since trading began, the oldest first. */
  observations: Observation[]
  corrections: { explanation: string; correctedAt: string }[]
  attribution: string
}

export interface HorizonOutcome {
  horizon: Horizon
  /** null: not decided yet. */
  outcome: Outcome | null
  cause: string | null
  /** When the launch reaches the horizon. */
  dueAt: string
}

/** One observation of a token. */
export interface Observation {
  seenAt: string
  /** Days since trading began. */
  age: number
  /** US dollars in the pools, by the provider, or by the chain where the provider lists nothing; null: unknown. */
  depth: number | null
  isByChain: boolean
  state: 'seen' | 'absent' | 'uncounted'
  /** Trades in 24 hours. */
  buys: number | null
  sells: number | null
  removal: { share: number; by: 'insider' | 'venue' | 'other' } | null
  cannotSell: boolean
}

/** A launch of the record, as lists show it. */
export interface RecordedLaunch {
  scoreId: string
  /** null: it has no launch page. */
  enrollmentId: string | null
  name: string
  symbol: string
  aggregate: number
  band: Band
  /** null: none is decided. */
  outcome: LaunchOutcome | null
  /** The codes of the warnings that apply now, critical ones first. */
  warnings: WarningCode[]
  /** In EIP-55 form. */
  tokenAddress: string
  chainId: number
  /** The time of the block that created the token. */
  createdAt: string
  tradingSince: string | null
  /** No market was seen in 30 days. */
  isUntraded: boolean
  /** null: it doesn't count. */
  population: 'committed' | 'observed' | null
  /** By horizon; null: not decided yet. `dueAt` is null before trading began. */
  outcomes: { horizon: Horizon; outcome: Outcome | null; dueAt: string | null }[]
}
