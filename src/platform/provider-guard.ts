export type BreakerState = 'closed' | 'half-open' | 'open'

/** What stands between the service and one outside provider: bulkhead, bounded retry, circuit breaker. */
export interface ProviderGuard {
  /** `model`, `creator`, `risk`, `chain`. */
  name: string
  /** Runs one call under the guard; `work` may be run again. Throws `UpstreamError`, or the signal's reason. */
  run: <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** The effective state: `half-open` as soon as the cool-down is over, call or no call. */
  state: () => BreakerState
}
