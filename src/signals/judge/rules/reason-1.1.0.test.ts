import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { publicReason } from './reason-1.1.0.ts'

const none = 'The judge gave no reason that can be shown.'

const cases: [text: string, shown: string][] = [
  ['Fresh hook; the ticker fits loosely, 3/5.', 'Fresh hook; the ticker fits loosely, 3/5.'],
  [
    'A fresh, dry joke – “out of order” – anyone can stick on anything.',
    'A fresh, dry joke – “out of order” – anyone can stick on anything.',
  ],
  ['Claim at https://evil.example/claim?x=1 now', 'Claim at now'],
  ['Claim at HXXPS://evil.example or www.evil.example', 'Claim at or'],
  ['Go to evil-claim.xyz/now or evil[.]com or evil dot com today', 'Go to or or today'],
  ['Go to пример.рф/путь or https://пример.рф or аррӏе.com/x now', 'Go to or or now'],
  ['See 例え.テスト, xn--e1afmkfd.xn--p1ai and उदाहरण.भारत here', 'See, and here'],
  ['Try ｅｖｉｌ.ｃｏｍ or evil。com or зло[.]com or www.пример.рф?a=1', 'Try or or or'],
  ['Mail вася@пример.рф', 'Mail'],
  ['Свежая идея. Название запоминается, 4.5 из 5.', 'Свежая идея. Название запоминается, 4.5 из 5.'],
  ['创意很新。图片清晰，可读。', '创意很新。图片清晰，可读。'],
  ['Join t.me/scam and discord.gg/abc', 'Join and'],
  ['By @elon, mail a@b.example', 'By, mail'],
  ['Send to 0x6982508145454ce325ddbe47a25d4ec3d2311933 please', 'Send to please'],
  ['A **bold** _slanted_ `code` # [claim](https://evil.example) | table', 'A bold slanted code claim table'],
  ['<img src=x onerror=alert(1)>Fresh <b>idea</b>', 'Fresh idea'],
  ['frog\u202e\u200b\u0007 and\ncat', 'frog and cat'],
  ['snake_case and $PEPE and 50 % stay', 'snake_case and $PEPE and 50 % stay'],
  ['javascript:alert(1)', none],
  [' … ', none],
  ['', none],
]

test('reason: without links, handles, addresses, formatting or invisible signs', () => {
  for (const [text, shown] of cases) assert.equal(publicReason(text), shown, text)
})

test('a long reason ends before the word that would be too much', () => {
  const shown = publicReason('wonderful '.repeat(50))
  assert.match(shown, /^(?:wonderful )+wonderful…$/)
  assert.ok(shown.length <= 240 && shown.length > 225)
  assert.equal(publicReason('x'.repeat(500)), `${'x'.repeat(239)}…`)
  assert.equal(publicReason('x'.repeat(240)), 'x'.repeat(240))
})

test('a reason is never cut in the middle of a character', () => {
  assert.ok(publicReason(`a${'👩‍👩‍👧'.repeat(100)}`).endsWith('👧…'))
})

test('whatever the model writes, what is shown is short, well-formed and without links', () => {
  const piece = fc.constantFrom(
    'https://',
    'evil.com',
    '@a',
    '<b>',
    '**',
    '[x](',
    ')',
    ' ',
    'word',
    '\u202e',
    '0x',
    '`',
    'www.',
    '\n',
    '.',
  )
  const anything = fc.string({
    unit: fc.oneof(piece, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    maxLength: 300,
  })
  fc.assert(
    fc.property(anything, (text) => {
      const shown = publicReason(text)
      assert.ok(shown.length > 0 && shown.length <= 240 && shown.isWellFormed())
      assert.doesNotMatch(shown, /https?:\/\/|www\.\w|<|>|\p{Cc}|[\u202a-\u202e]|(?<![\p{L}\p{N}])@\w/u)
    }),
    { numRuns: 2000 },
  )
})
