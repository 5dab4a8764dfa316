interface Queued {
  subscriptionId: string
  isRetry: boolean
}

/** The place of one attempt that may start now. `leave` gives it back. */
export interface Turn<T extends Queued> {
  line: Line<T>
  isRetry: boolean
  isSlow: boolean
  /** The subscription was full until this attempt left its line, and now has room for more. */
  hasFreedRoom: boolean
}

/** How an attempt went. It decides how many attempts its subscription may have in flight. */
export interface Pace {
  /** With whatever status. */
  hasResponded: boolean
  isQuick: boolean
}

interface Waiting<T extends Queued> {
  item: T
  resolve: (turn: Turn<T> | null) => void
}

/** The deliveries of one subscription. */
interface Line<T extends Queued> {
  first: Waiting<T>[]
  retries: Waiting<T>[]
  inFlight: number
  retriesInFlight: number
  /** How many may be in flight: grows with each response, shrinks with each timeout. */
  window: number
  isQuick: boolean
  /** The line stands in `#ready`. */
  isReady: boolean
}

interface FairQueueLimits {
  maxInFlight: number
  maxPerSubscription: number
}

const minWindow = 2
/** A subscription with this many waiting is full: no more of its deliveries are claimed. */
const fullAt = { first: 16, retries: 4 }
const maxIdleLines = 10_000

/**
 * Shares the attempts in flight among subscriptions, in turns. No subscription has more in flight than its window. Slow and
 * unknown subscriptions together use at most half of the places. A retry always leaves a place to first attempts.
 */
export class FairQueue<T extends Queued> {
  readonly #limits: FairQueueLimits
  readonly #lines = new Map<string, Line<T>>()
  readonly #ready = { quick: [] as Line<T>[], slow: [] as Line<T>[] }
  readonly #inFlight = { quick: 0, slow: 0 }
  #waiting = 0
  #isStarting = false

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** Resolves when the item may be attempted; with null when it was withdrawn. */
  enter(item: T): Promise<Turn<T> | null> {
    const { promise, resolve } = Promise.withResolvers<Turn<T> | null>()
    const line = this.#getLine(item.subscriptionId)
    getWaiting(line, item.isRetry).push({ item, resolve })
    this.#waiting++
    this.#makeReady(line)
    this.#startSoon()
    return promise
  }

  /** Gives the place of an attempt to the next one. */
  leave({ line, isRetry, isSlow }: Turn<T>, { hasResponded, isQuick }: Pace): void {
    line.inFlight--
    if (isRetry) line.retriesInFlight--
    this.#inFlight[isSlow ? 'slow' : 'quick']--
    line.isQuick = isQuick
    line.window = hasResponded
      ? Math.min(line.window + 1, this.#limits.maxPerSubscription)
      : Math.max(minWindow, Math.floor(line.window / 2))
    this.#makeReady(line)
    this.#startSoon()
  }

  /** Withdraws the waiting items that match. */
  withdraw(matches: (item: T) => boolean): void {
    for (const line of this.#lines.values())
      for (const kind of ['first', 'retries'] as const) {
        const { withdrawn = [], kept = [] } = Object.groupBy(line[kind], ({ item }) =>
          matches(item) ? 'withdrawn' : 'kept',
        )
        line[kind] = kept
        this.#waiting -= withdrawn.length
        for (const { resolve } of withdrawn) resolve(null)
      }
  }

  waiting(): number {
    return this.#waiting
  }

  /** The subscriptions that have enough deliveries waiting. */
  listFull(isRetry: boolean): string[] {
    return [...this.#lines].flatMap(([id, line]) => (isFull(line, isRetry) ? [id] : []))
  }

  /** The number of subscriptions that have deliveries waiting or in flight. */
  countBusy(): number {
    return [...this.#lines.values()].filter((line) => !isIdle(line)).length
  }

  #getLine(subscriptionId: string): Line<T> {
    const known = this.#lines.get(subscriptionId)
    if (known) return known
    if (this.#lines.size >= maxIdleLines) this.#dropIdleLines()
    const counters = { inFlight: 0, retriesInFlight: 0, window: minWindow }
    const line = { first: [], retries: [], ...counters, isQuick: false, isReady: false }
    this.#lines.set(subscriptionId, line)
    return line
  }

  #dropIdleLines(): void {
    for (const [id, line] of this.#lines) if (isIdle(line)) this.#lines.delete(id)
  }

  #makeReady(line: Line<T>): void {
    if (line.isReady || !getNext(line)) return
    line.isReady = true
    this.#ready[line.isQuick ? 'quick' : 'slow'].push(line)
  }

  /** Waits for the end of the current batch of `enter` calls, so that all its subscriptions take part in the turns. */
  #startSoon(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    queueMicrotask(() => {
      this.#isStarting = false
      while (this.#startNext());
    })
  }

  #startNext(): boolean {
    const { quick, slow } = this.#inFlight
    const { maxInFlight } = this.#limits
    if (quick + slow >= maxInFlight) return false
    return this.#startFrom(this.#ready.quick) || (slow < maxInFlight / 2 && this.#startFrom(this.#ready.slow))
  }

  #startFrom(ready: Line<T>[]): boolean {
    for (let line = ready.shift(); line; line = ready.shift()) {
      line.isReady = false
      const hasStarted = this.#startOneOf(line)
      this.#makeReady(line)
      if (hasStarted) return true
    }
    return false
  }

  #startOneOf(line: Line<T>): boolean {
    const queue = getNext(line)
    const next = queue?.shift()
    if (!queue || !next) return false
    const { isRetry } = next.item
    const isSlow = !line.isQuick
    this.#waiting--
    line.inFlight++
    if (isRetry) line.retriesInFlight++
    this.#inFlight[isSlow ? 'slow' : 'quick']++
    const hasFreedRoom = queue.length === fullAt[isRetry ? 'retries' : 'first'] - 1
    next.resolve({ line, isRetry, isSlow, hasFreedRoom })
    return true
  }
}

/** A first attempt goes before a retry, but leaves one place to retries where the window has three. */
function getNext<T extends Queued>({
  first,
  retries,
  inFlight,
  retriesInFlight,
  window,
}: Line<T>): Waiting<T>[] | undefined {
  if (inFlight >= window) return undefined
  const mayRetry = retries.length > 0 && retriesInFlight < window - 1
  const isRetriesTurn = mayRetry && (first.length === 0 || (retriesInFlight === 0 && window > 2))
  if (isRetriesTurn) return retries
  return first.length > 0 ? first : undefined
}

const getWaiting = <T extends Queued>(line: Line<T>, isRetry: boolean) => (isRetry ? line.retries : line.first)

const isFull = <T extends Queued>({ first, retries }: Line<T>, isRetry: boolean) =>
  isRetry ? retries.length >= fullAt.retries : first.length >= fullAt.first

const isIdle = <T extends Queued>({ first, retries, inFlight }: Line<T>) =>
  inFlight + first.length + retries.length === 0
