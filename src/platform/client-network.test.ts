import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { clientNetwork, clientSite } from './client-network.ts'

const cases: [ip: string, network: string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
  ['1.2.3', 'unknown'],
  ['2001:db8:::1', 'unknown'],
  ['_hidden, 1.2.3.4', 'unknown'],
  ['a'.repeat(9000), 'unknown'],
]
for (const [ip, network] of cases)
  test(`${JSON.stringify(ip.slice(0, 40))} counts as ${network}`, () => assert.equal(clientNetwork(ip), network))

test('the addresses of one /64 count together, those of two don’t', () => {
  const half = fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(half, half, half, half, (network, other, host, otherHost) => {
      fc.pre(network.some((group) => group > 0) && network.join() !== other.join())
      assert.equal(clientNetwork(ip(network, host)), clientNetwork(ip(network, otherHost)))
      assert.notEqual(clientNetwork(ip(network, host)), clientNetwork(ip(other, host)))
    }),
  )
})

const sites: [address: string, site: string | null][] = [
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['[2001:db8:1::9]:443', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['203.0.113.7', null],
  ['::ffff:203.0.113.7', null],
  ['unknown', null],
  ['', null],
]
for (const [address, site] of sites)
  test(`${JSON.stringify(address)} lies in the site ${site}`, () => assert.equal(clientSite(address), site))

test('the networks of one /48 are one site', () => {
  const group = fc.nat(0xffff)
  fc.assert(
    fc.property(fc.array(group, { minLength: 3, maxLength: 3 }), group, group, (site, network, other) => {
      fc.pre(site.some((one) => one > 0))
      const of = (last: number) => clientSite(clientNetwork(ip(site, [last], [1, 2, 3, 4])))
      assert.equal(of(network), of(other))
      assert.match(of(network) ?? '', /::\/48$/)
    }),
  )
})

const ip = (...halves: number[][]) =>
  halves
    .flat()
    .map((group) => group.toString(16))
    .join(':')
