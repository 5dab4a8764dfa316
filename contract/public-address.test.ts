import assert from 'node:assert/strict'
import { BlockList, SocketAddress } from 'node:net'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isPublicAddress } from './public-address.ts'

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2001:200::1',
  '192.88.98.255',
  '192.88.100.0',
  '192.52.193.1',
  '2003::1',
  '2606:4700::1111',
  '2A00:1450:4001:0:0:0:0:200e',
  '3fff:1000::1',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '64:ff9b::808:808',
  '64:ff9b::8.8.8.8',
  '0064:ff9b:0:0:0:0:0808:0808',
]

for (const ip of publicAddresses) test(`${ip} is public`, () => assert.ok(isPublicAddress(ip)))

const nonPublic: [why: string, addresses: string[]][] = [
  ['this network', ['0.0.0.0', '0.255.255.255']],
  ['private', ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255']],
  ['carrier-grade NAT', ['100.64.0.0', '100.127.255.255']],
  ['loopback', ['127.0.0.0', '127.0.0.1', '127.255.255.255']],
  ['link-local', ['169.254.0.0', '169.254.169.254', '169.254.255.255']],
  ['protocol assignments', ['192.0.0.0', '192.0.0.255']],
  ['relays of 6to4', ['192.88.99.0', '192.88.99.255']],
  [
    'IPv6 protocol assignments',
    ['2001:1::1', '2001:2::1', '2001:2:0:1::', '2001:10::1', '2001:20::1', '2001:1ff:ffff::'],
  ],
  ['documentation', ['192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255']],
  ['benchmarking', ['198.18.0.0', '198.19.255.255']],
  ['multicast', ['224.0.0.0', '239.255.255.255']],
  ['class E', ['240.0.0.0', '255.255.255.255']],
  ['unspecified and loopback', ['::', '::1', '0:0:0:0:0:0:0:1']],
  ['IPv4-compatible', ['::7f00:1', '::127.0.0.1', '::8.8.8.8']],
  ['IPv4-mapped', ['::ffff:7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8']],
  ['SIIT', ['::ffff:0:7f00:1', '::ffff:0:8.8.8.8']],
  ['ISATAP', ['::5efe:7f00:1', 'fe80::5efe:7f00:1']],
  ['NAT64 of a private address', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::', '64:ff9b::1']],
  ['local-use NAT64', ['64:ff9b:1::808:808', '64:ff9b:1:ffff::1', '64:ff9b:0:1::808:808']],
  ['6to4', ['2002:7f00:1::', '2002:808:808::1', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['Teredo', ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['IPv6 documentation', ['2001:db8::1', '2001:db8:ffff::', '3fff::', '3fff:fff::1']],
  ['outside global unicast', ['1fff:ffff::', '4000::', '5f00::1', 'fc00::1', 'fd12:3456::1', 'fec0::1', '100::1']],
  ['link-local and multicast', ['fe80::1', 'fe80::1%eth0', 'ff02::1', 'ff0e::1']],
  ['with a zone', ['2606:4700::1111%eth0']],
  ['no address', ['', 'localhost', '1.1', '1.1.1', '01.1.1.1', '256.1.1.1', '1.1.1.1.', '0x7f.1', '2130706433']],
  [
    'no IPv6 address',
    [':', ':::', '1::2::3', '2606:4700', '2606::]/', '[2606::1]', '2606::1:', '2606::10000', '2606::g'],
  ],
]

for (const [why, addresses] of nonPublic) {
  test(`${why} is not public`, () => {
    assert.deepEqual(addresses.filter(isPublicAddress), [])
  })
}

const isForbidden = (ip: string) => !isPublicAddress(ip)
const hex = (...octets: number[]) => octets.map((octet) => octet.toString(16).padStart(2, '0')).join('')

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
const forbiddenOctets = octets.filter((all) => isForbidden(all.join('.')))

/** Every way to write an IPv4 address into an IPv6 one. */
function embeddings([a, b, c, d]: [number, number, number, number]): string[] {
  const pair = `${hex(a, b)}:${hex(c, d)}`
  const prefixes = ['::', '::ffff:', '::ffff:0:', '::5efe:', 'fe80::5efe:', '64:ff9b::', '64:ff9b:1::']
  return [...prefixes.map((prefix) => prefix + pair), `2002:${pair}::`, `2002:${pair}::1`, `2001:0:${pair}::1`]
}

test('no embedding of any forbidden IPv4 address is public', () => {
  fc.assert(
    fc.property(forbiddenOctets, (all) => {
      assert.deepEqual(embeddings(all).filter(isPublicAddress), [])
    }),
    { numRuns: 500 },
  )
})

test('an embedded public IPv4 address is public by NAT64 alone', () => {
  fc.assert(
    fc.property(octets, (all) => {
      const found = embeddings(all).filter(isPublicAddress)
      assert.deepEqual(
        found,
        isForbidden(all.join('.')) ? [] : [`64:ff9b::${hex(all[0], all[1])}:${hex(all[2], all[3])}`],
      )
    }),
    { numRuns: 500 },
  )
})

test('random IPv6 addresses are classified as BlockList classifies the ranges', () => {
  const ranges = new BlockList()
  ranges.addSubnet('2000::', 3, 'ipv6')
  const holes = new BlockList()
  holes.addSubnet('2001::', 23, 'ipv6')
  holes.addSubnet('2001:db8::', 32, 'ipv6')
  holes.addSubnet('2002::', 16, 'ipv6')
  holes.addSubnet('3fff::', 20, 'ipv6')
  const first = fc.oneof(fc.nat(0xffff), fc.constantFrom(0x2000, 0x2001, 0x2002, 0x3fff, 0x1fff, 0x4000))
  const second = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 2, 0x1ff, 0x200, 0xdb8, 0xfff, 0x1000))
  const rest = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(first, second, rest, (first, second, rest) => {
      const long = [first, second, ...rest].map((group) => group.toString(16)).join(':')
      const { address } = new SocketAddress({ address: long, family: 'ipv6' })
      const expected = ranges.check(long, 'ipv6') && !holes.check(long, 'ipv6')
      assert.deepEqual([isPublicAddress(long), isPublicAddress(address)], [expected, expected])
    }),
    { numRuns: 500 },
  )
})
