import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ctaUrlFault } from './cta-url.ts'

const accepted = [
  'https://example.org',
  'https://Example.org:8443/a/b?c=d&e=f#g',
  'https://xn--mnchen-3ya.example/%C3%BC?lt=1&lte=2',
  'https://example.org/a_(b)/~c;d=1,2!*$',
  'https://example.org/?next=http://elsewhere.example',
  'https://[2606:4700::1111]/',
  'https://1.1.1.1/',
  'https://a_b.xn--p1ai/',
  'https://example.org/@name',
]
for (const url of accepted) test(`a call to action: ${url}`, () => assert.equal(ctaUrlFault(url), undefined))

const refused: [url: string, phrase: RegExp][] = [
  ['http://example.org', /https/],
  ['HTTPS://example.org', /https/],
  ['//example.org', /https/],
  ['javascript:alert(1)', /https/],
  ['data:text/html,x', /https/],
  ['https:example.org', /https/],
  ['https:/example.org', /https/],
  ['https:\\\\example.org', /https/],
  ['https://', /characters|host/],
  ['https:///example.org', /host/],
  ['https://?a', /host/],
  ['https://ex%61mple.org', /host/],
  ['https://1.2.3.4.5', /host/],
  ['https://443', /host/],
  ['https://0x7f.1/', /host/],
  ['https://[0:0:0:0:0:0:0:1]/', /host/],
  ['https://example.org:99999', /host/],
  ['https://user@example.org', /user name/],
  ['https://user:password@example.org', /user name/],
  ['https://@example.org', /user name/],
  ['https://example.org\\@bad.example', /characters/],
  ['https://exämple.org', /characters/],
  ['https://еxample.org', /characters/],
  ['https://example.org/a b', /characters/],
  ['https://example.org/\ta', /characters/],
  ['https://example.org/\u00a0', /characters/],
  ['https://example.org/\u202egpj', /characters/],
  ['https://example.org/\u200b', /characters/],
  ['https://example.org/\0', /characters/],
  ["https://example.org/'onclick='x", /characters/],
  ['https://example.org/"><script>', /characters/],
  ['https://example.org/`', /characters/],
  ['https://example.org/%zz', /characters/],
  ['https://localhost/', /public/],
  ['https://intranet:8443/', /public/],
  ['https://127.0.0.1/', /public/],
  ['https://10.0.0.138/reboot', /public/],
  ['https://[::1]/', /public/],
  ['https://[fd00::1]/', /public/],
  ['https://example.org./', /public/],
  ['https://a..b/', /public/],
  ['https://-a-.example/', /public/],
  ['https://*.example.org/', /public/],
  ['https://example.org,bad.example/', /public/],
  ['https://$(x).example/', /public/],
  [`https://${'a'.repeat(64)}.example/`, /public/],
  ['https://example.org/?a=1&lt;b', /references/],
  ['https://example.org/?a=1&#60;b', /references/],
  ['https://example.org/?a=1&amp;b=2', /references/],
]
for (const [url, phrase] of refused)
  test(`no call to action: ${JSON.stringify(url)}`, () => assert.match(ctaUrlFault(url) ?? '', phrase))

test('an accepted address leads over https to the host that it shows', () => {
  const pieces = ['/', '\\', '@', ':', '.', 'a', '%', '%40', '#', '?', '[', ']', ' ', '\n', 'bad.example', '443', '。']
  const tail = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 2 })))
  fc.assert(
    fc.property(fc.constantFrom('good.example', ''), tail, (host, tail) => {
      const text = `https://${host}${tail.join('')}`
      if (ctaUrlFault(text) !== undefined) return
      const url = new URL(text)
      assert.deepEqual([url.protocol, url.username, url.password], ['https:', '', ''])
      assert.ok(text.toLowerCase().startsWith(`https://${url.hostname}`), text)
      assert.match(text, /^[!-~]+$/)
      assert.doesNotMatch(text, /[<>"'`\\]/)
    }),
    { numRuns: 3000 },
  )
})
