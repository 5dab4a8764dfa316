import { UpstreamError, UpstreamErrorOfRequest, type UpstreamFault } from '../errors.ts'
import type { Clock } from '../time.ts'

export type BreakerState = 'closed' | 'half-open' | 'open'

export interface Breaker {
  /**
   * Throws `BreakerOpen` without calling. `task` is the request or job: the breaker counts tasks, so that no single
   * request can open it.
   */
  execute: <T>(call: () => Promise<T>, task: object) => Promise<T>
  state: () => BreakerState
  restMs: () => number
}

interface BreakerOptions {
  clock: Clock
  coolDownMs: number
  onTransition: (to: BreakerState, cause?: unknown) => void
  /** Asks the provider with an input of our own before the breaker opens (D102). Throws the provider's fault. */
  probe?: () => Promise<void>
}

export class BreakerOpen extends Error {}

/** The caller gave up, which says nothing about the provider. */
export class CallerGone extends Error {}

/** Opens when half of the calls in this window failed, for this many requests (D69). */
const rule = { windowMs: 30_000, minTasks: 5 }
/** Until the next probe may run, the last outcome counts. */
const probeIntervalMs = 10_000
const maxCoolDownMs = 120_000
const misconfiguredCoolDownMs = 300_000

/** Each transition makes a new object, because a call only affects the circuit that it was made under. */
type Circuit =
  | { state: 'closed'; recent: RecentCalls }
  | OpenCircuit
  | { state: 'half-open'; trial: PromiseWithResolvers<void>; failedTrials: number }

interface OpenCircuit {
  state: 'open'
  since: number
  forMs: number
  failedTrials: number
}

/** `UpstreamError.fault` decides which faults count. */
export function createBreaker({ clock, coolDownMs, onTransition, probe }: BreakerOptions): Breaker {
  const nowMs = () => clock.now().getTime()
  const findFault = probe ? createFaultCheck(probe, nowMs) : undefined
  let circuit: Circuit = closed()
  let reported: BreakerState = 'closed'

  const restMs = () => (circuit.state === 'open' ? toRest(circuit, nowMs()) : 0)
  const state = () => (circuit.state === 'open' && restMs() === 0 ? 'half-open' : circuit.state)
  const change = <T extends Circuit>(to: T, cause?: unknown): T => {
    const from = circuit
    circuit = to
    if (state() !== reported) onTransition(state(), cause)
    reported = state()
    if (from.state === 'half-open') from.trial.resolve()
    return to
  }

  /** During a trial, callers wait for its outcome. */
  const enter = async (): Promise<Circuit> => {
    while (circuit.state === 'half-open') await circuit.trial.promise
    if (circuit.state === 'closed') return circuit
    if (restMs() > 0) throw new BreakerOpen()
    return change({ state: 'half-open', trial: Promise.withResolvers(), failedTrials: circuit.failedTrials })
  }

  const opened = (from: Circuit, cause?: unknown): OpenCircuit => {
    const isTrial = from.state === 'half-open'
    const failedTrials = isTrial ? from.failedTrials + (cause === undefined ? 0 : 1) : 0
    return {
      state: 'open',
      since: nowMs(),
      forMs: coolDownAfter(cause, coolDownMs * 2 ** failedTrials),
      failedTrials,
    }
  }

  const leave = async (entered: Circuit, { error, task }: { error?: unknown; task: object }) => {
    // A call made before the last transition says nothing about the current state.
    if (entered !== circuit) return
    const verdict = afterCall(circuit, { error, task, nowMs: nowMs() })
    if (verdict === 'keep') return
    if (verdict === 'close') change(closed())
    // The next caller makes the trial.
    else if (verdict === 'release') change({ ...opened(entered), forMs: 0 }, error)
    else {
      const cause = findFault ? await findFault(error) : error
      if (entered !== circuit) return
      if (cause !== undefined) change(opened(entered, cause), cause)
      else if (entered.state === 'half-open') change(closed())
    }
  }

  const execute = async <T>(call: () => Promise<T>, task: object): Promise<T> => {
    const entered = await enter()
    let value: T
    try {
      value = await call()
    } catch (error) {
      await leave(entered, { error, task })
      throw error
    }
    await leave(entered, { task })
    return value
  }
  return { execute, state, restMs }
}

const closed = (): Circuit => ({ state: 'closed', recent: createRecentCalls(rule) })

/** A clock that was set back must not keep the breaker open for as long. */
function toRest({ since, forMs }: OpenCircuit, nowMs: number): number {
  const elapsedMs = nowMs - since
  return elapsedMs < 0 ? 0 : Math.max(0, forMs - elapsedMs)
}

/** Undefined when the probe shows that the provider works: the inputs caused the failures. */
function createFaultCheck(probe: () => Promise<void>, nowMs: () => number) {
  let last: { askedAt: number; outcome: Promise<unknown> } | undefined
  const ask = async (): Promise<unknown> => {
    try {
      await probe()
      return undefined
    } catch (error) {
      // A provider that limits the rate of calls is up.
      return matches(error, limited) ? undefined : (error ?? new Error('the probe failed'))
    }
  }
  return async (error: unknown): Promise<unknown> => {
    const elapsedMs = last ? nowMs() - last.askedAt : -1
    if (!last || elapsedMs < 0 || elapsedMs >= probeIntervalMs) last = { askedAt: nowMs(), outcome: ask() }
    const fault = await last.outcome
    return fault === undefined || fault instanceof UpstreamError ? fault : error
  }
}

interface FinishedCall {
  /** Undefined: the call succeeded. */
  error?: unknown
  task: object
  nowMs: number
}

/** `release`: the trial had no outcome. */
function afterCall(circuit: Circuit, { error, task, nowMs }: FinishedCall): 'keep' | 'close' | 'release' | 'open' {
  if (circuit.state === 'open') return 'keep'
  if (circuit.state === 'half-open') {
    if (error instanceof CallerGone) return 'release'
    return isFault(error) ? 'open' : 'close'
  }
  if (error instanceof CallerGone) return 'keep'
  circuit.recent.add(nowMs, isFault(error) ? task : null)
  return isFault(error) && circuit.recent.areMostlyFaults(nowMs) ? 'open' : 'keep'
}

const counted = new Set<UpstreamFault>(['unavailable', 'timeout'])
const misconfigured = new Set<UpstreamFault>(['auth', 'plan', 'chain'])
const limited = new Set<UpstreamFault>(['rate_limited'])

/** A rate-limit refusal shows that the provider is up. */
const isFault = (error: unknown) => matches(error, counted) || isMisconfigured(error)
/** No retry helps, so the breaker stays open for longer. */
const isMisconfigured = (error: unknown) => matches(error, misconfigured)

const matches = (error: unknown, faults: Set<UpstreamFault>): error is UpstreamError =>
  error instanceof UpstreamError && !(error instanceof UpstreamErrorOfRequest) && faults.has(error.fault)

function coolDownAfter(error: unknown, usualMs: number): number {
  if (isMisconfigured(error)) return misconfiguredCoolDownMs
  const askedMs = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0
  return Math.min(maxCoolDownMs, Math.max(usualMs, askedMs))
}

interface RecentCalls {
  /** `failedTask`: the request or job; null when the call succeeded. */
  add: (nowMs: number, failedTask: object | null) => void
  /** Half of the calls failed, for at least `minTasks` different tasks. */
  areMostlyFaults: (nowMs: number) => boolean
}

interface Slot {
  index: number
  calls: number
  faults: number
  failedTasks: Set<object>
}

const slotMs = 1000

/** Bounded memory: slots of a second. */
function createRecentCalls({ windowMs, minTasks }: { windowMs: number; minTasks: number }): RecentCalls {
  let slots: Slot[] = []
  const slotsAt = (nowMs: number) => {
    const index = Math.floor(nowMs / slotMs)
    const isRecent = (slot: Slot) => Math.abs(index - slot.index) < windowMs / slotMs // also after the clock was set back
    slots = slots.filter(isRecent)
    return { slots, current: slots.find((slot) => slot.index === index) ?? createSlot(index) }
  }
  const createSlot = (index: number): Slot => {
    const slot = { index, calls: 0, faults: 0, failedTasks: new Set<object>() }
    slots.push(slot)
    return slot
  }
  return {
    add: (nowMs, failedTask) => {
      const { current } = slotsAt(nowMs)
      current.calls += 1
      if (failedTask === null) return
      current.faults += 1
      if (current.failedTasks.size < minTasks) current.failedTasks.add(failedTask)
    },
    areMostlyFaults: (nowMs) => {
      const recent = slotsAt(nowMs).slots
      const sum = (count: (slot: Slot) => number) => recent.reduce((total, slot) => total + count(slot), 0)
      const failedTasks = new Set(recent.flatMap((slot) => [...slot.failedTasks]))
      return failedTasks.size >= minTasks && 2 * sum((slot) => slot.faults) >= sum((slot) => slot.calls)
    },
  }
}
