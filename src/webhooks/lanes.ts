/** What waits to be sent, as the lanes look at it. */
export interface Sendable {
  subscriptionId: string
  isRetry: boolean
}

/** How an attempt went, for the share that its subscription gets from now on. */
export interface Pace {
  /** Whatever the answer was. */
  isAnswered: boolean
  isQuick: boolean
}

export interface LaneOptions {
  /** Attempts under way at once. */
  slots: number
  /** The same for one subscription, at most. */
  mostPerSubscription: number
  /** Called when a subscription that had enough waiting has not any more. */
  onRoom: () => void
}

interface Lane<T> {
  fresh: T[]
  retries: T[]
  sending: number
  retrying: number
  /** How many may be under way: grows with every answer, shrinks when one stays away. */
  window: number
  /** Its latest answer came quickly. */
  isQuick: boolean
  isListed: boolean
}

const leastWindow = 2
/** A subscription with so many waiting here gets no more. */
const enough = { fresh: 16, retries: 4 }
const mostIdleLanes = 10_000

export type Lanes<T extends Sendable> = ReturnType<typeof openLanes<T>>

/**
 * Shares the places for attempts among subscriptions, in turns. No subscription takes more than its window; those that
 * are slow, or not known yet, take half of all places together; and a retry always leaves a place to first attempts.
 */
export function openLanes<T extends Sendable>({ slots, mostPerSubscription, onRoom }: LaneOptions) {
  const lanes = new Map<string, Lane<T>>()
  const ready = { quick: [] as Lane<T>[], slow: [] as Lane<T>[] }
  const sending = { quick: 0, slow: 0 }
  const slowOnes = new Set<T>()
  let waiting = 0

  const laneOf = (id: string): Lane<T> => {
    const known = lanes.get(id)
    if (known) return known
    if (lanes.size >= mostIdleLanes) forgetIdle(lanes)
    const lane = {
      fresh: [],
      retries: [],
      sending: 0,
      retrying: 0,
      window: leastWindow,
      isQuick: false,
      isListed: false,
    }
    lanes.set(id, lane)
    return lane
  }
  const list = (lane: Lane<T>) => {
    if (lane.isListed || !nextOf(lane)) return
    lane.isListed = true
    ready[lane.isQuick ? 'quick' : 'slow'].push(lane)
  }
  const start = (lane: Lane<T>, queue: T[]): T | undefined => {
    const one = queue.shift()
    if (one === undefined) return undefined
    waiting--
    lane.sending++
    if (one.isRetry) lane.retrying++
    if (!lane.isQuick) slowOnes.add(one)
    if (queue.length === enough[one.isRetry ? 'retries' : 'fresh'] - 1) onRoom()
    sending[lane.isQuick ? 'quick' : 'slow']++
    return one
  }
  const takeFrom = (queue: Lane<T>[]): T | undefined => {
    for (let lane = queue.shift(); lane; lane = queue.shift()) {
      lane.isListed = false
      const one = start(lane, nextOf(lane) ?? [])
      list(lane)
      if (one) return one
    }
    return undefined
  }
  const isOpen = (kind: 'quick' | 'slow') =>
    sending.quick + sending.slow < slots && (kind === 'quick' || sending.slow < slots / 2)

  return {
    add: (one: T): void => {
      const lane = laneOf(one.subscriptionId)
      lane[one.isRetry ? 'retries' : 'fresh'].push(one)
      waiting++
      list(lane)
    },
    /** The next to be sent; undefined when nobody may. */
    take: (): T | undefined =>
      (isOpen('quick') ? takeFrom(ready.quick) : undefined) ?? (isOpen('slow') ? takeFrom(ready.slow) : undefined),
    /** Gives its place back. */
    end: (one: T, { isAnswered, isQuick }: Pace): void => {
      const lane = laneOf(one.subscriptionId)
      lane.sending--
      if (one.isRetry) lane.retrying--
      sending[slowOnes.delete(one) ? 'slow' : 'quick']--
      lane.isQuick = isQuick
      lane.window = isAnswered
        ? Math.min(lane.window + 1, mostPerSubscription)
        : Math.max(leastWindow, Math.floor(lane.window / 2))
      list(lane)
    },
    /** Takes back what waits and fits. */
    withdraw: (fits: (one: T) => boolean): T[] => {
      const taken: T[] = []
      for (const lane of lanes.values())
        for (const kind of ['fresh', 'retries'] as const) {
          taken.push(...lane[kind].filter(fits))
          lane[kind] = lane[kind].filter((one) => !fits(one))
        }
      waiting -= taken.length
      return taken
    },
    /** The subscriptions that have enough waiting here. */
    full: (isRetry: boolean): string[] => [...lanes].flatMap(([id, lane]) => (isFull(lane, isRetry) ? [id] : [])),
    sending: () => sending.quick + sending.slow,
    waiting: () => waiting,
    /** Subscriptions that have anything here. */
    busy: () => [...lanes.values()].filter((lane) => !isIdle(lane)).length,
  }
}

/** The queue whose turn it is. A first attempt goes before a retry, but leaves one place to retries where there are three. */
function nextOf<T>({ fresh, retries, sending, retrying, window }: Lane<T>): T[] | undefined {
  if (sending >= window) return undefined
  const mayRetry = retries.length > 0 && retrying < window - 1
  const isRetriesTurn = mayRetry && (fresh.length === 0 || (retrying === 0 && window > 2))
  if (isRetriesTurn) return retries
  return fresh.length > 0 ? fresh : undefined
}

const isFull = <T>({ fresh, retries }: Lane<T>, isRetry: boolean) =>
  isRetry ? retries.length >= enough.retries : fresh.length >= enough.fresh

const isIdle = <T>({ fresh, retries, sending }: Lane<T>) => sending + fresh.length + retries.length === 0

function forgetIdle<T>(lanes: Map<string, Lane<T>>): void {
  for (const [id, lane] of lanes) if (isIdle(lane)) lanes.delete(id)
}
