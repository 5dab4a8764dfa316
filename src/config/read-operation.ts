import type { EnvReader } from '../platform/env.ts'
import { type AdminToken, readAdminTokens } from './read-admin-tokens.ts'
import { type OtlpTarget, readOtlp } from './read-otlp.ts'

/** The settings by which operators watch and run a process. */
export interface OperationConfig {
  readyBreaker: 'fail' | 'report'
  /** `/metrics` only for this bearer, and on a port of its own; null: for anybody, and on the public port. */
  metrics: { token: string | null; port: number | null }
  /** Where traces are exported to; null: nowhere. */
  otlp: OtlpTarget | null
  /** The operators' bearer tokens; none: admin routes answer 503. */
  adminTokens: AdminToken[]
  /** How often the service looks for what is due; 0 leaves it to the outside caller (D31). */
  dispatchIntervalSeconds: number
  /** From SIGTERM to the closing of the listener, while /ready is 503. */
  drainSeconds: number
  logLevel: string
}

export const readOperation = (env: EnvReader): OperationConfig => ({
  readyBreaker: env.choice('READY_BREAKER', ['fail', 'report']) ?? 'fail',
  metrics: {
    token: env.checked('METRICS_TOKEN', (value) => value.length >= 16, 'must have at least 16 characters'),
    port: env.integer('METRICS_PORT', { min: 1, max: 65_535 }),
  },
  otlp: readOtlp(env),
  adminTokens: readAdminTokens(env),
  dispatchIntervalSeconds: env.integer('DISPATCH_INTERVAL_SECONDS', { min: 0, max: 3600 }) ?? 5,
  drainSeconds: env.integer('DRAIN_SECONDS', { min: 0, max: 300 }) ?? (env.text('DATABASE_URL') === null ? 0 : 5),
  logLevel: env.choice('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ?? 'info',
})
