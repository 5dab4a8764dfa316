import type { EnvReader } from '../platform/env.ts'

/** The access to scoring and its quotas. */
export interface ScoringConfig {
  /** Whether scoring needs an API key (D77). */
  scoreAccess: 'open' | 'key'
  /** Scorings under way at once in this process (D82). */
  scoreMaxInFlight: number
  /** Scorings that the holders of a key lineage may begin in a UTC day. */
  scoreDailyByTier: { free: number; pro: number; enterprise: number }
  /** Scorings that a client network may begin in a UTC day without a key; an IPv6 /48 eight times as many (D82). */
  scoreDailyPerNetwork: number
  /** Scorings that all callers together may start in a UTC day; null: no limit. */
  scoreDailyTotal: number | null
}

/** Reads the variables that begin with SCORE_. */
export const readScoring = (env: EnvReader): ScoringConfig => ({
  scoreAccess: env.choice('SCORE_ACCESS', ['open', 'key']) ?? 'open',
  scoreMaxInFlight: env.integer('SCORE_MAX_IN_FLIGHT', { min: 1, max: 10_000 }) ?? 256,
  scoreDailyByTier: {
    free: env.integer('SCORE_DAILY_FREE', perDay) ?? 2000,
    pro: env.integer('SCORE_DAILY_PRO', perDay) ?? 20_000,
    enterprise: env.integer('SCORE_DAILY_ENTERPRISE', perDay) ?? 200_000,
  },
  scoreDailyPerNetwork: env.integer('SCORE_DAILY_PER_NETWORK', perDay) ?? 2000,
  scoreDailyTotal: env.integer('SCORE_DAILY_TOTAL', perDay),
})

const perDay = { min: 1, max: 100_000_000 }
