import type { LookupAddress } from 'node:dns'
import { Resolver, getServers, lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { QueueRefused, createAdmissionQueue } from '../queues/admission-queue.ts'
import type { Metrics } from '../metrics.ts'
import { untilAborted } from '../resilience/timeouts.ts'
import { maxEntries } from '../caching.ts'

/** Rejects with the signal's reason as soon as it fires. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>

interface ResolverOptions {
  name: string
  metrics: Pick<Metrics, 'queueRunning' | 'queueWaiting' | 'queueRefused'>
  servers: string[]
  maxWaitingPerNetwork?: number
}

export function isNameServer(value: string): boolean {
  if (isIP(value) !== 0) return true
  const [, ipv6, ipv4 = '', port] = /^(?:\[([\da-f:.]+)\]|([\d.]+)):(\d{1,5})$/i.exec(value) ?? []
  return (ipv6 === undefined ? isIP(ipv4) === 4 : isIP(ipv6) === 6) && Number(port) >= 1 && Number(port) <= 65_535
}

/** For hosts that the operator names; knows local names. */
export const askSystem: Resolve = (host, signal) => untilAborted(signal, () => lookup(host, { all: true }))

const maxLookups = 32
const timeoutMs = 2000
const failureTtlMs = 5000

/**
 * The system's look-up uses the few threads of files and images, can't be cancelled, and may take long. This one limits
 * each look-up and their number, and doesn't read the hosts file.
 */
export function createResolver({ name, metrics, servers, maxWaitingPerNetwork = 64 }: ResolverOptions): Resolve {
  const queue = createAdmissionQueue({ name, maxRunning: maxLookups, maxWaitingPerNetwork, metrics })
  const failures = new LRUCache<string, Error>({ ...maxEntries(5000), ttl: failureTtlMs })
  return async (host, signal) => {
    const failure = failures.get(host)
    if (failure) throw failure
    try {
      return await queue.run(() => lookUp(host, { servers, signal }), { signal })
    } catch (error) {
      if (error instanceof Error && !signal.aborted && !(error instanceof QueueRefused)) failures.set(host, error)
      throw error
    }
  }
}

/** Addresses of one kind suffice when the host has no others, or its name server doesn't respond for them. */
async function lookUp(
  host: string,
  { servers, signal }: { servers: string[]; signal: AbortSignal },
): Promise<LookupAddress[]> {
  const resolver = createQueryResolver(servers)
  const cancel = () => resolver.cancel()
  const timer = setTimeout(cancel, timeoutMs)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    return [...toAddresses(v4, 4), ...toAddresses(v6, 6)]
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}

/** One resolver per look-up, so that each can be cancelled. A silent server uses up its share of the time. */
function createQueryResolver(servers: string[]): Resolver {
  const count = Math.max(1, servers.length || getServers().length)
  const timeout = Math.floor(timeoutMs / count) - 100 // it checks its clock once a second, and would wait for another second
  const resolver = new Resolver({ timeout: Math.max(timeout, 250), tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}

const toAddresses = (response: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  response.status === 'fulfilled' ? response.value.map((address) => ({ address, family })) : []
