// What IANA's special-purpose registries call not globally reachable, and the assignments of the IETF as a whole, whose
// few reachable ones are anycast addresses of the nearest router.
const NON_PUBLIC_IPV4: [net: string, prefix: number][] = [
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

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const DOTTED = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)

/** Whether an address (dotted IPv4, or IPv6 without brackets) is one of the public internet; nothing else is. */
export function isPublicAddress(ip: string): boolean {
  const groups = groupsOf(ip)
  return groups === null ? DOTTED.test(ip) && isPublicIpv4(ip) : isPublicIpv6(groups)
}

/** Whether a host, as `URL` writes it, is a public address or a name of several labels that the name system could know. */
export const isPublicHost = (host: string): boolean =>
  HOST_NAME.test(host) || isPublicAddress(host.replace(/^\[(.*)\]$/, '$1'))

const HOST_NAME = /^(?=.{1,253}$)(?:(?!-)[a-z\d_-]{1,63}(?<!-)\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/

const isPublicIpv4 = (ip: string) =>
  !NON_PUBLIC_IPV4.some(([net, prefix]) => networkOf(ip, prefix) === networkOf(net, prefix))

const networkOf = (ip: string, prefix: number) =>
  Math.floor(ip.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0) / 2 ** (32 - prefix))

// Only global unicast, 2000::/3: that leaves out every other spelling of an IPv4 address (mapped, compatible, SIIT,
// ISATAP) but the tunnels, which are named, and NAT64, where behind DNS64 the IPv4 inside is where packets go.
function isPublicIpv6(groups: number[]): boolean {
  const [first = 0, second = 0] = groups
  if (isNat64(groups)) return isPublicIpv4(dotted(groups.slice(6)))
  const isAssigned = first === 0x2002 || (first === 0x2001 && second < 0x200) // 6to4; Teredo, benchmarking, ORCHID …
  const isDocumentation = (first === 0x2001 && second === 0xdb8) || (first === 0x3fff && second < 0x1000)
  return first >= 0x2000 && first <= 0x3fff && !isAssigned && !isDocumentation
}

const isNat64 = ([first, second, ...rest]: number[]) =>
  first === 0x64 && second === 0xff9b && rest.slice(0, 4).every((group) => group === 0)

const dotted = (groups: number[]) => groups.flatMap((group) => [group >> 8, group & 255]).join('.')

/** The eight groups of an IPv6 address; null: it is none. The URL parser does the reading, dotted tails included. */
export function groupsOf(ip: string): number[] | null {
  const host = /^[\da-f:.]*:[\da-f:.]*$/i.test(ip) ? URL.parse(`http://[${ip}]/`)?.hostname : undefined
  if (host === undefined) return null
  const [left = [], right = []] = host
    .slice(1, -1)
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':')))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}
