interface Queued {
  subscriptionId: string
  ownerId: string
  isRetry: boolean
}

/** Permission to start one attempt. `leave` gives it back. */
export interface Turn<T extends Queued> {
  line: Line<T>
  isRetry: boolean
  isSlow: boolean
  /** A subscription or owner that was skipped as full now has room. */
  hasFreedRoom: boolean
}

export interface Pace {
  /** Whatever the status. */
  hasResponded: boolean
  isQuick: boolean
}

interface Waiting<T extends Queued> {
  item: T
  resolve: (turn: Turn<T> | null) => void
}

interface Owner {
  first: number
  retries: number
  quickInFlight: number
  slowInFlight: number
}

interface Line<T extends Queued> {
  owner: Owner
  first: Waiting<T>[]
  retries: Waiting<T>[]
  inFlight: number
  retriesInFlight: number
  /** Grows with each response and shrinks with each timeout. */
  window: number
  isQuick: boolean
  /** The line stands in `#ready`. */
  isReady: boolean
}

interface FairQueueLimits {
  maxInFlight: number
  maxPerSubscription: number
  maxWaiting: number
  maxRetries: number
}

const minWindow = 2
/**
 * A subscription with this many waiting is full, and no more of its deliveries are claimed. A slow or unknown one may
 * have two first attempts for each permit of its window, because deliveries that hang would block others.
 */
const fullAt = { first: 16, retries: 4, firstPerPermit: 2 }
/** The most that one owner may use, so that endpoints that hang leave room to other customers. */
const ownerShare = { waiting: 1 / 2, inFlight: 3 / 4 }
const maxIdleLines = 10_000

/**
 * Shares the attempts in flight among subscriptions, in turns. A subscription has at most its window in flight, slow
 * and unknown ones together half of the permits, and an owner its share. A retry always leaves a permit to first
 * attempts.
 */
export class FairQueue<T extends Queued> {
  readonly #limits: FairQueueLimits
  readonly #lines = new Map<string, Line<T>>()
  readonly #owners = new Map<string, Owner>()
  /** Subscriptions and owners that were reported full and have had no room since. */
  readonly #skipped = { first: new WeakSet<Line<T> | Owner>(), retries: new WeakSet<Line<T> | Owner>() }
  readonly #ready = { quick: [] as Line<T>[], slow: [] as Line<T>[] }
  readonly #inFlight = { quick: 0, slow: 0 }
  #waitingFirst = 0
  #isStarting = false

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  enter(item: T): Promise<Turn<T> | null> {
    const { promise, resolve } = Promise.withResolvers<Turn<T> | null>()
    const line = this.#getLine(item)
    line[toKind(item.isRetry)].push({ item, resolve })
    this.#countWaiting(line, item.isRetry, 1)
    this.#makeReady(line)
    this.#startSoon()
    return promise
  }

  leave({ line, isRetry, isSlow }: Turn<T>, { hasResponded, isQuick }: Pace): void {
    line.inFlight--
    line.owner[isSlow ? 'slowInFlight' : 'quickInFlight']--
    if (isRetry) line.retriesInFlight--
    if (isRetry) line.owner.retries--
    this.#inFlight[isSlow ? 'slow' : 'quick']--
    line.isQuick = isQuick
    line.window = hasResponded
      ? Math.min(line.window + 1, this.#limits.maxPerSubscription)
      : Math.max(minWindow, Math.floor(line.window / 2))
    this.#makeReady(line)
    this.#startSoon()
  }

  withdraw(matches: (item: T) => boolean): void {
    for (const line of this.#lines.values())
      for (const kind of ['first', 'retries'] as const) {
        const { withdrawn = [], kept = [] } = Object.groupBy(line[kind], ({ item }) =>
          matches(item) ? 'withdrawn' : 'kept',
        )
        line[kind] = kept
        this.#countWaiting(line, kind === 'retries', -withdrawn.length)
        for (const { resolve } of withdrawn) resolve(null)
      }
  }

  waitingFirst(): number {
    return this.#waitingFirst
  }

  listFull(isRetry: boolean): { subscriptions: string[]; owners: string[] } {
    const isLineFull = (line: Line<T>) => isFull(line, isRetry)
    const isOwnerFull = (owner: Owner) => this.#isOwnerFull(owner, isRetry)
    const skipped = this.#skipped[toKind(isRetry)]
    return {
      subscriptions: listMatching(this.#lines, isLineFull, skipped),
      owners: listMatching(this.#owners, isOwnerFull, skipped),
    }
  }

  listQuick(): string[] {
    return [...this.#lines].flatMap(([id, line]) => (line.isQuick && !isIdle(line) ? [id] : []))
  }

  countBusy(): number {
    return [...this.#lines.values()].filter((line) => !isIdle(line)).length
  }

  #getLine({ subscriptionId, ownerId }: T): Line<T> {
    const known = this.#lines.get(subscriptionId)
    if (known) return known
    if (this.#lines.size >= maxIdleLines) this.#dropIdleLines()
    const owner = this.#owners.get(ownerId) ?? { first: 0, retries: 0, quickInFlight: 0, slowInFlight: 0 }
    this.#owners.set(ownerId, owner)
    const counters = { inFlight: 0, retriesInFlight: 0, window: minWindow }
    const line = { owner, first: [], retries: [], ...counters, isQuick: false, isReady: false }
    this.#lines.set(subscriptionId, line)
    return line
  }

  /** An owner without deliveries has only idle subscriptions. */
  #dropIdleLines(): void {
    for (const [id, line] of this.#lines) if (isIdle(line)) this.#lines.delete(id)
    for (const [id, owner] of this.#owners) if (isWithoutDeliveries(owner)) this.#owners.delete(id)
  }

  #countWaiting({ owner }: Line<T>, isRetry: boolean, change: number): void {
    owner[toKind(isRetry)] += change
    if (!isRetry) this.#waitingFirst += change
  }

  #makeReady(line: Line<T>): void {
    if (line.isReady || !getNext(line)) return
    line.isReady = true
    this.#ready[line.isQuick ? 'quick' : 'slow'].push(line)
  }

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
    const findNext = () => ready.findIndex((line) => this.#hasPermit(line))
    for (let index = findNext(); index >= 0; index = findNext()) {
      const [line] = ready.splice(index, 1)
      if (!line) return false
      line.isReady = false
      const hasStarted = this.#startOneOf(line)
      this.#makeReady(line)
      if (hasStarted) return true
    }
    return false
  }

  /** Whether the owner may have one more in flight. */
  #hasPermit({ isQuick, owner: { quickInFlight, slowInFlight } }: Line<T>): boolean {
    const most = this.#limits.maxInFlight * ownerShare.inFlight
    return quickInFlight + slowInFlight < most && (isQuick || slowInFlight < most / 2)
  }

  #startOneOf(line: Line<T>): boolean {
    const next = getNext(line)?.shift()
    if (!next) return false
    const { isRetry } = next.item
    const isSlow = !line.isQuick
    if (!isRetry) this.#countWaiting(line, isRetry, -1)
    line.inFlight++
    line.owner[isSlow ? 'slowInFlight' : 'quickInFlight']++
    if (isRetry) line.retriesInFlight++
    this.#inFlight[isSlow ? 'slow' : 'quick']++
    next.resolve({ line, isRetry, isSlow, hasFreedRoom: this.#hasFreedRoom(line, isRetry) })
    return true
  }

  #hasFreedRoom(line: Line<T>, isRetry: boolean): boolean {
    const skipped = this.#skipped[toKind(isRetry)]
    if (isFull(line, isRetry) || this.#isOwnerFull(line.owner, isRetry)) return false
    const wasSkipped = skipped.has(line) || skipped.has(line.owner)
    skipped.delete(line)
    skipped.delete(line.owner)
    return wasSkipped
  }

  #isOwnerFull(owner: Owner, isRetry: boolean): boolean {
    const { maxRetries, maxWaiting } = this.#limits
    return owner[toKind(isRetry)] >= (isRetry ? maxRetries : maxWaiting) * ownerShare.waiting
  }
}

/** First attempts come before retries, but leave one permit to retries when the window has three. */
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

const toKind = (isRetry: boolean) => (isRetry ? 'retries' : 'first')

function isFull<T extends Queued>({ first, retries, isQuick, window }: Line<T>, isRetry: boolean): boolean {
  if (isRetry) return retries.length >= fullAt.retries
  return first.length >= (isQuick ? fullAt.first : fullAt.firstPerPermit * window)
}

function listMatching<V extends object>(all: Map<string, V>, matches: (value: V) => boolean, noted: WeakSet<V>) {
  return [...all].flatMap(([id, value]) => {
    if (!matches(value)) return []
    noted.add(value)
    return [id]
  })
}

const isIdle = <T extends Queued>({ first, retries, inFlight }: Line<T>) =>
  inFlight + first.length + retries.length === 0

const isWithoutDeliveries = ({ first, retries, quickInFlight, slowInFlight }: Owner) =>
  first + retries + quickInFlight + slowInFlight === 0
