import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseXHandle } from './x-handle.ts'

const handles = fc
  .stringMatching(/^[A-Za-z0-9_]{1,15}$/)
  .filter((handle) => 'value' in parseXHandle(`https://x.com/${handle}`))

/** A path with `..` leads to another page, as in a browser. */
const leadsUp = /(?:\.|%2e){2}/i

const profileUrl = fc
  .record({
    scheme: fc.constantFrom('', 'https://', 'http://', 'HTTPS://'),
    host: fc.constantFrom(
      'x.com',
      'X.com',
      'www.x.com',
      'mobile.x.com',
      'twitter.com',
      'www.twitter.com',
      'mobile.twitter.com',
    ),
    at: fc.constantFrom('', '@'),
    handle: handles,
    rest: fc.oneof(
      fc.constantFrom('', '/', '/status/1', '?s=20', '#top', '/status/1?s=20&t=a#b', '/with_replies/'),
      fc.stringMatching(/^[/?#][\w/?#=&%.~-]{0,40}$/).filter((rest) => !leadsUp.test(rest)),
    ),
  })
  .map(({ scheme, host, at, handle, rest }) => ({ text: `${scheme}${host}/${at}${handle}${rest}`, handle }))

test('a handle is the same with @, with ＠, without one, and as the URL of its profile with whatever follows', () => {
  fc.assert(
    fc.property(
      profileUrl,
      fc.constantFrom('', '@', '＠'),
      fc.constantFrom('', ' ', '\t'),
      ({ text, handle }, at, space) => {
        assert.deepEqual(parseXHandle(`${space}${text}${space}`), { value: `@${handle}` })
        assert.deepEqual(parseXHandle(`${space}${at}${handle}${space}`), { value: `@${handle}` })
      },
    ),
  )
})

test('whatever is accepted is a handle, and parses to itself', () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl({ withQueryParameters: true }),
    fc.string().map((path) => `https://x.com/${path}`),
    fc.tuple(fc.string(), fc.stringMatching(/^\w{1,20}$/)).map(([host, handle]) => `https://${host}x.com/${handle}`),
  )
  fc.assert(
    fc.property(text, (given) => {
      const parsed = parseXHandle(given)
      if ('fault' in parsed) return
      assert.match(parsed.value, /^@[A-Za-z0-9_]{1,15}$/)
      assert.deepEqual(parseXHandle(parsed.value), parsed)
      assert.ok(given.toLowerCase().includes(parsed.value.slice(1).toLowerCase()))
    }),
  )
})

const pagesOfX = [
  'home',
  'i',
  'intent',
  'search',
  'hashtag',
  'share',
  'explore',
  'settings',
  'messages',
  'notifications',
]
for (const page of pagesOfX)
  test(`x.com/${page} is no profile`, () => {
    for (const url of [
      `x.com/${page}`,
      `https://twitter.com/${page.toUpperCase()}/a`,
      `https://x.com/${page}?screen_name=a`,
    ])
      assert.match(JSON.stringify(parseXHandle(url)), /is no profile/)
  })

const noHandles = [
  '@',
  '@@sock',
  'left sock',
  'leftsock!',
  'a'.repeat(16),
  '@ärger',
  '@lеftsock', // with a Cyrillic letter
  'https://x.com',
  'https://x.com/',
  'https://x.com//leftsock',
  'https://x.com/left-sock',
  `https://x.com/${'a'.repeat(16)}`,
  'https://x.com/%6Ceftsock',
  'https://x.com.evil.example/leftsock',
  'https://evilx.com/leftsock',
  'https://evil.example/x.com/leftsock',
  'https://evil.example\\@x.com/leftsock',
  'https://leftsock@x.com/leftsock',
  'https://x.com:8443/leftsock',
  'https://m.x.com/leftsock',
  'ftp://x.com/leftsock',
  'javascript://x.com/leftsock',
  '//x.com/leftsock',
  'https://t.me/leftsock',
  '@left\u202esock',
  '@left\nsock',
]
for (const text of noHandles)
  test(`${JSON.stringify(text).slice(0, 50)} is no handle`, () => assert.ok('fault' in parseXHandle(text)))
