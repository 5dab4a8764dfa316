import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Consequence, type EarlierFacts, weighEarlier } from './memory-1.2.0.ts'

const dayMs = 24 * 3600 * 1000
const picture: EarlierFacts = {
  resemblance: 'picture',
  hasSameName: true,
  creatorScore: 80,
  isLaunched: false,
  ageMs: dayMs,
}

const cases: [title: string, over: Partial<EarlierFacts>, follows: Consequence][] = [
  ['an established creator’s picture and name', {}, 'copy'],
  ['an established creator’s picture', { hasSameName: false }, 'warning'],
  ['an established creator’s name', { resemblance: 'name' }, 'warning'],
  ['a similar name', { resemblance: 'similar_name' }, 'fact'],
  ['a creator signal of 50', { creatorScore: 50 }, 'copy'],
  ['a creator signal of 49', { creatorScore: 49 }, 'fact'],
  ['nobody’s signature', { creatorScore: null }, 'fact'],
  ['a token on the chain', { creatorScore: null, isLaunched: true }, 'copy'],
  ['a token on the chain and a fresh wallet', { creatorScore: 20, isLaunched: true }, 'copy'],
  ['less than a day', { ageMs: dayMs - 1 }, 'fact'],
  ['a token of less than a day', { isLaunched: true, ageMs: dayMs - 1 }, 'fact'],
]
for (const [title, over, follows] of cases)
  test(`${title}: ${follows}`, () => assert.equal(weighEarlier({ ...picture, ...over }), follows))

const facts = fc.record<EarlierFacts>({
  resemblance: fc.constantFrom('picture', 'name', 'similar_name'),
  hasSameName: fc.boolean(),
  creatorScore: fc.option(fc.integer({ min: 0, max: 100 })),
  isLaunched: fc.boolean(),
  ageMs: fc.integer({ min: -dayMs, max: 100 * dayMs }),
})

test('more than a fact follows only from what has weight and is a day older', () => {
  fc.assert(
    fc.property(facts, (given) => {
      if (weighEarlier(given) === 'fact') return
      assert.ok(given.ageMs >= dayMs)
      assert.ok(given.isLaunched || (given.creatorScore ?? 0) >= 50)
    }),
  )
})
