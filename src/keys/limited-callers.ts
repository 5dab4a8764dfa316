import { createHmac } from 'node:crypto'
import { minuteMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { clientNetwork, clientSite, type HashNetwork } from '../platform/client-network.ts'
import { createSharedKey } from '../platform/secret-box.ts'
import type { Clock } from '../platform/time.ts'
import { findNetworkKey, insertNetworkKey } from './store.ts'

interface LimitedCaller {
  /** The prefix of an API key, or an IPv4 /24 or IPv6 /48. */
  caller: string
  policy: string
  /** A lower bound: a recently evicted caller may have been refused more often. */
  refused: number
  lastAt: Date
}

/** Counted by this process, over the last 30 to 60 minutes. */
export interface LimitedCallers {
  note: (caller: Caller, policy: string) => void
  list: (limit: number) => LimitedCaller[]
}

interface Caller {
  ip: string
  prefix: string | null
}

const periodMs = 30 * minuteMs
/** Per period. Every caller with more than a 200th of all refusals is included. */
const maxCallers = 200

/** `refused` may be too high by up to `unsure`, the count of the evicted caller. */
interface Counted extends LimitedCaller {
  unsure: number
}

type Counts = Map<string, Counted>

/**
 * Counts refusals in bounded memory: a new caller takes the place and the count of the one that was refused least (the
 * algorithm "space saving"). No whole address is kept.
 */
export function createLimitedCallers(clock: Clock): LimitedCallers {
  let current: Counts = new Map()
  let previous: Counts = new Map()
  let period = -1
  const turn = (now: Date) => {
    const next = Math.floor(now.getTime() / periodMs)
    if (next === period) return
    previous = next === period + 1 ? current : new Map()
    current = new Map()
    period = next
  }
  return {
    note: (caller, policy) => {
      const now = clock.now()
      turn(now)
      count(current, { caller: toName(caller), policy, lastAt: now })
    },
    list: (limit) => {
      turn(clock.now())
      const sums = new Map<string, LimitedCaller>()
      for (const one of [...previous.values(), ...current.values()])
        sums.set(one.caller, toSum(one, sums.get(one.caller)))
      return [...sums.values()].toSorted((a, b) => b.refused - a.refused).slice(0, limit)
    },
  }
}

function count(counts: Counts, refusal: Omit<LimitedCaller, 'refused'>): void {
  const known = counts.get(refusal.caller)
  const unsure = known?.unsure ?? (counts.size < maxCallers ? 0 : removeLeast(counts))
  counts.set(refusal.caller, { ...refusal, unsure, refused: (known?.refused ?? unsure) + 1 })
}

/** Returns the count of the caller that was refused least. */
function removeLeast(counts: Counts): number {
  const [first, ...others] = counts.values()
  if (!first) return 0
  const least = others.reduce((a, b) => (b.refused < a.refused ? b : a), first)
  counts.delete(least.caller)
  return least.refused
}

const toSum = ({ unsure, refused, ...one }: Counted, before?: LimitedCaller): LimitedCaller => ({
  ...one,
  refused: refused - unsure + (before?.refused ?? 0),
})

const toName = ({ ip, prefix }: Caller): string => prefix ?? maskNetwork(ip)

/** `203.0.113.0/24`: an operator sees where the requests come from, and not from whom. */
function maskNetwork(ip: string): string {
  const network = clientNetwork(ip)
  return clientSite(network) ?? network.replace(/\.\d+$/, '.0/24')
}

/** The first replica that needs the key creates it. */
export function createNetworkHash({ db, random }: Pick<Deps, 'db' | 'random'>): HashNetwork {
  const key = createSharedKey({
    find: () => findNetworkKey(db),
    insert: (made) => insertNetworkKey(db, made),
    random,
    table: 'network_key',
  })
  return async (ip) => {
    const hash = hashWith(await key())
    const site = clientSite(ip)
    return { network: hash(clientNetwork(ip)), site: site && hash(site) }
  }
}

/** 128 bits are enough: two networks with the same hash would only share a budget. */
const hashWith = (key: Buffer) => (network: string) =>
  createHmac('sha256', key).update(network).digest('hex').slice(0, 32)
