import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { OutboundRefused, checkTarget, exemptHosts, isAllowEntry, outboundUses } from './outbound-target.ts'

const refusedAs = (message: string) => (error: unknown) => error instanceof OutboundRefused && error.message === message

const accepted = [
  'https://pictures.example/a.png',
  'https://pictures.example:443/a.png?size=1#top',
  'HTTPS://Pictures.Example/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://[64:ff9b::808:808]/',
  'https://bücher.example/',
]

for (const url of accepted) {
  test(`${url} may be asked`, () => assert.equal(checkTarget(url, new Set()).href, new URL(url).href))
}

test('an exemption for one use holds for that use alone, one without for all', () => {
  const allow = ['all.example', 'webhooks=127.0.0.1:9000', 'images=[::1]']
  const hosts = outboundUses.map((use) => [...exemptHosts(allow, use)])
  assert.deepEqual(hosts, [
    ['all.example', '[::1]'],
    ['all.example', '127.0.0.1:9000'],
    ['all.example'],
    ['all.example'],
  ])
})

for (const entry of ['hooks=127.0.0.1', '=127.0.0.1', 'images=', 'images=a=b', 'images=http://a.example', 'Images=a'])
  test(`${entry} can't stand in an allow list`, () => {
    assert.equal(isAllowEntry(entry), false)
    assert.throws(() => exemptHosts([entry]))
  })

const refused: [message: string, urls: string[]][] = [
  ['must be a URL', ['', 'pictures.example', '//pictures.example/', 'https://', 'https://256.1.1.1/', 'https://a b/']],
  [
    'must be an https URL',
    [
      'http://pictures.example/',
      'http://8.8.8.8/',
      'ftp://a.example/',
      'file:///etc/passwd',
      'data:,x',
      'javascript:1',
    ],
  ],
  [
    'must not contain a user name or password',
    ['https://user@pictures.example/', 'https://user:secret@pictures.example/', 'https://:secret@a.example/'],
  ],
  ['must use port 443', ['https://pictures.example:8443/', 'https://pictures.example:80/', 'https://8.8.8.8:22/']],
  ['must not have a trailing dot in its host name', ['https://pictures.example./', 'https://localhost./']],
  [
    'must name a public host',
    ['https://localhost/', 'https://metadata/', 'https://LOCALHOST/', 'https://a.localhost/'],
  ],
  [
    'must point to a public address',
    [
      'https://127.0.0.1/',
      'https://127.0.0.1./',
      'https://127.1/',
      'https://127.0.1/',
      'https://2130706433/',
      'https://0x7f000001/',
      'https://0x7f.1/',
      'https://017700000001/',
      'https://0177.0.0.1/',
      'https://0/',
      'https://１２７.０.０.１/',
      'https://①②⑦.⓪.⓪.①/',
      'https://127。0。0。1/',
      'https://%31%32%37.0.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://[::]/',
      'https://[::127.0.0.1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:0:127.0.0.1]/',
      'https://[::5efe:127.0.0.1]/',
      'https://[64:ff9b::127.0.0.1]/',
      'https://[64:ff9b:1::8.8.8.8]/',
      'https://[2002:7f00:1::]/',
      'https://[2001::1]/',
      'https://[fe80::1]/',
      'https://[fd00::1]/',
    ],
  ],
]

for (const [message, urls] of refused) {
  for (const url of urls) {
    test(`${url || 'nothing'} ${message}`, () => {
      assert.throws(() => checkTarget(url, new Set()), refusedAs(message))
    })
  }
}

const notPublic = fc
  .tuple(fc.constantFrom(0, 10, 127, 224, 255), fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([a, b, c, d]) => ({ value: ((a * 256 + b) * 256 + c) * 256 + d, octets: [a, b, c, d] }))

test('a forbidden IPv4 address is refused in every base and in every short form', () => {
  fc.assert(
    fc.property(notPublic, ({ value, octets: [a = 0, b = 0, c = 0, d = 0] }) => {
      const hosts = [
        String(value),
        `0x${value.toString(16)}`,
        `0${value.toString(8)}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
        `${a}.${b}.${c * 256 + d}`,
        `0x${a.toString(16)}.0${b.toString(8)}.${c}.0x${d.toString(16)}`,
      ]
      for (const host of hosts) {
        const message = 'must point to a public address'
        assert.throws(() => checkTarget(`https://${host}/`, new Set()), refusedAs(message), host)
      }
    }),
    { numRuns: 200 },
  )
})

const exempt = exemptHosts(['localhost', '127.0.0.1:8080', 'Hooks.Example:8443', '[::1]:9000', '[FD00::1]', '10.1'])

const exempted = [
  'http://localhost/',
  'https://localhost:1234/',
  'http://127.0.0.1:8080/',
  'https://127.0.0.1:8080/',
  'http://2130706433:8080/',
  'https://hooks.example:8443/',
  'http://[::1]:9000/',
  'http://[0:0:0:0:0:0:0:1]:9000/',
  'http://[fd00::1]:5/',
  'http://10.0.0.1/',
]

for (const url of exempted) test(`${url} is exempt`, () => assert.ok(checkTarget(url, exempt)))

const notExempted: [url: string, message: string][] = [
  ['http://127.0.0.1/', 'must be an https URL'],
  ['https://127.0.0.1/', 'must point to a public address'],
  ['http://hooks.example/', 'must be an https URL'],
  ['https://hooks.example:8444/', 'must use port 443'],
  ['https://[::1]/', 'must point to a public address'],
  ['http://localhost.example/', 'must be an https URL'],
  ['http://user@localhost/', 'must not contain a user name or password'],
  ['http://localhost./', 'must not have a trailing dot in its host name'],
  ['ftp://localhost/', 'must be an https URL'],
]

for (const [url, message] of notExempted) {
  test(`${url} ${message} although its neighbour is exempt`, () => {
    assert.throws(() => checkTarget(url, exempt), refusedAs(message))
  })
}

test('an exempt port of 80 or 443 is that of the scheme', () => {
  assert.ok(checkTarget('http://web.example/', exemptHosts(['web.example:80'])))
  assert.ok(checkTarget('https://[fd00::2]/', exemptHosts(['[fd00::2]:443'])))
  assert.throws(() => checkTarget('http://web.example/', exemptHosts(['web.example:443'])))
})

const entries: [text: string, isEntry: boolean][] = [
  ['localhost', true],
  ['receiver.example', true],
  ['receiver.example:8443', true],
  ['127.0.0.1:65535', true],
  ['[::1]', true],
  ['[::1]:80', true],
  ['bücher.example', true],
  ['', false],
  [' localhost', false],
  ['::1', false],
  ['[::1', false],
  ['[::g]', false],
  ['localhost:', false],
  ['localhost:0', false],
  ['localhost:65536', false],
  ['localhost:http', false],
  ['localhost.', false],
  ['http://localhost', false],
  ['localhost/path', false],
  ['user@localhost', false],
  ['*.example', false],
  ['256.0.0.1', false],
  ['a%41.example', false],
]

for (const [text, isEntry] of entries) {
  test(`"${text}" is ${isEntry ? 'an' : 'no'} entry of an allow list`, () => {
    assert.equal(isAllowEntry(text), isEntry)
    if (!isEntry) assert.throws(() => exemptHosts([text]))
  })
}

test('any text is an entry or none, and an entry exempts the host it names', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (isAllowEntry(text)) assert.equal(exemptHosts([text]).size, 1)
    }),
    { numRuns: 300 },
  )
})
