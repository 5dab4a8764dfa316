import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseCtaUrl } from './cta-url.ts'

const findFault = (url: string) => {
  const result = parseCtaUrl(url)
  return 'fault' in result ? result.fault : undefined
}

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
for (const url of accepted)
  test(`ctaUrl ${url}: stays as it is`, () => assert.deepEqual(parseCtaUrl(url), { text: url, ascii: url }))

const rewritten: [url: string, ascii: string][] = [
  ['https://bücher.example', 'https://xn--bcher-kva.example/'],
  ['https://пример.рф/путь?я=1#ц', 'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C?%D1%8F=1#%D1%86'],
  ['https://ex%61mple.org/', 'https://example.org/'],
  ['https://EXÄMPLE.org:443/', 'https://xn--exmple-cua.org/'],
  ['https://example.org/a b', 'https://example.org/a%20b'],
  ['https://example.org/\ta', 'https://example.org/%20a'],
  ['https://example.org/\u200b', 'https://example.org/%E2%80%8B'],
  ["https://example.org/'onclick='x", "https://example.org/'onclick='x"],
  ['https://example.org/"><script>`', 'https://example.org/%22%3E%3Cscript%3E%60'],
  ['https://example.org/%zz', 'https://example.org/%zz'],
  ['https://example.org/a\\b', 'https://example.org/a/b'],
  ['https://example.org/a//b/../c', 'https://example.org/a//b/../c'],
  ['https://example.org/?a=1&lt;b', 'https://example.org/?a=1&lt;b'],
  ['https://1.1.257/', 'https://1.1.1.1/'],
]
for (const [text, ascii] of rewritten)
  test(`ctaUrl ${JSON.stringify(text)}: shown as ${ascii}`, () => {
    const parsed = parseCtaUrl(text)
    assert.equal('ascii' in parsed && parsed.ascii, ascii)
  })

const refused: [url: string, phrase: RegExp][] = [
  ['http://example.org', /https/],
  ['HTTPS://example.org', /https/],
  ['//example.org', /https/],
  ['javascript:alert(1)', /https/],
  ['data:text/html,x', /https/],
  ['https:example.org', /https/],
  ['https:/example.org', /https/],
  ['https:\\\\example.org', /https/],
  ['https://', /host/],
  ['https:///example.org', /host/],
  ['https://?a', /host/],
  ['https://1.2.3.4.5', /host/],
  ['https://443', /public/],
  ['https://0x7f.1/', /public/],
  ['https://[0:0:0:0:0:0:0:1]/', /public/],
  ['https://example.org:99999', /host/],
  ['https://user@example.org', /user name/],
  ['https://user:password@example.org', /user name/],
  ['https://@example.org', /user name/],
  ['https://example.org\\@bad.example', /user name/],
  ['https://example.org\\bad.example', /backslash/],
  ['https://example.org/\u202egpj', /direction/],
  ['https://example.org/\0', /control characters/],
  [`https://example.org/${'ü'.repeat(400)}`, /2048/],
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
]
for (const [url, phrase] of refused)
  test(`no call to action: ${JSON.stringify(url)}`, () => assert.match(findFault(url) ?? '', phrase))

test('an accepted URL leads over https to the host that it shows', () => {
  const pieces = [
    '/',
    '\\',
    '@',
    ':',
    '.',
    'a',
    '%',
    '%40',
    '#',
    '?',
    '[',
    ']',
    ' ',
    '\n',
    'bad.example',
    '443',
    '。',
    'ü',
  ]
  const tail = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 2 })))
  fc.assert(
    fc.property(fc.constantFrom('good.example', ''), tail, (host, tail) => {
      const text = `https://${host}${tail.join('')}`
      const parsed = parseCtaUrl(text)
      if ('fault' in parsed) return
      const { ascii } = parsed
      const url = new URL(ascii)
      assert.deepEqual([url.protocol, url.username, url.password], ['https:', '', ''])
      assert.equal(url.href, new URL(parsed.text).href)
      assert.ok(ascii.toLowerCase().startsWith(`https://${url.hostname}`), ascii)
      assert.match(ascii, /^[!-~]+$/)
      assert.doesNotMatch(ascii, /[<>"]/)
    }),
    { numRuns: 3000 },
  )
})
