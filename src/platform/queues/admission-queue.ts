import { siteShares } from '../client-network.ts'
import { ApiError } from '../errors.ts'
import { isDeadline } from '../http/responses.ts'
import type { Metrics } from '../metrics.ts'
import { type Client, currentClient } from '../request-client.ts'
import { untilAborted } from '../resilience/timeouts.ts'

export class QueueRefused extends ApiError {
  readonly reason: 'full' | 'deadline'

  constructor(reason: 'full' | 'deadline', retryAfterSeconds: number) {
    const message = 'The service is too busy to handle this request right now. Try again later.'
    super('unavailable', message, { retryAfterSeconds })
    this.reason = reason
  }
}

export interface AdmissionQueueOptions extends Partial<TurnLimits> {
  name: string
  maxRunning: number
  metrics: Pick<Metrics, 'queueRunning' | 'queueWaiting' | 'queueRefused'>
}

export interface AdmissionQueue {
  /**
   * Runs `work` in the client's turn; our own work counts as one client. Throws `QueueRefused`, or the signal's reason
   * at once: waiting work never starts, and started work counts as running until it ends.
   */
  run: <T>(work: (signal: AbortSignal) => Promise<T>, options: { signal: AbortSignal }) => Promise<T>
  running: () => number
  waiting: () => number
  /** Whether all permits are taken and other work waits. */
  isContended: () => boolean
}

const retryAfterSeconds = { full: 5, deadline: 10 }

/** Waiting work takes turns between client networks and key holders (D82). */
export function createAdmissionQueue({ name, metrics, ...limits }: AdmissionQueueOptions): AdmissionQueue {
  const turns = createTurns<Waiter>({
    maxRunningPerNetwork: limits.maxRunning,
    maxWaiting: 1024,
    maxWaitingPerNetwork: 64,
    ...limits,
  })
  const measure = () => {
    metrics.queueRunning.set({ queue: name }, turns.running())
    metrics.queueWaiting.set({ queue: name }, turns.waiting())
  }
  const startNext = () => {
    for (let next = turns.take(); next; next = turns.take()) next.start()
    measure()
  }
  const refuse = (reason: QueueRefused['reason']) => {
    metrics.queueRefused.inc({ queue: name, reason })
    return new QueueRefused(reason, retryAfterSeconds[reason])
  }
  const end = (requester: Requester) => {
    turns.end(requester)
    startNext()
  }
  const takePermit = (requester: Requester, signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      turns.withdraw(requester, waiter)
      measure()
      reject(isDeadline(signal.reason) ? refuse('deadline') : signal.reason)
    }
    const start = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const waiter = { start }
    if (!turns.add(requester, waiter)) return Promise.reject(refuse('full'))
    signal.addEventListener('abort', leave, { once: true })
    startNext()
    return promise
  }
  measure()
  return {
    run: async (work, { signal }) => {
      const requester = toRequester(currentClient())
      signal.throwIfAborted()
      await takePermit(requester, signal)
      return runWithPermit(work, signal, () => end(requester))
    },
    running: turns.running,
    waiting: turns.waiting,
    isContended: () => turns.running() >= limits.maxRunning && turns.waiting() > 0,
  }
}

interface Waiter {
  start: () => void
}

const toRequester = (client: Client | undefined): Requester => client ?? { network: 'own work', site: null }

async function runWithPermit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  leave: () => void,
): Promise<T> {
  let working: Promise<T> | undefined
  try {
    return await untilAborted(signal, () => (working = work(signal)))
  } finally {
    if (working) working.then(leave, leave)
    else leave()
  }
}

export interface Requester {
  network: string
  site: string | null
  isKeyHolder?: true
}

interface TurnLimits {
  maxRunning: number
  /** Never used by callers without a key; 0 by default. */
  reservedForKeyHolders?: number
  /** All networks of a site together get eight times as much, a key holder four times (D82). */
  maxRunningPerNetwork: number
  /** Separately for callers without a key and for key holders, so that neither shuts the other out. */
  maxWaiting: number
  /** All networks of a site together get eight times as much (D82). */
  maxWaitingPerNetwork: number
}

interface Site<T> {
  lines: Lines<T>
  /** A site's turn lasts for as many items as it has waiting networks, up to its shares. */
  shares: number
  turnsLeft: number
}

/**
 * Key holders and callers without a key take turns; so do the sites of each, and the networks of a site. Items of one
 * network start in order of arrival.
 */
export function createTurns<T>(limits: TurnLimits) {
  const keyHolders = createSiteTurns<T>(limits)
  const others = createSiteTurns<T>(limits)
  const getSites = ({ isKeyHolder }: Requester) => (isKeyHolder ? keyHolders : others)
  let [next, afterNext] = [keyHolders, others]
  const maxOthers = limits.maxRunning - (limits.reservedForKeyHolders ?? 0)
  let running = 0
  let othersRunning = 0
  const takeFrom = (sites: SiteTurns<T>): T | undefined => {
    if (sites === keyHolders) return keyHolders.take()
    const item = othersRunning < maxOthers ? others.take() : undefined
    if (item !== undefined) othersRunning++
    return item
  }
  return {
    add: (requester: Requester, item: T): boolean => getSites(requester).add(requester, item),
    take: (): T | undefined => {
      if (running >= limits.maxRunning) return undefined
      const item = takeFrom(next) ?? takeFrom(afterNext)
      if (item === undefined) return undefined
      running++
      ;[next, afterNext] = [afterNext, next]
      return item
    },
    withdraw: (requester: Requester, item: T): void => getSites(requester).withdraw(requester, item),
    end: (requester: Requester): void => {
      running--
      if (!requester.isKeyHolder) othersRunning--
      getSites(requester).end(requester)
    },
    running: () => running,
    waiting: () => keyHolders.waiting() + others.waiting(),
    known: () => keyHolders.known() + others.known(),
  }
}

type SiteTurns<T> = ReturnType<typeof createSiteTurns<T>>

function createSiteTurns<T>(limits: TurnLimits) {
  const sites = new Map<string, Site<T>>()
  let order: string[] = []
  let waiting = 0

  const passTurn = (site: Site<T>) => {
    const name = order.shift()
    if (name !== undefined && site.lines.waiting() > 0) order.push(name)
    site.turnsLeft = Math.min(site.shares, site.lines.waitingNetworks())
  }
  /** Undefined when every network of the site is at a limit. */
  const takeFromFirst = (): T | undefined => {
    const site = sites.get(order[0] ?? '')
    const item = site?.lines.take()
    if (site && item !== undefined) site.turnsLeft--
    if (site && (item === undefined || site.turnsLeft === 0 || site.lines.waiting() === 0)) passTurn(site)
    return item
  }
  const forgetIdle = (name: string) => {
    if (sites.get(name)?.lines.known() === 0) sites.delete(name)
  }
  return {
    add: (requester: Requester, item: T): boolean => {
      if (waiting >= limits.maxWaiting) return false
      const name = getName(requester)
      const site = sites.get(name) ?? createSite<T>(requester, limits)
      sites.set(name, site)
      const isFirst = site.lines.waiting() === 0
      if (!site.lines.add(requester, item)) return false
      if (isFirst) order.push(name)
      if (isFirst) site.turnsLeft = 1
      waiting++
      return true
    },
    take: (): T | undefined => {
      for (let left = order.length; left > 0; left--) {
        const item = takeFromFirst()
        if (item === undefined) continue
        waiting--
        return item
      }
      return undefined
    },
    withdraw: (requester: Requester, item: T): void => {
      const name = getName(requester)
      const site = sites.get(name)
      if (!site?.lines.withdraw(requester.network, item)) return
      waiting--
      if (site.lines.waiting() === 0) order = order.filter((one) => one !== name)
      forgetIdle(name)
    },
    end: (requester: Requester): void => {
      sites.get(getName(requester))?.lines.end(requester.network)
      forgetIdle(getName(requester))
    },
    waiting: () => waiting,
    known: () => [...sites.values()].reduce((sum, { lines }) => sum + lines.known(), 0),
  }
}

function createSite<T>({ site }: Requester, limits: TurnLimits): Site<T> {
  const shares = site === null ? 1 : siteShares
  return { lines: createLines<T>(lineLimits(limits, shares)), shares, turnsLeft: 1 }
}

/** Networks and sites never share a name: both end in the length of their prefix. */
const getName = ({ network, site }: Requester) => site ?? network

const lineLimits = (limits: TurnLimits, shares: number): LineLimits => ({
  ...limits,
  maxRunning: shares === 1 ? Infinity : shares * limits.maxRunningPerNetwork,
  maxWaiting: shares * limits.maxWaitingPerNetwork,
})

interface LineLimits {
  maxRunning: number
  maxWaiting: number
  maxRunningPerNetwork: number
  maxWaitingPerNetwork: number
}

/** A key holder has four times the quota of a network (D82). */
const keyHolderShares = 4

interface Line<T> {
  waiting: T[]
  running: number
  maxRunning: number
}

type Lines<T> = ReturnType<typeof createLines<T>>

/** One line per network of a site; lines take turns within every limit. */
function createLines<T>(limits: LineLimits) {
  const lines = new Map<string, Line<T>>()
  let order: string[] = []
  let [running, waiting] = [0, 0]

  const isOpen = (network: string) => {
    const line = lines.get(network)
    return line !== undefined && line.running < line.maxRunning
  }
  const forgetIdle = (network: string, line: Line<T>) => {
    if (line.waiting.length + line.running === 0) lines.delete(network)
  }

  return {
    add: ({ network, isKeyHolder }: { network: string; isKeyHolder?: true }, item: T) => {
      const maxRunning = limits.maxRunningPerNetwork * (isKeyHolder ? keyHolderShares : 1)
      const line = lines.get(network) ?? { waiting: [], running: 0, maxRunning }
      if (waiting >= limits.maxWaiting || line.waiting.length >= limits.maxWaitingPerNetwork) return false
      if (line.waiting.length === 0) order.push(network)
      lines.set(network, line)
      line.waiting.push(item)
      waiting++
      return true
    },
    take: (): T | undefined => {
      const network = running < limits.maxRunning ? order.find(isOpen) : undefined
      const line = network === undefined ? undefined : lines.get(network)
      if (network === undefined || !line) return undefined
      order.splice(order.indexOf(network), 1)
      if (line.waiting.length > 1) order.push(network)
      line.running++
      running++
      waiting--
      return line.waiting.shift()
    },
    withdraw: (network: string, item: T): boolean => {
      const line = lines.get(network)
      const at = line?.waiting.indexOf(item) ?? -1
      if (!line || at < 0) return false
      line.waiting.splice(at, 1)
      waiting--
      if (line.waiting.length === 0) order = order.filter((name) => name !== network)
      forgetIdle(network, line)
      return true
    },
    end: (network: string): void => {
      const line = lines.get(network)
      if (!line) return
      line.running--
      running--
      forgetIdle(network, line)
    },
    waiting: () => waiting,
    waitingNetworks: () => order.length,
    known: () => lines.size,
  }
}
