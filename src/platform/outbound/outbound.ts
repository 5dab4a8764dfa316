import { LRUCache } from 'lru-cache'
import { type Trust, openAgent, openSecureContext } from './outbound-connector.ts'
import { type OutboundResponse, type OutboundRequest, type Target, exchange } from './outbound-exchange.ts'
import { type OutboundUse, checkTarget, exemptHosts, isExempt } from './outbound-target.ts'
import { openUnshared } from './outbound-unshared.ts'
import { isPublicAddress } from '../../../contract/public-address.ts'
import { type Resolve, askSystem } from './resolver.ts'
import { maxEntries } from '../caching/max-entries.ts'

export { OutboundFailed, type OutboundFault } from './outbound-connector.ts'
export type { OutboundResponse, OutboundRequest } from './outbound-exchange.ts'
export { OutboundRefused, type OutboundUse, isAllowEntry, isForEveryUse, outboundUses } from './outbound-target.ts'

/** Sends requests to URLs that strangers choose: https on port 443 of public addresses, unless a host is exempt (D44). */
export interface Outbound {
  /** Parses a URL that requests may be sent to. Throws `OutboundRefused`. Does no I/O. */
  check: (url: string) => URL
  /**
   * Sends one request without following redirects. Throws `OutboundRefused`, `OutboundFailed`, or the signal's reason unless it
   * is a timeout.
   */
  request: (url: string, options: OutboundRequest) => Promise<OutboundResponse>
  /** The number of origins with connections. */
  origins: () => number
  /** Closes every connection; requests in flight fail. */
  close: () => Promise<void>
}

export interface OutboundOptions {
  /** `host` or `host:port`, for one use as `use=host:port`: exempt from the rules on scheme, port, name and address. */
  allow: string[]
  /** The use of the URLs. Without it, only exemptions for every use count. */
  use?: OutboundUse
  /** Certificates (PEM) to trust beside the usual ones. */
  ca?: string | string[]
  /** Resolves the hosts that strangers choose. */
  resolve: Resolve
  /** Resolves the exempt hosts; by default the system does, because it knows local names. */
  resolveExempt?: Resolve
  /**
   * The maximum of connections to one origin, for which requests wait while their time runs; null: the caller limits them;
   * `unshared`: one connection per request, closed after it.
   */
  connections?: number | null | 'unshared'
}

/** Opens the guard. It connects at the first request and keeps shared connections for a few seconds. */
export function openOutbound(options: OutboundOptions): Outbound {
  const { allow, use, ca = [], resolve, resolveExempt = askSystem, connections = 8 } = options
  const exempt = exemptHosts(allow, use)
  const trust = { getSecureContext: openSecureContext([ca].flat()), connections }
  const guarded = openWay({ ...trust, resolve, accept: isPublicAddress })
  const unguarded = openWay({ ...trust, resolve: resolveExempt, accept: () => true })
  const check = (url: string) => checkTarget(url, exempt)
  const getRoute = (url: string) => {
    const target = check(url)
    const { origin, pathname, search } = target
    return { way: isExempt(target, exempt) ? unguarded : guarded, target: { origin, path: pathname + search } }
  }
  const routes = new LRUCache<string, ReturnType<typeof getRoute>>({ ...maxEntries(5000), memoMethod: getRoute })
  return {
    check,
    request: async (url, request) => {
      const { way, target } = routes.memo(url)
      return way.send(target, request)
    },
    origins: () => guarded.origins() + unguarded.origins(),
    close: async () => {
      await Promise.all([guarded.close(), unguarded.close()])
    },
  }
}

interface Way {
  send: (target: Target, request: OutboundRequest) => Promise<OutboundResponse>
  origins: () => number
  close: () => Promise<void>
}

function openWay({ connections, ...trust }: Trust & { connections: number | null | 'unshared' }): Way {
  if (connections === 'unshared') return openUnshared(trust)
  const agent = openAgent({ ...trust, connections })
  return {
    send: (target, request) => exchange(agent, target, request),
    origins: () => Object.keys(agent.stats).length,
    close: () => agent.destroy(),
  }
}
