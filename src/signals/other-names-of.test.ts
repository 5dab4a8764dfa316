import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { TokenFacts } from '../providers/token-risk.ts'
import { tokenFacts } from '../../test/fixtures/providers.ts'
import { findOtherNames } from './gather-facts.ts'

const submission = { name: 'Left Sock', symbol: 'SOCK' }

const cases: [name: string, facts: Partial<TokenFacts> | null, found: object | null][] = [
  ['no record', null, null],
  ['neither reported', {}, null],
  ['the same', { name: 'Left Sock', symbol: 'SOCK' }, null],
  ['other case, spacing and punctuation', { name: 'LEFT_SOCK', symbol: '$sock' }, null],
  ['look-alike letters', { name: 'Left S0ck', symbol: 'S0CK' }, null],
  ['another name', { name: 'Moon', symbol: 'SOCK' }, { name: 'Moon', symbol: 'SOCK' }],
  ['another ticker', { name: 'Left Sock', symbol: 'MOON' }, { name: 'Left Sock', symbol: 'MOON' }],
  ['another name alone', { name: 'Moon' }, { name: 'Moon', symbol: null }],
  ['a longer name', { name: 'Left Sock Classic' }, { name: 'Left Sock Classic', symbol: null }],
]

for (const [name, facts, found] of cases)
  test(`${name}: ${found ? 'another' : 'none'}`, () =>
    assert.deepEqual(findOtherNames(submission, facts && tokenFacts(facts)), found))

test('the names of the submission itself are never another’s', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(text, text, (name, symbol) => {
      const found = findOtherNames({ name, symbol }, tokenFacts({ name, symbol }))
      assert.equal(found, null)
    }),
  )
})
