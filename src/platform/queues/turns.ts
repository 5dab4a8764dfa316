import { siteShares } from '../network/client-network.ts'
import { type LineLimits, type Lines, createLines } from './turn-lines.ts'

/** The client on whose behalf an item waits and runs. */
export interface Requester {
  /** A client network, or another name of one caller. */
  network: string
  /** The IPv6 /48 of the network; null: none. */
  site: string | null
  /** Set for the keys of one lineage, wherever they are used. */
  isKeyHolder?: true
}

export interface TurnLimits {
  maxRunning: number
  /** Permits that callers without a key never take, so that a key holder doesn't wait until one of them ends; 0 by default. */
  reservedForKeyHolders?: number
  /** All networks of a site together get eight times as much, a key holder four times (D82). */
  maxRunningPerNetwork: number
  /**
   * The maximum of all callers without a key, and separately of all key holders, so that a full queue of strangers shuts no key
   * holder out.
   */
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
 * Decides which item runs next. Key holders and callers without a key take turns; so do the sites of each, and the networks of
 * one site. Items of one network start in order of arrival. Enforces every limit; knows neither time nor promises.
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
    /** Queues an item. Returns false when too many wait. */
    add: (requester: Requester, item: T): boolean => getSites(requester).add(requester, item),
    /** Starts the next item; undefined when none may start. */
    take: (): T | undefined => {
      if (running >= limits.maxRunning) return undefined
      const item = takeFrom(next) ?? takeFrom(afterNext)
      if (item === undefined) return undefined
      running++
      ;[next, afterNext] = [afterNext, next]
      return item
    },
    /** Removes a waiting item. */
    withdraw: (requester: Requester, item: T): void => getSites(requester).withdraw(requester, item),
    /** Ends an item that ran. */
    end: (requester: Requester): void => {
      running--
      if (!requester.isKeyHolder) othersRunning--
      getSites(requester).end(requester)
    },
    running: () => running,
    waiting: () => keyHolders.waiting() + others.waiting(),
    /** The number of networks with waiting or running items. */
    known: () => keyHolders.known() + others.known(),
  }
}

type SiteTurns<T> = ReturnType<typeof createSiteTurns<T>>

/** The sites of key holders, or those of callers without a key, in turns. */
function createSiteTurns<T>(limits: TurnLimits) {
  const sites = new Map<string, Site<T>>()
  let order: string[] = [] // sites with waiting items, the next one first
  let waiting = 0

  const passTurn = (site: Site<T>) => {
    const name = order.shift()
    if (name !== undefined && site.lines.waiting() > 0) order.push(name)
    site.turnsLeft = Math.min(site.shares, site.lines.waitingNetworks())
  }
  /** Returns undefined when every network of the first site is at a limit; then the next site's turn comes. */
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
