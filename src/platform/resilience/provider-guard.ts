import { UpstreamError, type UpstreamFault } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import { type AdmissionQueue, createAdmissionQueue, QueueRefused } from '../queues/admission-queue.ts'
import {
  type CallTimer,
  type CallTurn,
  type CallTurns,
  createCallTurns,
  type PaceLimit,
  systemTimer,
  TurnRefused,
} from '../queues/call-turns.ts'
import { currentClient, currentTask, runAsJob } from '../request-client.ts'
import type { Clock } from '../time.ts'
import { inSpan, type SpanStart } from '../trace.ts'
import { type Backoff, exponentialBackoff, jitteredBackoff, waitBeforeRetryMs } from './backoff.ts'
import { type Breaker, BreakerOpen, type BreakerState, CallerGone, createBreaker } from './breaker.ts'
import { openTimeout, untilAborted } from './timeouts.ts'

/** `limited`: closed, and calls were refused for their rate within the last minute. */
type ProviderState = BreakerState | 'limited'

/** An admission queue, the pace of the plan, bounded retries and a circuit breaker for one provider. */
export interface ProviderGuard {
  name: string
  /** For another guard of the same provider; absent: it is made of several. */
  turns?: CallTurns
  /** `work` may run again. Throws `UpstreamError`, for requests also `QueueRefused`, or the signal's reason. */
  run: <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>
  state: () => ProviderState
  running: () => number
  waiting: () => number
  latencyMs: () => number | null
  /** Bypasses the queue and the breaker; null: there is no input of our own. */
  probe: Probed['probe'] | null
}

/** A client that can probe its provider, without guard and cache. */
export interface Probed {
  /** Throws the provider's fault, or the signal's reason. */
  probe: (signal: AbortSignal) => Promise<void>
}

export interface ProviderGuardOptions extends Partial<Probed> {
  name: string
  concurrency: number
  concurrencyPerNetwork?: number
  plan?: PaceLimit | null
  /** The turns of another guard of the same provider, which has one plan for both; unset: own ones, by `plan`. */
  turns?: CallTurns
  queue: number
  metrics: Metrics
  clock: Clock
  retries?: number
  retryBaseMs?: number
  coolDownMs?: number
  onOpen?: (fault: UpstreamError) => void
  /** Tests make the waits pass faster. */
  timer?: CallTimer
}

/**
 * Throws `open` without calling when the breaker is open, and `QueueRefused` when the queue is full (`open` to our own
 * work).
 */
export function createProviderGuard(options: ProviderGuardOptions): ProviderGuard {
  const { name, concurrency, concurrencyPerNetwork = concurrency, queue, metrics, clock } = options
  const {
    plan = null,
    retries = 2,
    retryBaseMs = 250,
    coolDownMs = 10_000,
    timer = systemTimer,
    onOpen = () => {},
  } = options
  const onTransition = (to: BreakerState, cause?: unknown) => {
    metrics.breakerTransitions.inc({ provider: name, to })
    if (to === 'open' && cause instanceof UpstreamError) onOpen(cause)
  }
  const probe = options.probe ? (signal: AbortSignal) => probeProvider(parts, signal) : null
  const breaker = createBreaker({
    clock,
    coolDownMs,
    onTransition,
    // A separate task: the caller's deadline and share must not end it.
    ...(probe && { probe: () => runAsJob(() => probe(new AbortController().signal)) }),
  })
  const limits = { maxRunning: concurrency, maxRunningPerNetwork: concurrencyPerNetwork, maxWaiting: queue }
  const permits: AdmissionQueue = createAdmissionQueue({ name, ...limits, metrics })
  const turns = options.turns ?? createCallTurns({ name, plan, metrics, timer })
  const backoff = jitteredBackoff(exponentialBackoff({ firstMs: retryBaseMs, factor: 2 }), Math.random)
  const latencies = createLatencies()
  const parts: Parts = { name, turns, breaker, metrics, retries, backoff, timer, latencies, probe: options.probe }
  const state = breaker.state
  return {
    name,
    turns,
    run: (work, signal) =>
      permits
        .run(() => callWithRetries(parts, { work, signal }), { signal })
        .catch((error: unknown) => {
          throw toFault(parts, error)
        }),
    state: () => (state() === 'closed' && turns.isLimited() ? 'limited' : state()),
    running: permits.running,
    waiting: permits.waiting,
    latencyMs: latencies.median,
    probe,
  }
}

/** Few enough to follow a change soon, and enough to ignore one slow call. */
const keptLatencies = 21

function createLatencies() {
  const latest: number[] = []
  return {
    add: (ms: number) => {
      latest.push(ms)
      if (latest.length > keptLatencies) latest.shift()
    },
    median: () => latest.toSorted((a, b) => a - b)[Math.floor(latest.length / 2)] ?? null,
  }
}

interface Parts {
  name: string
  turns: CallTurns
  breaker: Breaker
  metrics: Metrics
  retries: number
  backoff: Backoff
  timer: CallTimer
  latencies: ReturnType<typeof createLatencies>
  probe: ProviderGuardOptions['probe']
}

interface Call<T> {
  work: (signal: AbortSignal) => Promise<T>
  signal: AbortSignal
}

async function callWithRetries<T>(parts: Parts, call: Call<T>): Promise<T> {
  const task = currentTask() ?? {}
  for (let retry = 1; ; retry++) {
    const turn = await takeTurn(parts, call.signal)
    try {
      return await parts.breaker.execute(() => attempt(parts, call), task)
    } catch (error) {
      const waitMs = parts.breaker.state() === 'open' ? null : waitBefore(parts, { error, retry })
      const isLimited = isRateLimited(error)
      if (isLimited) turn.refuse(waitMs ?? error.retryAfterMs ?? defaultPauseMs)
      if (waitMs === null) throw withRetryAfter(parts, error)
      // After a rate-limit refusal, the next turn comes when the wait is over.
      if (!isLimited) await parts.timer.sleep(waitMs, call.signal)
    }
  }
}

const defaultPauseMs = 1000

async function takeTurn(parts: Parts, signal: AbortSignal): Promise<CallTurn> {
  if (parts.breaker.state() === 'open') throw refuse(parts, 'keeps failing and is not called at the moment')
  try {
    return await parts.turns.take(signal)
  } catch (error) {
    if (!(error instanceof TurnRefused)) throw error
    count(parts, 'rate_limited')
    const message = `The ${parts.name} provider had no capacity for the call in time`
    throw new UpstreamError(parts.name, 'rate_limited', message, error.retryAfterMs)
  }
}

async function attempt<T>(parts: Parts, { work, signal }: Call<T>): Promise<T> {
  if (signal.aborted) throw new CallerGone()
  const observe = parts.metrics.providerSeconds.startTimer({ provider: parts.name })
  const startedAt = performance.now()
  try {
    const value = await inSpan(toSpan(parts), () => work(signal))
    count(parts, 'ok')
    parts.latencies.add(performance.now() - startedAt)
    return value
  } catch (error) {
    if (signal.aborted) throw new CallerGone()
    count(parts, error instanceof UpstreamError ? error.fault : 'request')
    throw error
  } finally {
    observe()
  }
}

/** Callers whose calls failed wait for the probe. */
const maxProbeMs = 15_000

async function probeProvider({ name, metrics, probe }: Parts, signal: AbortSignal): Promise<void> {
  if (!probe) return
  using timeout = openTimeout(maxProbeMs, signal)
  const bounded = timeout.signal
  const span: SpanStart = { name: `probe ${name}`, kind: 'client', attributes: { 'launchscore.provider': name } }
  try {
    await inSpan(span, () => untilAborted(bounded, () => probe(bounded)))
    metrics.providerCalls.inc({ provider: name, outcome: 'ok' })
  } catch (error) {
    signal.throwIfAborted()
    const fault = bounded.aborted ? new UpstreamError(name, 'timeout', 'no response to the probe in time') : error
    metrics.providerCalls.inc({ provider: name, outcome: fault instanceof UpstreamError ? fault.fault : 'request' })
    throw fault
  }
}

const toSpan = ({ name }: Parts): SpanStart => ({
  name: `call ${name}`,
  kind: 'client',
  attributes: { 'launchscore.provider': name },
})

/** A rate-limit refusal costs the provider little, and slows the next calls down. */
const minRateLimitRetries = 3

const isRateLimited = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.fault === 'rate_limited'

function waitBefore({ retries, backoff }: Parts, { error, retry }: { error: unknown; retry: number }) {
  if (retry > (isRateLimited(error) ? Math.max(retries, minRateLimitRetries) : retries)) return null
  return waitBeforeRetryMs(error, { retry, backoff })
}

// The caller whose fault opened the breaker also learns when to return.
function withRetryAfter(parts: Parts, error: unknown): unknown {
  if (error instanceof BreakerOpen) return refuse(parts, 'keeps failing and is not called at the moment')
  const restMs = parts.breaker.restMs()
  if (restMs === 0 || !(error instanceof UpstreamError) || error.fault === 'request') return error
  return new UpstreamError(error.provider, error.fault, error.message, restMs)
}

function refuse(parts: Parts, why: string): UpstreamError {
  count(parts, 'open')
  return new UpstreamError(parts.name, 'open', `The ${parts.name} provider ${why}`, parts.breaker.restMs() || undefined)
}

/** For a job, a full queue is like any other fault: one launch doesn't end the whole round. */
const toFault = (parts: Parts, error: unknown): unknown =>
  error instanceof QueueRefused && currentClient() === undefined ? refuse(parts, 'has no capacity for the call') : error

const count = ({ metrics, name }: Parts, outcome: UpstreamFault | 'ok') =>
  metrics.providerCalls.inc({ provider: name, outcome })
