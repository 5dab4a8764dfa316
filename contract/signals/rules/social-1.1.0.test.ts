import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { scoreSocial, type SocialFacts, socialRules } from './social-1.1.0.ts'

const facts = (some: Partial<SocialFacts>): SocialFacts => ({
  handle: '@pepe',
  name: 'Pepe',
  symbol: 'PEPE',
  mentions: 0,
  claimedEarlier: false,
  ...some,
})
const rulesOf = (some: Partial<SocialFacts>) =>
  scoreSocial(facts(some))
    .rules.map(({ id, points }) => `${id} ${points > 0 ? '+' : ''}${points}`)
    .join(', ')

// Scores without mentions, with five, and without but claimed by another earlier; the rules are those of the first.
const known: [handle: string, name: string, symbol: string, scores: string, rules: string][] = [
  ['@dogecoin', 'Dogecoin', '', '75 / 96 / 50', 'match +15'],
  ['@pepecoineth', 'Pepe', '', '75 / 96 / 50', 'match +15'],
  ['@Shibtoken', 'Shiba Inu', 'SHIB', '75 / 96 / 50', 'match +15'],
  ['@dogwifcoin', 'dogwifhat', '', '75 / 96 / 50', 'match +15'],
  ['@bonk_inu', 'Bonk', '', '75 / 96 / 50', 'match +15'],
  ['@safemoon', 'SafeMoon', '', '75 / 96 / 50', 'match +15'],
  ['@Uniswap', 'Uniswap', '', '75 / 96 / 50', 'match +15'],
  ['@xXx_M00N_1000x', 'xXx_MOON_1000x_xXx', 'MOON', '43 / 64 / 18', 'digits -12, match -5'],
  ['@redactedcartel', 'BTRFLY', '', '55 / 76 / 30', 'match -5'],
  ['@Bitcoin', 'Bitcoin', '', '75 / 96 / 50', 'match +15'],
  ['@ethereum', 'Ethereum', '', '75 / 96 / 50', 'match +15'],
  ['@chainlink', 'Chainlink', '', '75 / 96 / 50', 'match +15'],
  ['@aave', 'Aave', '', '75 / 96 / 50', 'match +15'],
  ['@CurveFinance', 'Curve DAO Token', 'CRV', '55 / 76 / 30', 'match -5'],
  ['@yearnfi', 'yearn.finance', '', '75 / 96 / 50', 'match +15'],
  ['@RealFlokiInu', 'Floki', '', '75 / 96 / 50', 'match +15'],
  ['@POPCATSOLANA', 'Popcat', '', '75 / 96 / 50', 'match +15'],
  ['@BasedBrett', 'Brett', '', '75 / 96 / 50', 'match +15'],
  ['@TurboToadToken', 'Turbo', '', '75 / 96 / 50', 'match +15'],
  ['@MogCoinEth', 'Mog Coin', '', '75 / 96 / 50', 'match +15'],
  ['@FartCoinOfSOL', 'Fartcoin', '', '75 / 96 / 50', 'match +15'],
  ['@pnutsolana', 'Peanut the Squirrel', 'PNUT', '72 / 93 / 47', 'match +12'],
  ['@gospelofgoatse', 'Goatseus Maximus', 'GOAT', '72 / 93 / 47', 'match +12'],
  ['@GetTrumpMemes', 'OFFICIAL TRUMP', 'TRUMP', '72 / 93 / 47', 'match +12'],
  ['@pudgypenguins', 'Pudgy Penguins', '', '75 / 96 / 50', 'match +15'],
  ['@HPOS10Inu', 'HarryPotterObamaSonic10Inu', 'BITCOIN', '55 / 76 / 30', 'match -5'],
  ['@MewsWorld', 'cat in a dogs world', 'MEW', '72 / 93 / 47', 'match +12'],
  ['@spx6900', 'SPX6900', '', '63 / 84 / 38', 'digits -12, match +15'],
  ['@degentokenbase', 'Degen', '', '75 / 96 / 50', 'match +15'],
  ['@virtuals_io', 'Virtual Protocol', '', '75 / 96 / 50', 'match +15'],
  ['@ai16zdao', 'ai16z', '', '75 / 96 / 50', 'match +15'],
  ['@moodengsol', 'Moo Deng', '', '75 / 96 / 50', 'match +15'],
  ['@Darkfarms1', 'BOOK OF MEME', 'BOME', '55 / 76 / 30', 'match -5'],
  ['@MyroSOL', 'Myro', '', '75 / 96 / 50', 'match +15'],
  ['@BabyDogeCoin', 'Baby Doge Coin', '', '75 / 96 / 50', 'match +15'],
  ['@samoyedcoin', 'Samoyedcoin', '', '75 / 96 / 50', 'match +15'],
  ['@LidoFinance', 'Wrapped stETH', 'WSTETH', '55 / 76 / 30', 'match -5'],
  ['@PancakeSwap', 'PancakeSwap', '', '75 / 96 / 50', 'match +15'],
  ['@synthetix_io', 'Synthetix', '', '75 / 96 / 50', 'match +15'],
  ['@GMX_IO', 'GMX', '', '75 / 96 / 50', 'match +15'],
  ['@1inch', '1inch', '', '75 / 96 / 50', 'match +15'],
  ['@0xProject', '0x', 'ZRX', '55 / 76 / 30', 'match -5'],
  ['@pepe83920174', 'Рepe', 'PEPE', '50 / 71 / 25', 'digits -25, match +15'],
  ['@user_99128374', 'qwrtpsdf', 'QWRT', '30 / 51 / 5', 'digits -25, match -5'],
]
for (const [handle, name, symbol, scores, rules] of known) {
  test(`${handle} of ${name} scores ${scores}`, () => {
    const token = { handle, name, symbol }
    const cases = [token, { ...token, mentions: 5 }, { ...token, claimedEarlier: true }]
    assert.equal(cases.map((some) => scoreSocial(facts(some)).score).join(' / '), scores)
    assert.equal(rulesOf(token), rules)
  })
}

const shapes: [title: string, handle: string, rules: string][] = [
  ['a missing @ costs 5', 'pepe', 'at -5, match +15'],
  ['under four characters cost 5', '@pep', 'short -5, match -5'],
  ['four characters are enough', '@pepe', 'match +15'],
  ['one character is a handle', '@x', 'short -5, match -5'],
  ['fifteen characters are a handle', '@pepeabcdefghijk', 'match +15'],
  ['"twitter" is reserved in any case', '@pepeTwitter', 'reserved -25, match +15'],
  ['"admin" is reserved', '@pepe_admin', 'reserved -25, match +15'],
  ['no letter costs 30, and digits nothing more', '@123456', 'noletters -30, match -5'],
  ['five digits at the end cost 25', '@pepecoinz12345', 'digits -25, match +15'],
  ['over 30 % digits cost 12', '@1pe2pe3pepe4', 'digits -12, match +15'],
  ['exactly 30 % digits are no heap', '@1pe2pepex3', 'match +15'],
  ['two digits at the end cost 6', '@pepefrog77', 'digits -6, match +15'],
  ['one digit at the end is free', '@pepefrog7', 'match +15'],
  ['69 at the end is free', '@pepefrog69', 'match +15'],
  ['420 at the end is free', '@pepefrogs420', 'match +15'],
  ['100 at the end is free', '@pepefrogs100', 'match +15'],
  ['1000 at the end is free', '@pepefrogcat1000', 'match +15'],
  ['2049 at the end is free', '@pepefrogman2049', 'match +15'],
  ['two underscores within are free', '@p_e_pepe', 'match +15'],
  ['three underscores cost 12', '@p_e_p_pepe', 'underscores -12, match +15'],
  ['a doubled underscore costs 12', '@pepe__x', 'underscores -12, match +15'],
  ['a leading underscore costs 5', '@_pepe', 'underscores -5, match +15'],
  ['a trailing underscore costs 5', '@pepe_', 'underscores -5, match +15'],
  ['four times the same character cost 10, in any case', '@pepeEeEx', 'repeat -10, match +15'],
  ['three times the same character are free', '@pepeeex', 'match +15'],
]
for (const [title, handle, rules] of shapes) test(title, () => assert.equal(rulesOf({ handle }), rules))

test('a handle that X can not have scores 0 and says so, whatever is known of it', () => {
  for (const handle of ['', '@', '@pepeabcdefghijkl', '@pe pe', '@@pepe', 'pépé', '@pepe\n', '@pepe\ud83d']) {
    const { score, reason, rules } = scoreSocial(facts({ handle, mentions: 9, claimedEarlier: true }))
    assert.equal(score, 0)
    assert.equal(reason, `handle: not 1 to 15 of the characters A–Z, a–z, 0–9 and _ (−60) [${socialRules}]`)
    assert.deepEqual(rules, [{ id: 'handle', points: -60 }])
  }
})

test('mentions count on a logarithm and at most 25', () => {
  const points = [0, 8, 13, 16, 19, 21, 22, 24, 25, 25]
  for (const [index, mentions] of [0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000_000].entries()) {
    const { score } = scoreSocial(facts({ handle: '@doge', mentions }))
    assert.equal(score, 55 + (points[index] ?? NaN))
  }
})

test('the reason names each rule and says how many mentions there are, none included', () => {
  assert.equal(
    scoreSocial(facts({ handle: '@pepe_99' })).reason,
    'digits: two or more digits at the end (−6); match: the handle matches the name (+15); ' +
      'mentions: named by 0 other established creators within 7 days (+0) [social-rules@1.1.0]',
  )
})

test('the reason says when a claim applied', () => {
  assert.equal(
    scoreSocial(facts({ mentions: 1, claimedEarlier: true })).reason,
    'match: the handle matches the name (+15); mentions: named by 1 other established creator within 7 days (+8); ' +
      'claim: another established creator claimed this handle first, within 30 days (−25) [social-rules@1.1.0]',
  )
})

test('any input scores a whole number 0–100, the same every time', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...Array.from('@_aB1🐸\ud83d')),
    ),
  })
  const handle = fc.oneof(text, fc.stringMatching(/^@?[A-Za-z0-9_]{1,15}$/))
  fc.assert(
    fc.property(handle, text, text, fc.nat(), fc.boolean(), (handle, name, symbol, mentions, claimedEarlier) => {
      const token = { handle, name, symbol, mentions, claimedEarlier }
      const { score, reason, rules } = scoreSocial(token)
      assert.ok(Number.isInteger(score) && score >= 0 && score <= 100)
      for (const { id } of rules) assert.ok(reason.includes(`${id}: `))
      assert.deepEqual(scoreSocial(token), { score, reason, rules })
    }),
    { numRuns: 3000 },
  )
})
