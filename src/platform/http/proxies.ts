import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { maxEntries } from '../caching.ts'
import type { Log } from '../log.ts'
import type { App } from './app.ts'

/** Caches results, because most requests come from few addresses. */
export function createProxyCheck(networks: string[]): (address: string) => boolean {
  const proxies = new BlockList()
  for (const network of networks) add(proxies, network)
  const cache = new LRUCache<string, boolean>({
    ...maxEntries(1000),
    memoMethod: (address) => proxies.check(address, getFamily(address)),
  })
  return (address) => cache.memo(address)
}

function add(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  if (bits === undefined) list.addAddress(address, getFamily(address))
  else list.addSubnet(address, Number(bits), getFamily(address))
}

const getFamily = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

export function isNetwork(value: string): boolean {
  const [address = '', bits] = value.split('/')
  const family = isIP(address)
  if (family === 0) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
    return /^\d+$/.test(bits)
  } catch {
    return false
  }
}

/** Behind a proxy that isn't configured, all clients share limits. */
export function warnOfUntrustedForwarding(app: App, { log, trustProxy }: { log: Log; trustProxy: string[] }): void {
  const isProxy = createProxyCheck(trustProxy)
  let isTold = false
  app.addHook('onRequest', ({ headers, socket }, _reply, done) => {
    const peer = socket.remoteAddress
    if (!isTold && headers['x-forwarded-for'] !== undefined && peer !== undefined && !isProxy(peer)) {
      isTold = true
      log.warn(
        { peer },
        'a request with X-Forwarded-For came from an address that is not in TRUST_PROXY; the header is ignored, and limits count the address. If it is your proxy, add it to TRUST_PROXY',
      )
    }
    done()
  })
}

/**
 * The address that Fastify's `request.ip` would be: the last one that isn't a proxy's. undefined: only Fastify can tell, or
 * `warnOfUntrustedForwarding` has to see the request.
 */
export function findClientAddress(
  { headers, socket }: IncomingMessage,
  isProxy: (address: string) => boolean,
): string | undefined {
  const peer = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined) return peer
  if (!isProxy(peer) || !plainAddresses.test(String(forwarded))) return undefined
  const addresses = String(forwarded).split(', ')
  return addresses.findLast((address) => !isProxy(address)) ?? addresses[0]
}

const plainAddresses = /^[\da-f.:]+(?:, [\da-f.:]+)*$/
