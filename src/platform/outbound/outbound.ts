import { LRUCache } from 'lru-cache'
import { Client } from 'undici'
import { isPublicAddress } from '../../../contract/public-address.ts'
import { maxEntries } from '../caching.ts'
import {
  createConnector,
  createResolvingConnector,
  openAgent,
  openSecureContext,
  pinned,
  resolveAllowed,
  skippingInterimResponses,
  type Trust,
} from './outbound-connector.ts'
import {
  exchange,
  type OutboundRequest,
  type OutboundResponse,
  type Target,
  toAbortError,
} from './outbound-exchange.ts'
import { OutboundSockets } from './outbound-sockets.ts'
import { checkTarget, exemptHosts, isExempt, type OutboundUse } from './outbound-target.ts'
import { askSystem, type Resolve } from './resolver.ts'

export { OutboundFailed, type OutboundFault } from './outbound-connector.ts'
export type { OutboundResponse, OutboundRequest } from './outbound-exchange.ts'
export { OutboundRefused, type OutboundUse, isAllowEntry, isForEveryUse, outboundUses } from './outbound-target.ts'

/** For URLs that callers choose: https on port 443 of public addresses, unless a host is exempt (D44). */
export interface Outbound {
  check: (url: string) => URL
  /**
   * Never follows redirects. Throws `OutboundRefused`, `OutboundFailed`, or the signal's reason unless it is a timeout.
   */
  request: (url: string, options: OutboundRequest) => Promise<OutboundResponse>
  origins: () => number
  close: () => Promise<void>
}

export interface OutboundOptions {
  /** `host` or `host:port`, for one use as `use=host:port`: exempt from the rules. */
  allow: string[]
  use?: OutboundUse
  ca?: string | string[]
  resolve: Resolve
  /** The system by default, because it knows local names. */
  resolveExempt?: Resolve
  /**
   * How many a host gets at most. null: one for each request in flight, which the caller limits; kept and written to
   * without undici, for callers that send thousands of requests a second.
   */
  connections?: number | null | 'unshared'
}

/** Connects on first use and keeps shared connections for a few seconds. */
export function openOutbound(options: OutboundOptions): Outbound {
  const { allow, use, ca = [], resolve, resolveExempt = askSystem, connections = 8 } = options
  const exempt = exemptHosts(allow, use)
  const trust = { getSecureContext: openSecureContext([ca].flat()), connections }
  const guarded = openWay({ ...trust, resolve, accept: isPublicAddress })
  const unguarded = openWay({ ...trust, resolve: resolveExempt, accept: () => true })
  const check = (url: string) => checkTarget(url, exempt)
  const getRoute = (url: string) => {
    const target = check(url)
    const { origin, host, pathname, search } = target
    return { way: isExempt(target, exempt) ? unguarded : guarded, target: { origin, host, path: pathname + search } }
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
  if (connections === null) return openSockets(trust)
  const agent = openAgent({ ...trust, connections })
  return {
    send: (target, request) => exchange(agent, target, request),
    origins: () => Object.keys(agent.stats).length,
    close: () => agent.destroy(),
  }
}

function openSockets(trust: Trust): Way {
  const sockets = new OutboundSockets(createResolvingConnector(trust))
  return {
    send: (target, request) => exchange(sockets, target, request),
    origins: () => sockets.origins,
    close: async () => sockets.close(),
  }
}

const connectTimeoutMs = 5000

/** One connection per request, so that a slow host delays no other request. */
function openUnshared(trust: Trust) {
  const clients = new Set<Client>()
  return {
    send: async (target: Target, options: OutboundRequest): Promise<OutboundResponse> => {
      const { signal } = options
      if (signal.aborted) throw toAbortError(signal)
      const addresses = await resolveAllowed(trust, new URL(target.origin).hostname, signal).catch((error: unknown) => {
        throw signal.aborted ? toAbortError(signal) : error
      })
      const over = new AbortController() // also closes the socket while it connects, which the client doesn't
      const lookup = pinned(addresses)
      const connect = skippingInterimResponses(
        createConnector(trust, { lookup, timeoutMs: connectTimeoutMs, signal: over.signal }),
      )
      const client = new Client(target.origin, { connect, pipelining: 1 })
      clients.add(client)
      try {
        return await exchange(client, target, options)
      } finally {
        clients.delete(client)
        await client.destroy()
        over.abort('the request has ended') // a reason of its own costs no stack trace
      }
    },
    origins: () => clients.size,
    close: async () => {
      await Promise.all([...clients].map((client) => client.destroy()))
    },
  }
}
