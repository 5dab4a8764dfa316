import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findOtherNames } from './other-names-of.ts'

const submission = { name: 'Left Sock', symbol: 'SOCK' }
const report = (fields: Record<string, string>) => ({ fields, isPartial: false })

const cases: [name: string, fields: Record<string, string> | null, found: object | null][] = [
  ['no report', null, null],
  ['neither reported', {}, null],
  ['both empty', { token_name: '', token_symbol: '  ' }, null],
  ['the same', { token_name: 'Left Sock', token_symbol: 'SOCK' }, null],
  ['other case, spacing and punctuation', { token_name: ' LEFT_SOCK ', token_symbol: '$sock' }, null],
  ['look-alike letters', { token_name: 'Left S0ck', token_symbol: 'S0CK' }, null],
  ['another name', { token_name: 'Moon', token_symbol: 'SOCK' }, { name: 'Moon', symbol: 'SOCK' }],
  ['another ticker', { token_name: 'Left Sock', token_symbol: 'MOON' }, { name: 'Left Sock', symbol: 'MOON' }],
  ['another name alone', { token_name: ' Moon ' }, { name: 'Moon', symbol: null }],
  ['a longer name', { token_name: 'Left Sock Classic' }, { name: 'Left Sock Classic', symbol: null }],
]

for (const [name, fields, found] of cases)
  test(`${name}: ${found ? 'another' : 'none'}`, () =>
    assert.deepEqual(findOtherNames(submission, fields && report(fields)), found))

test('the names of the submission itself are never another’s', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(text, text, (name, symbol) => {
      const found = findOtherNames({ name, symbol }, report({ token_name: name, token_symbol: symbol }))
      assert.equal(found, null)
    }),
  )
})
