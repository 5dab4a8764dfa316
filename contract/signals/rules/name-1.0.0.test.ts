import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { nameRules, scoreName } from './name-1.0.0.ts'

const rulesOf = (name: string) =>
  scoreName(name)
    .rules.map(({ id, points }) => `${id} ${points}`)
    .join(', ')

const known: [name: string, score: number, rules: string][] = [
  ['Dogecoin', 100, ''],
  ['Pepe', 100, ''],
  ['Shiba Inu', 100, ''],
  ['dogwifhat', 100, ''],
  ['Bonk', 100, ''],
  ['SafeMoon', 100, ''],
  ['Uniswap', 100, ''],
  ['xXx_MOON_1000x_xXx', 0, 'length -24, alpha -11, separators -18, words -8, clusters -24, repeat -10, caps -10'],
  ['BTRFLY', 82, 'clusters -18'],
  ['Bitcoin', 100, ''],
  ['Ethereum', 100, ''],
  ['Chainlink', 100, ''],
  ['Aave', 100, ''],
  ['Curve DAO Token', 88, 'length -12'],
  ['yearn.finance', 89, 'length -4, alpha -7'],
  ['Floki', 100, ''],
  ['Popcat', 100, ''],
  ['Brett', 100, ''],
  ['Turbo', 100, ''],
  ['Mog Coin', 100, ''],
  ['Fartcoin', 94, 'clusters -6'],
  ['Peanut the Squirrel', 66, 'length -28, caps -6'],
  ['Goatseus Maximus', 84, 'length -16'],
  ['OFFICIAL TRUMP', 87, 'length -8, caps -5'],
  ['Pudgy Penguins', 92, 'length -8'],
  ['HarryPotterObamaSonic10Inu', 42, 'length -40, alpha -3, caps -15'],
  ['cat in a dogs world', 56, 'length -28, words -16'],
  ['SPX6900', 71, 'alpha -23, clusters -6'],
  ['Degen', 100, ''],
  ['Virtual Protocol', 84, 'length -16'],
  ['ai16z', 84, 'alpha -16'],
  ['Moo Deng', 100, ''],
  ['BOOK OF MEME', 95, 'caps -5'],
  ['Myro', 100, ''],
  ['Baby Doge Coin', 92, 'length -8'],
  ['Samoyedcoin', 100, ''],
  ['Wrapped stETH', 96, 'length -4'],
  ['PancakeSwap', 100, ''],
  ['Synthetix', 100, ''],
  ['GMX', 94, 'clusters -6'],
  ['1inch', 92, 'alpha -8'],
  ['0x', 70, 'length -10, alpha -20'],
  ['$$$ELON-MARS$$$', 39, 'length -12, alpha -39, repeat -10'],
  ['Рepe', 40, 'script -60'],
  ['🐸🐸🐸', 15, 'alpha -75, repeat -10'],
  ['qwrtpsdf', 58, 'clusters -42'],
]
for (const [name, score, rules] of known) {
  test(`${name} scores ${score}`, () => {
    assert.equal(scoreName(name).score, score)
    assert.equal(rulesOf(name), rules)
  })
}

const edges: [title: string, name: string, rules: string][] = [
  ['twelve characters are free', 'Abcabaabacab', ''],
  ['the thirteenth costs 4', 'Abcabaabacaba', 'length -4'],
  ['length costs at most 40', 'Abcabaabacabaabaabacaba', 'length -40'],
  ['one character costs 30', 'A', 'length -30'],
  ['two characters cost 10', 'Ab', 'length -10'],
  ['an emoji falls apart without its hidden joiners', '👨‍👩‍👧', 'hidden -25, alpha -75'],
  ['an emoji of several code points is one character', '🇺🇦', 'length -30, alpha -75'],
  ['a zero-width space is hidden', 'Pe\u200bpe', 'hidden -25'],
  ['a full-width letter is hidden', 'Ｐepe', 'hidden -25'],
  ['doubled white space is irregular', 'Moo  Deng', 'hidden -25'],
  ['Greek among Latin is mixed script', 'D\u03bfge', 'script -60'],
  ['Cyrillic alone is no mixed script', 'Пепе', ''],
  ['Chinese alone is letters', '狗狗币', ''],
  ['symbols cost 90 by their share', 'a.b.c.,', 'alpha -51'],
  ['one hyphen is free', 'Moo-Deng', ''],
  ['a second hyphen costs 6', 'Moo-Deng-Cat', 'separators -6'],
  ['an underscore costs 6', 'Moo_Deng', 'separators -6'],
  ['a leading hyphen costs 8', '-Moo', 'separators -8'],
  ['doubled underscores cost 8 more', 'Moo__Cat', 'separators -20'],
  ['separators cost at most 30', '_Moo__Cat_', 'separators -30'],
  ['a name of separators has no letter', '---', 'alpha -15, separators -28, repeat -10'],
  ['the fourth word costs 8', 'a cat in hat', 'words -8'],
  ['words cost at most 16', 'a b c d e f', 'words -16'],
  ['an ordinary run is free', 'Strong', ''],
  ['an ordinary run within a longer one is not', 'Angstbo', 'clusters -18'],
  ['y is a vowel', 'Rhythm', 'clusters -6'],
  ['accents are taken off before vowels are looked for', 'Crème', ''],
  ['digits break a run', 'ab1cd2ca', 'alpha -10'],
  ['a part of three letters without a vowel costs 6 although its run is ordinary', 'str', 'clusters -6'],
  ['a ticker costs half', 'BTC', 'clusters -6'],
  ['five capitals are a ticker', 'BTRFL', 'clusters -12'],
  ['six capitals are no ticker', 'BTCDAO', 'clusters -12'],
  ['clusters cost at most 45', 'bcdfghjklmnp', 'clusters -45'],
  ['a repeat ignores case', 'AaAb', 'repeat -10'],
  ['two equal emoji are no repeat', 'Cat🐸🐸', 'alpha -36'],
  ['lower and UPPER cost 6', 'moo DENG', 'caps -6'],
  ['Title and UPPER go together', 'Moo DAO', ''],
  ['Title and camel go together', 'Baby iDoge', ''],
  ['lower and camel go together', 'baby iDoge', ''],
  ['UPPER and camel cost 6', 'DAO iDoge', 'caps -6'],
  ['three shapes cost 10', 'Moo DAO cat', 'caps -10'],
  ['three humps are erratic', 'MoOnIe', 'caps -15'],
  ['erratic is a shape of its own', 'MoOnIe cat', 'caps -21'],
  ['one capital letter counts as Title', 'A Moo', ''],
  ['eight capitals are quiet', 'MOONDAOS', ''],
  ['nine capitals shout', 'MOONDAOSA', 'caps -5'],
  ['words without case have no shape', 'Moo 狗狗币', ''],
  ['a trace of digits that rounds to nothing is no rule', `${'ab'.repeat(50)}1`, 'length -40'],
]
for (const [title, name, rules] of edges) test(title, () => assert.equal(rulesOf(name), rules))

test('a name with nothing to read scores 0 and says so', () => {
  for (const name of ['', '   ', '\u200b\u200d']) {
    const expected = { score: 0, reason: `empty: nothing readable in it (−100) [${nameRules}]` }
    assert.deepEqual(scoreName(name), { ...expected, rules: [{ id: 'empty', points: -100 }] })
  }
})

const reasons: [name: string, reason: string][] = [
  ['Peanut the Squirrel', 'length: 19 characters, 7 over 12 (−28); caps: 2 different ways of capitals (−6)'],
  ['Ab', 'length: only 2 characters (−10)'],
  ['🐸', 'length: only 1 character (−30); alpha: 0 digits and 1 symbol among 1 character, no letter (−75)'],
  ['Moo_Cat', 'separators: 1 underscore and 0 hyphens (−6)'],
  ['Moo--', 'separators: 0 underscores and 2 hyphens, at an end, doubled (−22)'],
  ['a cat in hat', 'words: 4 words, 1 over 3 (−8)'],
  ['Startcoin', 'clusters: consonants hard to say together (rtc) (−6)'],
  [
    'abcdabcdabcdabcd',
    'length: 16 characters, 4 over 12 (−16); clusters: consonants hard to say together (bcd, bcd, bcd) (−24)',
  ],
  ['str', 'clusters: letters without a vowel (−6)'],
  ['MoOnIe cat', 'caps: capitals all over a word, 2 different ways of capitals (−21)'],
  ['MOONDAOSA', 'caps: 9 letters, all capitals (−5)'],
]
for (const [name, reason] of reasons) {
  test(`the reason for ${name} names each applied rule with its points, and the rules’ version`, () => {
    assert.equal(scoreName(name).reason, `${reason} [name-rules@1.0.0]`)
  })
}

test('without an applied rule the reason says that all is well', () => {
  assert.equal(scoreName('Pepe').reason, `Short, readable, consistently written name. [${nameRules}]`)
})

test('any string scores a whole number 0–100, the same every time', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...Array.from('_- aAbB1🐸\ud83d\u200dж')),
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 64 }), (name) => {
      const { score, reason, rules } = scoreName(name)
      assert.ok(Number.isInteger(score) && score >= 0 && score <= 100)
      for (const { id, points } of rules) assert.ok(points < 0 && reason.includes(`${id}: `))
      assert.deepEqual(scoreName(name), { score, reason, rules })
    }),
    { numRuns: 20_000 },
  )
})
