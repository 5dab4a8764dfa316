import { Client } from 'undici'
import {
  type OutboundResponse,
  type OutboundRequest,
  type Target,
  toAbortError,
  exchange,
} from './outbound-exchange.ts'
import { type Trust, resolveAllowed, createConnector, pinned } from './outbound-connector.ts'

const connectTimeoutMs = 5000

/** One connection per request, so that a slow host delays no other request. */
export function openUnshared(trust: Trust) {
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
      const connect = createConnector(trust, { lookup, timeoutMs: connectTimeoutMs, signal: over.signal })
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
