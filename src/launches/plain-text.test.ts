import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { plainTextFault } from './plain-text.ts'

const plain = [
  'I <3 cats',
  'a < b and b > a',
  'mcap <$1M, supply <= 1e9',
  '<- look here ->, << quoted >>, <>',
  'Tom & Jerry, R&D; Q&A',
  'Line one.\nLine two: 🐈 👨‍👩‍👧',
  'Read https://launch.example/a?b=c#d, or (https://launch.example)',
  'us.https://launch.example',
  'CA:0x1234, time:18:00, data: none',
  'שלום, مرحبا, 你好【新】(好)',
  '*bold*, _it_, `code`, [1], (2)',
  '50% off & counting &#1',
  'Burning ❤️‍🔥, rainbow 🏳️‍🌈, keycap 1️⃣, می‌خواهم, क्‍ष, 葛\u{e0100}',
  'Go 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} and 🏴‍☠️',
]
for (const text of plain) test(`plain: ${text}`, () => assert.equal(plainTextFault(text), undefined))

const refused: [title: string, text: string, phrase: RegExp][] = [
  ['a tag', 'Hello <b>you</b>', /tags/],
  ['a tag that does not end', 'Hello <img src=x onerror=alert(1)', /tags/],
  ['an end tag', 'x</p', /tags/],
  ['a comment', 'x <!-- y', /tags/],
  ['an instruction', '<?xml version="1.0"?>', /tags/],
  ['a tag in letters of another script', '<тег>', /tags/],
  ['a namespaced tag', '<_:a>', /tags/],
  ['a mention', '<@everyone>', /tags/],
  ['an automatic link', '<https://launch.example>', /tags/],
  ['a tag behind an invisible character', '<\u200bscript>', /tags/],
  ['a tag behind a filler', '<\u3164script>', /tags/],
  ['a tag in wide forms', '＜ｓｃｒｉｐｔ＞', /tags/],
  ['a tag in small forms', '﹤b﹥', /tags/],
  ['a named reference', '&lt;script&gt;', /references/],
  ['a named reference without its semicolon', '&ltscript>', /references/],
  ['a capital one', '&LT b', /references/],
  ['a decimal reference', '&#60;b>', /references/],
  ['a decimal reference with zeros and no semicolon', '&#0000060b>', /references/],
  ['a hexadecimal reference', '&#X3c;b>', /references/],
  ['a reference encoded again', '&amp;lt;b&amp;gt;', /references/],
  ['an override of direction as a reference', 'abc&#x202e;def', /references/],
  ['a wide reference', '＆lt；b', /references/],
  ['a left-to-right mark', 'a\u200eb', /direction/],
  ['a right-to-left mark', 'a\u200fb', /direction/],
  ['an Arabic letter mark', 'a\u061cb', /direction/],
  ['an override', 'a\u202eb', /direction/],
  ['an isolate', 'a\u2066b', /direction/],
  ['words in tag characters', 'Hi\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}', /hidden/],
  ['a flag that says more than its region', '🏴\u{e0067}\u{e0062}\u{e0020}\u{e0068}\u{e0069}\u{e007f}', /hidden/],
  ['bytes in variation selectors', 'a\u{e0101}\u{e0130}\u{e0142}', /hidden/],
  ['bits in characters without width', 'a\u200b\u200c\u200bb', /hidden/],
  ['an annotation', 'a\ufff9b\ufffac\ufffb', /hidden/],
  ['a noncharacter', 'a\ufffe', /hidden/],
  ['a link of Markdown', '[good.example](https://bad.example)', /Markdown/],
  ['a picture of Markdown', '![x](https://bad.example/x.png)', /Markdown/],
  ['a plain http link', 'see http://launch.example', /https/],
  ['a plain http link in capitals', 'see HTTP://launch.example', /https/],
  ['a link behind a digit', '1http://launch.example', /https/],
  ['a link that begins like https', 'xhttps://launch.example', /https/],
  ['a link to a program', 'tg://resolve?domain=x', /https/],
  ['a script', 'JavaScript:alert(1)', /https/],
  ['a script behind an invisible character', 'java\u200bscript:alert(1)', /https/],
  ['a document in an address', 'data:text/html,x', /https/],
]
for (const [title, text, phrase] of refused)
  test(`${title} is refused: ${JSON.stringify(text)}`, () => assert.match(plainTextFault(text) ?? '', phrase))

const pieces = [
  '<',
  '>',
  '/',
  '!',
  '&',
  'lt',
  'LT',
  ';',
  '#60',
  '#x3C',
  'amp;',
  'script',
  'b',
  ' ',
  '3',
  '＜',
  '\u200b',
]
const pieced = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 3 })))

/** Reads text as HTML would, `depth` times over. */
const decode = (text: string, depth: number): string =>
  depth === 0
    ? text
    : decode(text.replace(/&(?:lt|LT|#0*60|#[xX]0*3[cC]);?/g, '<').replace(/&(?:amp|#38|#x26);?/g, '&'), depth - 1)

test('in accepted text no HTML reader finds a tag, however often it decodes', () => {
  fc.assert(
    fc.property(pieced, fc.nat(3), (parts, depth) => {
      const text = parts.join('')
      if (plainTextFault(text) === undefined) assert.doesNotMatch(decode(text, depth), /<[a-zA-Z/!?]/)
    }),
    { numRuns: 3000 },
  )
})

test('a tag is refused wherever it stands', () => {
  const tag = fc.constantFrom('<b>', '</b', '<!--', '&lt;i', '&#60;i', '＜u', '<\u2060s')
  fc.assert(
    fc.property(fc.string(), tag, fc.string(), (before, tag, after) =>
      assert.notEqual(plainTextFault(before + tag + after), undefined),
    ),
    { numRuns: 500 },
  )
})

test('letters, digits, spaces and full stops are plain in any order and any script', () => {
  const word = fc.stringMatching(/^[\p{L}\p{N} .,\n]{0,40}$/u)
  fc.assert(
    fc.property(word, (text) => assert.equal(plainTextFault(text), undefined)),
    { numRuns: 500 },
  )
})
