import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProxyCheck } from './proxies.ts'

const cases: [address: string, isTrusted: boolean][] = [
  ['10.1.2.3', true],
  ['11.1.2.3', false],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['::ffff:10.1.2.3', true],
  ['::ffff:11.1.2.3', false],
  ['2001:db8::1', true],
  ['2001:db9::1', false],
  ['::1', true],
  ['', false],
  ['unknown', false],
]
for (const [address, isTrusted] of cases)
  test(`"${address}" is ${isTrusted ? '' : 'not '}trusted`, () => {
    const trusts = createProxyCheck(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1'])
    assert.deepEqual([trusts(address), trusts(address)], [isTrusted, isTrusted])
  })
