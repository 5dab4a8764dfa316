import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findOriginFault, findOriginsFault } from './origins.ts'

for (const origin of [
  'https://pad.example',
  'https://pad.example:8443',
  'https://xn--bcher-kva.example',
  'https://pad',
  'https://192.0.2.1',
  'https://[2001:db8::1]',
  'http://localhost:3000',
  'http://127.0.0.1:5173',
  'http://[::1]:5173',
])
  test(`the origin ${origin} is accepted`, () => assert.equal(findOriginFault(origin), null))

const wrong: [text: string, fault: RegExp][] = [
  ['', /must be an origin/],
  ['null', /must be an origin/],
  ['*', /must be an origin/],
  ['pad.example', /must be an origin/],
  ['https://*.pad.example', /must be an origin/],
  ['https://pad.example.', /must be an origin/],
  ['https://', /must be an origin/],
  ['ftp://pad.example', /must be an origin/],
  ['file:///a', /must be an origin/],
  ['javascript:alert(1)', /must be an origin/],
  ['blob:https://pad.example/1', /must be an origin/],
  [`https://${'a'.repeat(250)}.example`, /must be an origin/],
  ['https://pad.example/', /must be written https:\/\/pad\.example$/],
  ['https://pad.example/app', /must be written https:\/\/pad\.example$/],
  ['https://PAD.example', /must be written https:\/\/pad\.example$/],
  ['HTTPS://pad.example', /must be written https:\/\/pad\.example$/],
  ['https://pad.example:443', /must be written https:\/\/pad\.example$/],
  ['https://user:secret@pad.example', /must be written https:\/\/pad\.example$/],
  ['https://pad.example?a', /must be written https:\/\/pad\.example$/],
  ['https://pad.example#a', /must be written https:\/\/pad\.example$/],
  [' https://pad.example', /must be written https:\/\/pad\.example$/],
  ['https://bücher.example', /must be written https:\/\/xn--bcher-kva\.example$/],
  ['http://pad.example', /must begin with https/],
  ['http://localhost.pad.example', /must begin with https/],
]
for (const [text, fault] of wrong)
  test(`${JSON.stringify(text).slice(0, 60)} is no origin of a key`, () =>
    assert.match(findOriginFault(text) ?? '', fault))

test('what is accepted is exactly what a browser sends as the origin of a page there', () => {
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.constant('localhost'),
  )
  const rest = fc.constantFrom('', '/', ':443', ':80', ':8443', '.', '#', '?a', '\\', '@x.example')
  const text = fc.oneof(
    fc.tuple(fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:'), host, rest).map((parts) => parts.join('')),
    fc.webUrl(),
    fc.string(),
  )
  fc.assert(
    fc.property(text, (one) => {
      if (findOriginFault(one) !== null) return
      assert.equal(new URL(`${one}/page?q#f`).origin, one)
      assert.ok(one.startsWith('https://') || /^http:\/\/(localhost|127\.|\[::1\])/.test(one))
    }),
  )
})

test('a key has at most 20 origins', () => {
  const origins = Array.from({ length: 21 }, (_, n) => `https://pad${n}.example`)
  assert.equal(findOriginsFault(origins.slice(1)), null)
  assert.match(findOriginsFault(origins) ?? '', /at most 20/)
})
