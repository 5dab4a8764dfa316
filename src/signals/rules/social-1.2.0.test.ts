import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { scoreSocial as formerly } from './social-1.1.0.ts'
import { type SocialFacts, scoreSocial } from './social-1.2.0.ts'

const facts = fc.record<SocialFacts>({
  handle: fc.oneof(fc.stringMatching(/^@?[A-Za-z0-9_]{1,16}$/), fc.string({ maxLength: 20 })),
  name: fc.string({ maxLength: 20 }),
  symbol: fc.string({ maxLength: 8 }),
  mentions: fc.integer({ min: 0, max: 100_000 }),
  claimedEarlier: fc.boolean(),
})

test('which claims hold has changed, not what they are worth', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const [now, before] = [scoreSocial(given), formerly(given)]
      assert.deepEqual([now.score, now.rules], [before.score, before.rules])
    }),
  )
})

test('the reason says whose count it is, and by which rules', () => {
  const given = { handle: '@pepe', name: 'Pepe', symbol: 'PEPE', mentions: 2, claimedEarlier: true }
  assert.equal(
    scoreSocial(given).reason,
    'match: the handle matches the name (+15); mentions: named by 2 other established creators within 7 days (+13); claim: another established creator claimed this handle first (−25) [social-rules@1.2.0]',
  )
})
