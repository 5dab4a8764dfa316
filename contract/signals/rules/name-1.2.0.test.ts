import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { FactScore } from './fact-1.2.0.ts'
import { nameStart, scoreName } from './name-1.2.0.ts'

/** The rules by which facts were found, where several belong to one. */
const ruleByCode: Record<string, string> = {
  too_short: 'length',
  too_long: 'length',
  no_letter: 'alpha',
  mixed_scripts: 'script',
  lookalikes_beside: 'script',
  lookalikes: 'script',
  no_vowel: 'clusters',
  caps_erratic: 'caps',
  caps_mixed: 'caps',
  caps_all: 'caps',
}

function listRules(name: string): { id: string; points: number }[] {
  const points = new Map<string, number>()
  for (const { code, effect } of scoreName(name).facts) {
    const rule = ruleByCode[code] ?? code
    if (effect !== null) points.set(rule, (points.get(rule) ?? 0) + effect)
  }
  return [...points].map(([id, sum]) => ({ id, points: sum }))
}

const rulesOf = (name: string) =>
  listRules(name)
    .map(({ id, points }) => `${id} ${points}`)
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
  ['an emoji of several emoji is one character', '👨‍👩‍👧', 'length -30, alpha -75'],
  ['an emoji with its skin tone is one character', '👍🏽', 'length -30, alpha -75'],
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

/** Names as people write them. A score of 100, but for the listed rules. */
const legitimate: [script: string, names: string[], rules?: string][] = [
  ['Latin', ['Việt Nam', 'Ẹ̀kọ́', 'Łódź', 'Čeština', 'İstanbul', 'Þórr', 'Ɛʋɛ', 'ʻŌlelo', "L'Étoile", 'Na\u0303oo']],
  ['Cyrillic', ['Собака', 'Київ', 'Ёлка', 'Ђорђе', 'Қазақ', "Сім'я", 'Ӏамал']],
  ['Greek', ['Ελλάδα', 'Σωκράτης', 'ΑΘΗΝΑ']],
  ['Armenian', ['Հայերեն', 'Նուռ']],
  ['Georgian', ['ქართული']],
  ['Hebrew', ['עברית', 'שָׁלוֹם', 'צה״ל', 'כלב\u200f']],
  ['Arabic', ['العربية', 'مُحَمَّد', 'شِعْرٌ', 'قط \u200fABC\u200f']],
  ['Persian', ['کتاب\u200cخانه', 'می\u200cخواهم', 'نیم\u200cفاصله']],
  ['Syriac', ['ܣܘܪܝܬ']],
  ['Thaana', ['ދިވެހި']],
  ['Devanagari', ['नमस्ते', 'हिन्दी', 'शिव', 'माँ', 'क्\u200dष', 'क्\u200cष']],
  ['Bengali', ['শ্রী', 'র\u200d্যাব', 'বাঘ']],
  ['Sinhala', ['ශ්\u200dරී ලංකා']],
  ['Tamil', ['தமிழ்']],
  ['Telugu', ['తెలుగు']],
  ['Kannada', ['ಕನ್ನಡ', 'ರ\u200d್ಯ']],
  ['Malayalam', ['മലയാളം', 'അവന്\u200d']],
  ['Gurmukhi', ['ਪੰਜਾਬੀ']],
  ['Gujarati', ['ગુજરાતી']],
  ['Oriya', ['ଓଡ଼ିଆ']],
  ['Thai', ['ไทย', 'ทองคำ', 'แมว', 'น้ำ', 'แมว\u200bทอง', 'เหรียญMeme']],
  ['Lao', ['ລາວ', 'ນ້ຳ']],
  ['Khmer', ['ខ្មែរ', 'ឆ្កែ\u200bមាស']],
  ['Myanmar', ['မြန်မာ', 'ခွေး']],
  ['Tibetan', ['བོད་ཡིག', 'བསྒྲུབས', 'ཁྱི']],
  ['Ethiopic', ['አማርኛ', 'ሰላም፡ዓለም']],
  ['Mongolian', ['ᠮᠣᠩᠭᠣᠯ', 'ᠪᠠ\u180bᠯ']],
  ['Cherokee', ['ᏣᎳᎩ', 'ᎣᏏᏲ']],
  ['Chinese', ['狗狗', '柴犬', '中文\u3000名字', '狗狗DAO', '葛\u{e0100}城']],
  ['Japanese', ['ビットコイン', 'マイケル・ジャクソン', '日本の犬', 'ｶﾞﾝﾀﾞﾑ', '鬼滅の刃']],
  ['Korean', ['도지코인', '시바', '한국어 K팝']],
  ['two scripts', ['Жаба Coin', '狗 Собака', 'Moo दोस्त']],
]
for (const [script, names] of legitimate)
  test(`${script}: ordinary names have no fault`, () => {
    for (const name of names) assert.deepEqual([name, rulesOf(name)], [name, ''])
  })

test('emoji cost what symbols cost, whatever they are made of', () => {
  const { score } = scoreName('🐸 Family')
  const sequences = [
    '👨‍👩‍👧‍👦',
    '👍🏽',
    '👩🏿‍🚀',
    '🏳️‍🌈',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '🇺🇦',
    '❤️',
    '😶‍🌫️',
  ]
  for (const emoji of sequences) assert.deepEqual([emoji, scoreName(`${emoji} Family`).score], [emoji, score])
  assert.equal(rulesOf('1️⃣ First'), 'alpha -7')
})

/** Names that hide something, and the rule that says so. */
const attacks: [what: string, names: string[], rule: string][] = [
  [
    'invisible characters',
    Array.from(
      '\u00ad\u034f\u061c\u115f\u17b4\u180e\u200b\u200c\u200d\u200e\u2060\u2064\u2800\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\u{1d173}\u{e0041}\u{e0100}\u{f0000}',
      (hidden) => `Pe${hidden}pe`,
    ),
    'hidden',
  ],
  [
    'joiners without a function',
    ['कक\u200cष', 'کار\u200cها', 'سلام\u200c', '🐸\u200d', '1\u200d2 Pepe', 'ก\u200ba'],
    'hidden',
  ],
  [
    'selectors without a function',
    ['Left Sock\u{e0100}\u{e0101}', '😀\u{e0100} Pepe', '葛\u{e0100}\u{e0101}', '🐸\ufe0f\ufe0f'],
    'hidden',
  ],
  [
    'tags without a flag',
    ['🏴\u{e0067}\u{e0062} Pepe', '🐸\u{e0067}\u{e0062}\u{e0065}\u{e007f}', `🏴${'\u{e0067}'.repeat(20)}\u{e007f}`],
    'hidden',
  ],
  ['styled letters', ['Ｐepe', '𝓟𝓮𝓹𝓮', 'Ⓟⓔⓟⓔ', '🄿🄴🄿🄴', 'ᵖᵉᵖᵉ', 'ᴘᴇᴘᴇ', 'ﬁsh', 'ɡoat', 'Pep𝟗'], 'hidden'],
  ['irregular white space', ['Left\u00a0Sock', 'Left\u2009Sock', 'Left  Sock', 'Left\u3000Sock'], 'hidden'],
  ['lines', ['P̶e̶p̶e̶', 'Pe̷pe', 'P̲e̲p̲e̲', 'P̅e̅p̅e̅', 'P⃠epe', 'П̶е̶п̶е̶', '狗\u0336狗'], 'marks'],
  ['piles of marks', ['P̷̡̢̛̛̗̰e̸̢p̸ȩ', 'Pe\u0300\u0301\u0302\u0303pe', 'ก้้้้้้', 'ab\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5'], 'marks'],
  ['marks on other things', ['🐸\u0301 Pepe', '1\u0302 Pepe', '\u0301Pepe', 'p̊e̊p̊e̊'], 'marks'],
  ['mixed scripts', ['Ρере', 'Pepе', 'Dоgе', 'Pepօ', 'Ꮲepe', 'Dסge', 'D०ge', 'ΡeΡe', 'Пεпе', 'कক'], 'script'],
  ['letters that look Latin', ['Рере', 'РЕРЕ', 'ΡΕΡΕ', 'ᏢᎬᏢᎬ', 'ꓑꓰꓑꓰ', 'Ⲣⲉⲣⲉ', 'Рере Coin'], 'script'],
]
for (const [what, names, rule] of attacks)
  test(`${what} are found by the rule ${rule}`, () => {
    for (const name of names) {
      const found = scoreName(name)
      assert.ok(
        listRules(name).some(({ id }) => id === rule),
        `${JSON.stringify(name)}: ${JSON.stringify(found.facts)}`,
      )
      assert.ok(found.score <= 75)
    }
  })

const { falsePraise, falseBlame } = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/reports/texts.json', import.meta.url), 'utf8'),
) as Record<string, { name: string }[]>
test('names that were praised by mistake score at most 75, and those blamed by mistake lose nothing for their characters', () => {
  for (const { name } of falsePraise ?? []) assert.ok(scoreName(name).score <= 75, name)
  for (const { name } of falseBlame ?? [])
    assert.deepEqual(
      listRules(name).filter(({ id }) => id !== 'alpha'),
      [],
      name,
    )
})

test('a name with nothing to read scores 0 and says so', () => {
  for (const name of ['', '   ', '\u200b\u2060'])
    assert.deepEqual(scoreName(name), { score: 0, facts: [{ code: 'empty', effect: -100, values: {} }] })
})

const found: [name: string, facts: FactScore['facts']][] = [
  [
    'Peanut the Squirrel',
    [
      { code: 'too_long', effect: -28, values: { characters: 19, most: 12 } },
      { code: 'caps_mixed', effect: -6, values: { ways: 2 } },
    ],
  ],
  [
    '🐸',
    [
      { code: 'too_short', effect: -30, values: { characters: 1 } },
      { code: 'no_letter', effect: -75, values: { digits: 0, symbols: 1, characters: 1 } },
    ],
  ],
  ['Moo_Cat', [{ code: 'separators', effect: -6, values: { underscores: 1, hyphens: 0 } }]],
  ['a cat in hat', [{ code: 'words', effect: -8, values: { words: 4, most: 3 } }]],
  ['Startcoin', [{ code: 'clusters', effect: -6, values: { runs: ['rtc'] } }]],
  ['str', [{ code: 'no_vowel', effect: -6, values: {} }]],
  [
    'MoOnIe cat',
    [
      { code: 'caps_erratic', effect: -15, values: {} },
      { code: 'caps_mixed', effect: -6, values: { ways: 2 } },
    ],
  ],
  ['MOONDAOSA', [{ code: 'caps_all', effect: -5, values: { letters: 9 } }]],
  ['Pepe', [{ code: 'faultless', effect: null, values: {} }]],
]
for (const [name, facts] of found)
  test(`the facts of ${name} have the points of each`, () => {
    assert.deepEqual(scoreName(name).facts, facts)
  })

test('any string scores a whole number 0–100, the same every time', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...Array.from('_- aAbB1🐸\ud83d\u200d\u200c\ufe0f\u0301\u0336жक\u094dب狗ก\u0e33\u{e0067}')),
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 64 }), (name) => {
      const { score, facts } = scoreName(name)
      assert.ok(Number.isInteger(score) && score >= 0 && score <= 100)
      for (const { effect } of facts) assert.ok(effect === null || effect < 0)
      const sum = facts.reduce((total, { effect }) => total + (effect ?? 0), nameStart)
      assert.equal(score, Math.max(0, sum))
      assert.deepEqual(scoreName(name), { score, facts })
    }),
    { numRuns: 20_000 },
  )
})
