import { setTimeout as sleep } from 'node:timers/promises'
import { type BulkheadPolicy, bulkhead, isBrokenCircuitError, isBulkheadRejectedError } from 'cockatiel'
import { type Breaker, type BreakerState, CallerGone, openBreaker } from './breaker.ts'
import type { Clock } from './clock.ts'
import type { Metrics } from './metrics.ts'
import { waitBeforeRetryMs } from './retry-policy.ts'
import { untilAborted } from './until-aborted.ts'
import { UpstreamError, type UpstreamFault } from './upstream-error.ts'

export type { BreakerState } from './breaker.ts'

/** What stands between the service and one outside provider: bulkhead, bounded retry, circuit breaker. */
export interface ProviderGuard {
  /** `model`, `creator`, `risk`, `chain`. */
  name: string
  /** Runs one call under the guard; `work` may be run again. Throws `UpstreamError`, or the signal's reason. */
  run: <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** The effective state: `half-open` as soon as the cool-down is over, call or no call. */
  state: () => BreakerState
  /** Calls under way, the waits between their retries included. */
  running: () => number
  /** Calls that wait for a place. */
  waiting: () => number
}

export interface ProviderGuardOptions {
  name: string
  concurrency: number
  /** Calls that may wait when `concurrency` are running; one more is refused. */
  queue: number
  metrics: Metrics
  clock: Clock
  /** Calls after a first that failed. */
  retries?: number
  /** The wait before the first retry, when the provider asks for none. */
  retryBaseMs?: number
  /** The breaker's first cool-down. */
  coolDownMs?: number
  /** For how long nobody calls after a refusal for the rate that was not, or not successfully, retried; 0: it counts like any fault. */
  rateLimitRestMs?: number
}

/** Guards the calls to one provider; when the breaker is open or the queue is full it throws `open` without calling. */
export function openProviderGuard(options: ProviderGuardOptions): ProviderGuard {
  const { name, concurrency, queue, metrics, clock, retries = 2, retryBaseMs = 250 } = options
  const { coolDownMs = 10_000, rateLimitRestMs = 0 } = options
  const onTransition = (to: BreakerState) => metrics.breakerTransitions.inc({ provider: name, to })
  const breaker = openBreaker({ clock, coolDownMs, rateLimitRestMs, onTransition })
  const places = bulkhead(concurrency, queue)
  const parts: Parts = { name, places, breaker, metrics, retries, retryBaseMs }
  return {
    name,
    run: (work, signal) => untilAborted(signal, () => admit(parts, { work, signal })),
    state: breaker.state,
    running: () => concurrency - places.executionSlots,
    waiting: () => queue - places.queueSlots,
  }
}

interface Parts {
  name: string
  places: BulkheadPolicy
  breaker: Breaker
  metrics: Metrics
  retries: number
  retryBaseMs: number
}

interface Call<T> {
  work: (signal: AbortSignal) => Promise<T>
  signal: AbortSignal
}

async function admit<T>(parts: Parts, call: Call<T>): Promise<T> {
  try {
    return await parts.places.execute(() => persist(parts, call), call.signal)
  } catch (error) {
    throw isBulkheadRejectedError(error) ? refuse(parts, 'is busy: too many calls wait for it') : error
  }
}

// Not cockatiel's retry: after an abort it waits on, holding its place, and then calls once more.
async function persist<T>(parts: Parts, call: Call<T>): Promise<T> {
  for (let retry = 1; ; retry++) {
    const waitOf = (error: unknown) => waitBefore(parts, { error, retry })
    try {
      return await parts.breaker.execute(
        () => attempt(parts, call),
        (error) => waitOf(error) === null,
      )
    } catch (error) {
      const waitMs = parts.breaker.state() === 'open' ? null : waitOf(error)
      if (waitMs === null) throw told(parts, error)
      await sleep(waitMs, undefined, { signal: call.signal })
    }
  }
}

async function attempt<T>(parts: Parts, { work, signal }: Call<T>): Promise<T> {
  if (signal.aborted) throw new CallerGone()
  const observe = parts.metrics.providerSeconds.startTimer({ provider: parts.name })
  try {
    const value = await work(signal)
    count(parts, 'ok')
    return value
  } catch (error) {
    if (signal.aborted) throw new CallerGone()
    count(parts, error instanceof UpstreamError ? error.fault : 'request')
    throw error
  } finally {
    observe()
  }
}

function waitBefore({ retries, retryBaseMs }: Parts, { error, retry }: { error: unknown; retry: number }) {
  if (retry > retries) return null
  return waitBeforeRetryMs(error, { retry, baseMs: retryBaseMs, chance: Math.random() })
}

// The fault that opened the breaker tells its caller, too, when to come back.
function told(parts: Parts, error: unknown): unknown {
  if (isBrokenCircuitError(error)) return refuse(parts, 'keeps failing and is left alone for now')
  const restMs = parts.breaker.restMs()
  if (restMs === 0 || !(error instanceof UpstreamError) || error.fault === 'request') return error
  return new UpstreamError(error.provider, error.fault, error.message, restMs)
}

function refuse(parts: Parts, why: string): UpstreamError {
  count(parts, 'open')
  return new UpstreamError(parts.name, 'open', `The ${parts.name} provider ${why}`, parts.breaker.restMs() || undefined)
}

const count = ({ metrics, name }: Parts, outcome: UpstreamFault | 'ok') =>
  metrics.providerCalls.inc({ provider: name, outcome })
