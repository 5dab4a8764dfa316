import type { Band } from './bands.ts'
import type { LaunchOutcome, WarningCode } from './codes.ts'
import type { TokenBinding } from './schemas/token.ts'

export type Horizon = '24h' | '7d' | '30d' | '90d'

export type Outcome = 'graduated' | 'alive' | 'dead' | 'rugged' | 'unknown'

/** By the scheduled time: live for a day; launched once the token exists. */
export type LaunchPhase = 'unscheduled' | 'withdrawn' | 'scheduled' | 'live' | 'passed' | 'launched'

export interface LaunchProgress {
  /** Whether this deployment observes markets. */
  observing: boolean
  /** Whether this deployment can ask the chain who made a token. */
  canBind: boolean
  binding: TokenBinding | null
  /** null: the chain doesn't show a launch. */
  launched: Launched | null
  /** null: the token isn't observed. */
  followed: Followed | null
}

export interface Launched {
  at: string
  outcome: Outcome | null
}

export interface Followed {
  /** null: no market was seen. */
  tradingSince: string | null
  /** No market was seen in 30 days. */
  isUntraded: boolean
  /** Including those before trading began. */
  observationCount: number
  /** Empty before trading began. */
  horizons: HorizonOutcome[]
  graduation: { graduatedAt: string; leastDepth: number } | null
  /** The removal of liquidity that makes it a rug; null if no outcome says so. */
  rug: { from: string; to: string; share: number; txHash: string | null } | null
  observations: Observation[]
  corrections: { explanation: string; correctedAt: string }[]
  attribution: string
  /** The deepest pool that was seen last; null: none was. */
  pool: TradedPool | null
}

export interface TradedPool {
  /** 20 bytes, or 32 for the id of a Uniswap v4 pool. */
  address: string
  /** DEX Screener's name of the exchange; null: it isn't known. */
  dex: string | null
}

export interface HorizonOutcome {
  horizon: Horizon
  /** null: not decided yet. */
  outcome: Outcome | null
  cause: string | null
  dueAt: string
}

export interface Observation {
  seenAt: string
  /** Days since trading began. */
  age: number
  /** US dollars in the pools; null: unknown. */
  depth: number | null
  isByChain: boolean
  state: 'seen' | 'absent' | 'uncounted'
  buys: number | null
  sells: number | null
  removal: { share: number; by: 'insider' | 'venue' | 'other' } | null
  cannotSell: boolean
}

export interface RecordedLaunch {
  scoreId: string
  /** null: it has no launch page. */
  enrollmentId: string | null
  name: string
  symbol: string
  aggregate: number
  band: Band
  outcome: LaunchOutcome | null
  /** The codes of the warnings that apply now, critical ones first. */
  warnings: WarningCode[]
  tokenAddress: string
  chainId: number
  createdAt: string
  tradingSince: string | null
  /** No market was seen in 30 days. */
  isUntraded: boolean
  /** null: it doesn't count. */
  population: 'committed' | 'observed' | null
  /** By horizon; null: not decided. `dueAt` is null before trading began. */
  outcomes: { horizon: Horizon; outcome: Outcome | null; dueAt: string | null }[]
}
