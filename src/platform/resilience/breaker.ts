import type { Clock } from '../clock.ts'
import { type RecentCalls, createRecentCalls } from './recent-calls.ts'
import { UpstreamError, UpstreamErrorOfRequest, type UpstreamFault } from '../upstream-error.ts'

export type BreakerState = 'closed' | 'half-open' | 'open'

export interface Breaker {
  /**
   * Makes the call, or throws `BreakerOpen` without making it. `task` is the request or job that makes it: the breaker counts
   * tasks with faults, so that no single request can open it.
   */
  execute: <T>(call: () => Promise<T>, task: object) => Promise<T>
  /** `half-open` as soon as the cool-down is over, call or no call. */
  state: () => BreakerState
  /** The rest of the cool-down; 0 unless open. */
  restMs: () => number
}

interface BreakerOptions {
  clock: Clock
  /** The first cool-down; each failed probe doubles it, up to two minutes. */
  coolDownMs: number
  /** `cause` is the error of the call that opened it. */
  onTransition: (to: BreakerState, cause?: unknown) => void
}

/** The breaker is open: the call was not made. */
export class BreakerOpen extends Error {}

/** A call throws this when its caller gave up, which says nothing about the provider. */
export class CallerGone extends Error {}

/** The breaker opens when at least half of the calls in this window failed, and this many requests met a failure (D69). */
const rule = { windowMs: 30_000, minTasks: 5 }
const maxCoolDownMs = 120_000
const misconfiguredCoolDownMs = 300_000

/** Each transition makes a new object, because a call only affects the circuit that it was made under. */
type Circuit =
  | { state: 'closed'; recent: RecentCalls }
  | OpenCircuit
  | { state: 'half-open'; probe: PromiseWithResolvers<void>; failedProbes: number }

interface OpenCircuit {
  state: 'open'
  since: number
  forMs: number
  failedProbes: number
}

/** A circuit breaker for one provider. `UpstreamError.fault` decides which faults count. */
export function createBreaker({ clock, coolDownMs, onTransition }: BreakerOptions): Breaker {
  const nowMs = () => clock.now().getTime()
  let circuit: Circuit = closed()
  let reported: BreakerState = 'closed'

  const restMs = () => (circuit.state === 'open' ? toRest(circuit, nowMs()) : 0)
  const state = () => (circuit.state === 'open' && restMs() === 0 ? 'half-open' : circuit.state)
  const change = <T extends Circuit>(to: T, cause?: unknown): T => {
    const from = circuit
    circuit = to
    if (state() !== reported) onTransition(state(), cause)
    reported = state()
    if (from.state === 'half-open') from.probe.resolve()
    return to
  }

  /** Returns the circuit that a call is made under. During a probe, callers wait for its outcome. */
  const enter = async (): Promise<Circuit> => {
    while (circuit.state === 'half-open') await circuit.probe.promise
    if (circuit.state === 'closed') return circuit
    if (restMs() > 0) throw new BreakerOpen()
    return change({ state: 'half-open', probe: Promise.withResolvers(), failedProbes: circuit.failedProbes })
  }

  const leave = (entered: Circuit, { error, task }: { error?: unknown; task: object }) => {
    // A call made before the last transition says nothing about the current state.
    if (entered !== circuit) return
    const next = afterCall(circuit, { error, task, nowMs: nowMs(), coolDownMs })
    if (next !== circuit) change(next, error)
  }

  const execute = async <T>(call: () => Promise<T>, task: object): Promise<T> => {
    const entered = await enter()
    try {
      const value = await call()
      leave(entered, { task })
      return value
    } catch (error) {
      leave(entered, { error, task })
      throw error
    }
  }
  return { execute, state, restMs }
}

const closed = (): Circuit => ({ state: 'closed', recent: createRecentCalls(rule) })

/** A clock that was set back must not keep the breaker open for as long. */
function toRest({ since, forMs }: OpenCircuit, nowMs: number): number {
  const elapsedMs = nowMs - since
  return elapsedMs < 0 ? 0 : Math.max(0, forMs - elapsedMs)
}

interface FinishedCall {
  /** Undefined: the call succeeded. */
  error?: unknown
  task: object
  nowMs: number
  coolDownMs: number
}

/** The circuit after one finished call. */
function afterCall(circuit: Circuit, { error, task, nowMs, coolDownMs }: FinishedCall): Circuit {
  const opened = (failedProbes: number): OpenCircuit => {
    const forMs = coolDownAfter(error, coolDownMs * 2 ** failedProbes)
    return { state: 'open', since: nowMs, forMs, failedProbes }
  }
  if (circuit.state === 'open') return circuit
  if (circuit.state === 'half-open') {
    // The next caller becomes the probe.
    if (error instanceof CallerGone) return { ...opened(circuit.failedProbes), forMs: 0 }
    return isFault(error) ? opened(circuit.failedProbes + 1) : closed()
  }
  if (error instanceof CallerGone) return circuit
  circuit.recent.add(nowMs, isFault(error) ? task : null)
  return isFault(error) && circuit.recent.areMostlyFaults(nowMs) ? opened(0) : circuit
}

const counted = new Set<UpstreamFault>(['unavailable', 'timeout'])
const misconfigured = new Set<UpstreamFault>(['auth', 'plan', 'chain'])

/** A fault of the provider, not of the request. A rate-limit refusal is no fault: it shows that the provider is up. */
const isFault = (error: unknown) => matches(error, counted) || isMisconfigured(error)
/** A fault of the configuration, which no retry mends: the breaker stays open for longer. */
const isMisconfigured = (error: unknown) => matches(error, misconfigured)

const matches = (error: unknown, faults: Set<UpstreamFault>): error is UpstreamError =>
  error instanceof UpstreamError && !(error instanceof UpstreamErrorOfRequest) && faults.has(error.fault)

function coolDownAfter(error: unknown, usualMs: number): number {
  if (isMisconfigured(error)) return misconfiguredCoolDownMs
  const askedMs = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
  return Math.min(maxCoolDownMs, Math.max(usualMs, askedMs))
}
