import { groupsOf } from './public-address.ts'

/**
 * Whose requests count together: an IPv4 address, or the /64 of an IPv6 one, since that much is given to every customer
 * (D47). An IPv4 address in IPv6 clothes is itself; what is no address is one caller.
 */
export function clientNetwork(ip: string): string {
  const bare = ip.replace(withPort, '$1$2')
  if (!bare.includes(':')) return dotted.test(bare) ? bare : 'unknown'
  const groups = groupsOf(bare.replace(/%.*$/, ''))
  if (!groups) return 'unknown'
  return (
    mappedIpv4(groups) ??
    `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  )
}

/** Some proxies write the port behind the address. */
const withPort = /^(?:(\d+(?:\.\d+){3}):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i

const dotted = /^\d{1,3}(\.\d{1,3}){3}$/

function mappedIpv4([a, b, c, d, e, f, high = 0, low = 0]: number[]): string | undefined {
  const isMapped = f === 0xffff && [a, b, c, d, e].every((group) => group === 0)
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined
}
