import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network whose requests count together: an IPv4 address, or the /64 of an IPv6 address, because every customer gets that
 * much (D47). An IPv4-mapped IPv6 address counts as its IPv4 address; text that is no address counts as `unknown`.
 */
export function clientNetwork(ip: string): string {
  const address = ip.replace(withPort, '$1$2')
  const family = isIP(address)
  if (family === 4) return address
  if (family === 0) return 'unknown'
  const ipv6 = ipaddr.IPv6.parse(address)
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().toString()
  const groups = ipv6.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

/** Some proxies write the port behind the address. */
const withPort = /^(?:(\d+(?:\.\d+){3}):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i

/** All networks of a site together get this many times the quota of one client network (D82). */
export const siteShares = 8

/**
 * The IPv6 /48 of an address, or of a client network as `clientNetwork` names it. One customer may have a /48, and with it
 * 65,536 client networks (D82). Null for IPv4 and for text that is no address.
 */
export function clientSite(address: string): string | null {
  if (!address.includes(':')) return null // a fast path for IPv4, the usual case
  const network = address.includes('/') ? address : clientNetwork(address)
  const [, site] = network64.exec(network) ?? []
  return site === undefined ? null : `${site}::/48`
}

const network64 = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/
