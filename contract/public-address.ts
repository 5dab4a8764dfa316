import ipaddr from 'ipaddr.js'

// IANA's blocks that are not globally reachable, and all IETF protocol assignments, whose reachable ones are anycast
// addresses.
const nonPublicIpv4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // class E, broadcast
]

const nonPublicIpv6: [network: string, prefix: number][] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
]

// IPv6 is public only in global unicast, which excludes other spellings of IPv4 addresses except 6to4 and Teredo
// (above) and NAT64, which reaches the embedded IPv4 address behind DNS64.
const nat64 = '64:ff9b::'
const publicIpv6: [network: string, prefix: number][] = [
  ['2000::', 3],
  [nat64, 96],
]

type Block<T> = [network: T, prefix: number]

const toIpv4Block = ([network, prefix]: Block<string>): Block<ipaddr.IPv4> => [ipaddr.IPv4.parse(network), prefix]
const toIpv6Block = ([network, prefix]: Block<string>): Block<ipaddr.IPv6> => [ipaddr.IPv6.parse(network), prefix]

const nonPublicIpv4Blocks = nonPublicIpv4.map(toIpv4Block)
const publicIpv6Blocks = publicIpv6.map(toIpv6Block)
const nonPublicIpv6Blocks = [
  ...nonPublicIpv6,
  ...nonPublicIpv4.map(([network, prefix]): Block<string> => [nat64 + network, 96 + prefix]),
].map(toIpv6Block)

/** Dotted IPv4, or IPv6 without brackets and zone. */
export function isPublicAddress(ip: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) {
    const address = ipaddr.IPv4.parse(ip)
    return !nonPublicIpv4Blocks.some((block) => address.match(block))
  }
  if (ip.includes('%') || !ipaddr.IPv6.isValid(ip)) return false
  const address = ipaddr.IPv6.parse(ip)
  return (
    publicIpv6Blocks.some((block) => address.match(block)) && !nonPublicIpv6Blocks.some((block) => address.match(block))
  )
}

/** A public address, or a host name of several labels. */
export const isPublicHost = (host: string): boolean =>
  hostName.test(host) || isPublicAddress(host.replace(/^\[(.*)\]$/, '$1'))

const hostName = /^(?=.{1,253}$)(?:(?!-)[a-z\d_-]{1,63}(?<!-)\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/
