import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  type FailureReason,
  type IBackoff,
  type IBreaker,
  SamplingBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel'
import type { Clock } from './clock.ts'
import { isTransient } from './retry-policy.ts'
import { UpstreamError, UpstreamErrorOfRequest, type UpstreamFault } from './upstream-error.ts'

export type BreakerState = 'closed' | 'half-open' | 'open'

export interface Breaker {
  /** Makes the call, or throws cockatiel's `BrokenCircuitError` without making it. `isFinal`: its caller won't call again after this fault. */
  execute: <T>(call: () => Promise<T>, isFinal: (error: unknown) => boolean) => Promise<T>
  /** `half-open` as soon as the cool-down is over, call or no call. */
  state: () => BreakerState
  /** What is left of the cool-down; 0 unless open. */
  restMs: () => number
}

export interface BreakerOptions {
  clock: Clock
  /** The first cool-down; each failed probe doubles it, up to two minutes. */
  coolDownMs: number
  /** The least cool-down after a refusal for the rate, one of which opens it when it is final; 0: it counts like any fault. */
  rateLimitRestMs: number
  onTransition: (to: BreakerState) => void
}

/** A call threw this because its caller gave up: it says nothing of the provider. */
export class CallerGone extends Error {}

const MISCONFIGURED = new Set<UpstreamFault>(['auth', 'plan', 'chain'])
const MISCONFIGURED_COOL_DOWN_MS = 300_000
const LONGEST_COOL_DOWN_MS = 120_000

const NAMES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const

const isMisconfigured = (error: unknown) => error instanceof UpstreamError && MISCONFIGURED.has(error.fault)
const isRateLimited = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.fault === 'rate_limited'

const isOfProvider = (error: unknown) =>
  !(error instanceof UpstreamErrorOfRequest) && (isTransient(error) || isMisconfigured(error))

/** A circuit breaker for one provider: which faults count is decided by `UpstreamError.fault`. */
export function openBreaker({ clock, coolDownMs, rateLimitRestMs, onTransition }: BreakerOptions): Breaker {
  const finalRefusals = new WeakSet<UpstreamError>()
  let openedAt = 0
  let openForMs = 0
  const restMs = () => {
    const elapsedMs = clock.now().getTime() - openedAt
    // A clock that was set back must not keep the breaker open for as long.
    return elapsedMs < 0 ? 0 : Math.max(0, openForMs - elapsedMs)
  }

  // cockatiel compares Date.now() with this duration at each call: all or nothing makes our clock decide instead.
  const coolDown = (result: FailureReason<unknown>, step: number): IBackoff<{ result: FailureReason<unknown> }> => {
    openedAt = clock.now().getTime()
    const leastMs = isRateLimited(errorOf(result)) ? rateLimitRestMs : 0
    openForMs = coolDownOf(errorOf(result), Math.max(leastMs, coolDownMs * 2 ** step))
    const nextStep = errorOf(result) instanceof CallerGone ? step : step + 1
    return {
      get duration() {
        return restMs() > 0 ? Infinity : 0
      },
      next: (context) => coolDown(context.result, nextStep),
    }
  }

  const opensAtOnce = (error: unknown) =>
    isMisconfigured(error) || (isRateLimited(error) && finalRefusals.has(error) && rateLimitRestMs > 0)
  const policy: CircuitBreakerPolicy = circuitBreaker(
    handleWhen((error) => isOfProvider(error) || isLostProbe(error, policy)),
    { breaker: openTrip(() => policy, opensAtOnce), halfOpenAfter: { next: ({ result }) => coolDown(result, 0) } },
  )
  const isOpen = () => policy.state === CircuitState.Open
  const state = () => (isOpen() && restMs() === 0 ? 'half-open' : NAMES[policy.state])
  policy.onStateChange(() => onTransition(state()))

  const execute: Breaker['execute'] = (call, isFinal) =>
    policy.execute(() =>
      call().catch((error: unknown) => {
        if (isRateLimited(error) && isFinal(error)) finalRefusals.add(error)
        throw error
      }),
    )
  return { execute, state, restMs: () => (isOpen() ? restMs() : 0) }
}

const errorOf = (result: FailureReason<unknown> | undefined) =>
  result !== undefined && 'error' in result ? result.error : undefined

// cockatiel takes every error it doesn't handle for a healthy answer and would close on a probe whose caller left.
// Handled with a cool-down of nothing, it stays half-open and the next call is the probe.
const isLostProbe = (error: unknown, policy: CircuitBreakerPolicy) =>
  error instanceof CallerGone && policy.state === CircuitState.HalfOpen

function coolDownOf(error: unknown, usualMs: number): number {
  if (error instanceof CallerGone) return 0
  // Not cockatiel's isolate(): its end would let every waiting call through at once, where a cool-down ends in one probe.
  if (isMisconfigured(error)) return MISCONFIGURED_COOL_DOWN_MS
  const askedMs = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
  return Math.min(LONGEST_COOL_DOWN_MS, Math.max(usualMs, askedMs))
}

// Sampling sees a provider that fails half of the time; it needs six calls in its window, so a dead provider with
// little traffic is left to the count of five in a row. (Its window only moves with calls, and by Date.now().)
function openTrip(policy: () => CircuitBreakerPolicy, opensAtOnce: (error: unknown) => boolean): IBreaker {
  const sampling = new SamplingBreaker({ threshold: 0.5, duration: 30_000, minimumRps: 0.2 })
  const consecutive = new ConsecutiveBreaker(5)
  return {
    state: null,
    success: (state) => {
      sampling.success(state)
      consecutive.success()
    },
    failure: (state) => {
      // A call made before the opening says nothing of now: the probe decides.
      if (state === CircuitState.Closed && policy().state !== CircuitState.Closed) return false
      const failsOften = sampling.failure(state)
      const failsAlways = consecutive.failure()
      return failsOften || failsAlways || opensAtOnce(errorOf(policy().lastFailure))
    },
  }
}
