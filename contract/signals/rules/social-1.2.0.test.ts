import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { scoreSocial as formerly } from './social-1.1.0.ts'
import { type SocialFacts, scoreSocial, socialStart } from './social-1.2.0.ts'

const facts = fc.record<SocialFacts & { handle: string }>({
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
      assert.equal(now.score, before.score)
      const points = now.facts.flatMap(({ effect }) => (effect === 0 ? [] : [effect]))
      assert.deepEqual(
        points,
        before.rules.map(({ points }) => points),
      )
      const sum = now.facts.reduce((total, { effect }) => total + (effect ?? 0), socialStart)
      assert.equal(now.score, Math.max(0, Math.min(100, sum)))
    }),
  )
})

test('a launch without a handle scores 20, whatever else is known', () => {
  fc.assert(
    fc.property(facts, (given) => {
      assert.deepEqual(scoreSocial({ ...given, handle: null }), {
        score: 20,
        facts: [{ code: 'no_handle', effect: -40, values: {} }],
      })
    }),
  )
})

test('the facts have the counts that the score rests on', () => {
  const given = { handle: '@pepe', name: 'Pepe', symbol: 'PEPE', mentions: 2, claimedEarlier: true }
  assert.deepEqual(scoreSocial(given).facts, [
    { code: 'match_name', effect: 15, values: {} },
    { code: 'mentions', effect: 13, values: { creators: 2, days: 7, of: 25 } },
    { code: 'claim', effect: -25, values: {} },
  ])
})
