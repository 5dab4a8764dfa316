import { siteShares } from '../network/client-network.ts'
import { type LineLimits, type Lines, createLines } from './turn-lines.ts'

export interface Requester {
  network: string
  site: string | null
  isKeyHolder?: true
}

export interface TurnLimits {
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
