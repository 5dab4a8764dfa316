import type { EnvReader } from '../platform/env.ts'
import { bearerTokenRule, isBearerToken } from '../platform/http/bearer.ts'
import { type AdminToken, readAdminTokens } from './read-admin-tokens.ts'
import { type OtlpTarget, readOtlp } from './read-otlp.ts'

/** The settings by which operators watch and run a process. */
export interface OperationConfig {
  readyBreaker: 'fail' | 'report'
  /** The token that `/metrics` requires, and its separate port; null: no token, and the public port. */
  metrics: { token: string | null; port: number | null }
  /** Where traces are exported to; null: nowhere. */
  otlp: OtlpTarget | null
  /** The operators' bearer tokens; none: admin routes answer 503. */
  adminTokens: AdminToken[]
  /** Seconds between two checks for due work; 0: an external scheduler dispatches (D31). */
  dispatchIntervalSeconds: number
  /** From SIGTERM to the closing of the listener, while /ready is 503. */
  drainSeconds: number
  logLevel: string
}

export const readOperation = (env: EnvReader): OperationConfig => ({
  readyBreaker: env.choice('READY_BREAKER', ['fail', 'report']) ?? 'fail',
  metrics: {
    token: env.checked('METRICS_TOKEN', isBearerToken, `must be ${bearerTokenRule}`),
    port: env.integer('METRICS_PORT', { min: 1, max: 65_535 }),
  },
  otlp: readOtlp(env),
  adminTokens: readAdminTokens(env),
  dispatchIntervalSeconds: env.integer('DISPATCH_INTERVAL_SECONDS', { min: 0, max: 3600 }) ?? 5,
  drainSeconds: env.integer('DRAIN_SECONDS', { min: 0, max: 300 }) ?? (env.text('DATABASE_URL') === null ? 0 : 5),
  logLevel: env.choice('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ?? 'info',
})
