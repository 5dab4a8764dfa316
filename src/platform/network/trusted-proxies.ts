import { BlockList, isIP, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { maxEntries } from '../caching/max-entries.ts'

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
