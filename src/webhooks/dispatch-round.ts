import type { WebhookTick } from '../../contract/schemas/delivery.ts'
import { AbortGroup } from './attempt.ts'
import type { ClaimedDelivery, DeliveryOutcome } from './delivery-queue-store.ts'

export interface DispatchLimits {
  maxDeliveries: number
  maxMs: number
  /** Attempts in flight get a few seconds to finish. */
  signal: AbortSignal
}

type RoundState = 'claiming' | 'waiting' | 'draining' | 'ended'

const nextStates: Record<RoundState, RoundState[]> = {
  claiming: ['waiting', 'draining'],
  waiting: ['claiming', 'draining'],
  draining: ['ended'],
  ended: [],
}

const countNames = { delivered: 'delivered', failed: 'failed', pending: 'retried', deferred: 'deferred' } as const

export const zeroCounts: WebhookTick = { claimed: 0, delivered: 0, retried: 0, failed: 0, deferred: 0 }

const pollMs = 1000
const graceMs = 6000

/** `worker.ts` describes the states of a round. */
export class DispatchRound {
  readonly counts: WebhookTick = { ...zeroCounts }
  readonly first = new Scan(false)
  readonly retries = new Scan(true)
  readonly aborts = new AbortGroup()
  readonly #signal: AbortSignal
  readonly #deadlineMs: number
  readonly #wakeup = new Wakeup()
  #budget: number
  #inFlight = 0
  #state: RoundState = 'claiming'
  #nextPollMs = performance.now() + pollMs
  #graceTimer: NodeJS.Timeout | undefined

  constructor({ maxDeliveries, maxMs, signal }: DispatchLimits) {
    this.#budget = maxDeliveries
    this.#deadlineMs = performance.now() + maxMs
    this.#signal = signal
    if (signal.aborted) this.#onStop()
    else signal.addEventListener('abort', this.#onStop)
  }

  get budget(): number {
    return this.#budget
  }

  enter(state: RoundState): void {
    if (!nextStates[this.#state].includes(state))
      throw new Error(`A dispatch round can't go from ${this.#state} to ${state}.`)
    this.#state = state
    if (state === 'ended') this.#dispose()
  }

  isOver(): boolean {
    return this.#signal.aborted || performance.now() >= this.#deadlineMs
  }

  isDone(): boolean {
    const mayClaim = this.#budget > 0 && (this.first.mayHaveMore || this.retries.mayHaveMore)
    return this.#inFlight === 0 && !mayClaim
  }

  /** There may be more to claim, or more room. */
  wake({ onlyFirst = false } = {}): void {
    this.first.mayHaveMore = true
    if (!onlyFirst) this.retries.mayHaveMore = true
    this.#wakeup.signal()
  }

  /** Polls for retries that come due, which nothing signals. */
  poll(): void {
    if (performance.now() < this.#nextPollMs) return
    this.#nextPollMs = performance.now() + pollMs
    this.first.mayHaveMore = true
    this.retries.mayHaveMore = true
  }

  async track(outcome: Promise<DeliveryOutcome['state']>): Promise<void> {
    this.#budget--
    this.#inFlight++
    this.counts.claimed++
    const state = await outcome
    this.counts[countNames[state]]++
    this.#inFlight--
    if (state === 'deferred') this.wake()
    if (this.#inFlight === 0) this.#wakeup.signal()
  }

  async wait(): Promise<void> {
    const ms = Math.min(this.#nextPollMs, this.#deadlineMs) - performance.now()
    const timer = setTimeout(() => this.#wakeup.signal(), Math.max(0, ms))
    await this.#wakeup.wait()
    clearTimeout(timer)
  }

  async untilIdle(): Promise<void> {
    while (this.#inFlight > 0) await this.#wakeup.wait()
  }

  readonly #onStop = (): void => {
    this.#wakeup.signal()
    this.#graceTimer = setTimeout(() => this.aborts.abort(new Error('The process is shutting down.')), graceMs)
  }

  #dispose(): void {
    clearTimeout(this.#graceTimer)
    this.#signal.removeEventListener('abort', this.#onStop)
  }
}

/** The claims of one round, of first attempts or of retries. Each claim continues where the last one stopped. */
export class Scan {
  readonly isRetry: boolean
  mayHaveMore = true
  #before: string | null = null

  constructor(isRetry: boolean) {
    this.isRetry = isRetry
  }

  get before(): string | null {
    return this.#before
  }

  /** A wakeup during the claim sets `mayHaveMore` again. */
  start(): void {
    this.mayHaveMore = false
  }

  end(claimed: ClaimedDelivery[], limit: number): boolean {
    const isWorthAnother = claimed.length > 0 || this.#before !== null
    if (isWorthAnother) this.mayHaveMore = true
    this.#before = claimed.length === limit ? getFirstId(claimed) : null
    return isWorthAnother
  }
}

/** Claims go through the subscriptions in descending order. */
const getFirstId = (claimed: ClaimedDelivery[]): string | null =>
  claimed.map(({ subscriptionId }) => subscriptionId).toSorted()[0] ?? null

/** A signal that arrives while the loop is busy ends its next wait at once. */
export class Wakeup {
  #isSignaled = false
  #next = Promise.withResolvers<void>()

  signal(): void {
    this.#isSignaled = true
    this.#next.resolve()
  }

  async wait(abort?: AbortSignal): Promise<void> {
    const { promise, resolve } = this.#next
    const end = () => resolve()
    if (abort?.aborted) end()
    abort?.addEventListener('abort', end, { once: true })
    if (!this.#isSignaled) await promise
    abort?.removeEventListener('abort', end)
    if (this.#next.promise !== promise) return // another waiter was here first
    this.#isSignaled = false
    this.#next = Promise.withResolvers()
  }
}
