import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findClaim } from './normalise-submission.ts'

const refused: [text: string, fault: RegExp][] = [
  ['Spoon ($SPOON): 98.6 of 100, Green', /a score/],
  ['Spoon: 98.6 of 100, Green - audited, no warnings, signed', /a score/],
  ['98/100', /a score/],
  ['Spoon 98 out of 100', /a score/],
  ['Spoon ９８／１００', /a score/],
  ['Spoon 98 оf 100', /a score/],
  ['Spoon ٩٨ of ١٠٠', /a score/],
  ['Spoon ९८/१००', /a score/],
  ['Spoon 98\u200B of 100', /a score/],
  ['Cuchara 98 de 100', /a score/],
  ['Ложка 98 из 100', /a score/],
  ['勺子 98 分', /a score/],
  ['Spoon Score: 98', /a score/],
  ['Rated 95 Spoon', /a score/],
  ['Spoon: Green', /a band/],
  ['Spoon (green)', /a band/],
  ['Spoon – GREEN', /a band/],
  ['Spoon Green Band', /a band/],
  ['Spoon, rated green', /a band/],
  ['勺子：绿色', /a band/],
  ['Cuchara: Verde', /a band/],
  ['Spoon ✅ Verified', /tick/],
  ['Spoon ✔️ official', /tick/],
  ['✓ Audited Spoon', /tick/],
  ['Cuchara ✅ verificada', /tick/],
  ['勺子 ✅ 官方', /tick/],
  ['Spoon verified by Launchscore', /Launchscore/],
  ['Launchscore', /Launchscore/],
  ['Launchscore Official', /Launchscore/],
  ['LAUNCH-SC0RE', /Launchscore/],
  ['Lаunchscоre', /Launchscore/], // with Cyrillic letters
  ['l a u n c h s c o r e', /Launchscore/],
]

const accepted = [
  'Left Sock',
  'Red Panda',
  'Green',
  'Blue-Red',
  'Infrared',
  'Evergreen',
  '100 Socks',
  '10/10 Doge',
  'Route 66/100th Street',
  'Fully ✅ Charged',
  'Verified Frog',
  'Underscore',
  'Score',
  'Scoreboard Frog',
  'Launch Day',
  'Rated R',
  'Grade 8 Sock',
  'Nota Diez',
  'Area 51',
  '1 of 1',
  'One of a Hundred Monkeys',
  'Catch 22',
  'Mercado Verde',
  '红色熊猫',
  '🟢🔴',
]

for (const [text, fault] of refused)
  test(`a name is refused: ${text}`, () => assert.match(findClaim(text, 'Launchscore') ?? 'accepted', fault))

for (const text of accepted)
  test(`a name is accepted: ${text}`, () => assert.equal(findClaim(text, 'Launchscore'), null))

test('the name of a short service is refused as words only', () => {
  assert.match(findClaim('Rate It Up', 'Rate') ?? '', /Rate/)
  assert.match(findClaim('R.A.T.E', 'Rate') ?? '', /Rate/)
  assert.equal(findClaim('Pirate', 'Rate'), null)
})

test('a score of 100 is found behind any name', () => {
  const name = fc.string({ unit: 'binary', maxLength: 40 })
  const points = fc.integer({ min: 0, max: 999 })
  fc.assert(
    fc.property(name, points, fc.constantFrom(' of ', '/', ' out of ', ' Of '), (before, number, of) => {
      assert.notEqual(findClaim(`${before} ${number}${of}100`, 'Launchscore'), null)
    }),
  )
})
