import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * An IPv4 address, or the /64 of an IPv6 address, which every customer has (D47). IPv4-mapped addresses count as IPv4;
 * other text as `unknown`.
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

/** All networks of a site together have this many times the quota of one (D82). */
export const siteShares = 8

/** One customer may have a /48, and so 65,536 client networks (D82). Null for IPv4 and for other text. */
export function clientSite(address: string): string | null {
  if (!address.includes(':')) return null // a fast path for IPv4, the usual case
  const network = address.includes('/') ? address : clientNetwork(address)
  const [, site] = network64.exec(network) ?? []
  return site === undefined ? null : `${site}::/48`
}

const network64 = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/

export interface HashedNetwork {
  network: string
  /** The hash of the network's IPv6 /48; null for IPv4. */
  site: string | null
}

export type HashNetwork = (ip: string) => Promise<HashedNetwork>

/** Whether a host is reachable from this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.[\d.]+$/.test(host)
