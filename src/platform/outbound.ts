import { lookup } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import { type Resolve, openAgent } from './outbound-connector.ts'
import { type OutboundAnswer, type OutboundRequest, exchange } from './outbound-exchange.ts'
import { checkTarget, exemptHosts, isExempt } from './outbound-target.ts'
import { isPublicAddress } from './public-address.ts'

export { OutboundFailed, type OutboundFault } from './outbound-connector.ts'
export type { OutboundAnswer, OutboundRequest } from './outbound-exchange.ts'
export { OutboundRefused, isAllowEntry } from './outbound-target.ts'

/** The one way to addresses that strangers name: https on port 443 of public addresses, unless a host is exempt (D44). */
export interface Outbound {
  /** The parsed address when requests may be sent there; throws `OutboundRefused`. Does no I/O. */
  check: (url: string) => URL
  /** Sends one request; follows no redirect. Throws `OutboundRefused`, `OutboundFailed`, or the signal's reason unless that is a time-out. */
  request: (url: string, options: OutboundRequest) => Promise<OutboundAnswer>
  /** Ends every connection; what is under way fails. */
  close: () => Promise<void>
}

export interface OutboundOptions {
  /** `host` or `host:port`: exempt from the rules on scheme, port, name and address. */
  allow: string[]
  /** Certificates (PEM) to trust beside the usual ones. */
  ca?: string | string[]
  /** Every address of a name; the system's answer when not given. */
  resolve?: Resolve
  /** Most connections to one origin, over which requests wait, their time running; null: the caller bounds them. */
  connections?: number | null
}

/** Opens the guard; connections are made at the first request and kept for a few seconds. */
export function openOutbound({ allow, ca = [], resolve = resolveAll, connections = 8 }: OutboundOptions): Outbound {
  const exempt = exemptHosts(allow)
  const trust = { resolve, ca: [ca].flat(), connections }
  const guarded = openAgent({ ...trust, accept: isPublicAddress })
  const unguarded = openAgent({ ...trust, accept: () => true })
  const check = (url: string) => checkTarget(url, exempt)
  const routes = new LRUCache<string, ReturnType<typeof routeTo>>({ max: 5000 })
  const routeTo = (url: string) => {
    const target = check(url)
    const { origin, pathname, search } = target
    return { agent: isExempt(target, exempt) ? unguarded : guarded, target: { origin, path: pathname + search } }
  }
  const knownRouteTo = (url: string) => {
    const known = routes.get(url) ?? routeTo(url)
    routes.set(url, known)
    return known
  }
  return {
    check,
    request: async (url, options) => {
      const { agent, target } = knownRouteTo(url)
      return exchange(agent, target, options)
    },
    close: async () => {
      await Promise.all([guarded.destroy(), unguarded.destroy()])
    },
  }
}

const resolveAll: Resolve = (host) => lookup(host, { all: true })
