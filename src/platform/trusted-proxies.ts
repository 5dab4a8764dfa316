import { BlockList, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

/** Whether an address is one of the proxies, given as addresses or CIDRs; most requests come from few addresses. */
export function openTrust(networks: string[]): (address: string) => boolean {
  const proxies = new BlockList() // named for what it is mostly used for
  for (const network of networks) add(proxies, network)
  const known = new LRUCache<string, boolean>({ max: 1000 })
  return (address) => {
    const isProxy = known.get(address) ?? proxies.check(address, familyOf(address))
    known.set(address, isProxy)
    return isProxy
  }
}

function add(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  if (bits === undefined) list.addAddress(address, familyOf(address))
  else list.addSubnet(address, Number(bits), familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
