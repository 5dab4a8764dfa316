import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findStatedMinimum } from './stated-minimum.ts'

const gwei = 10n ** 9n
const refusals: [message: string, minimum: bigint | null][] = [
  ['transaction underpriced: gas tip cap 1000000000, minimum needed 3000000000', 3n * gwei],
  ['transaction gas price below minimum: gas tip cap 1, minimum needed 25000000000', 25n * gwei],
  ['transaction underpriced: tip needed 30000000000, tip permitted 1000000000', 30n * gwei],
  ['transaction underpriced: minimum needed 0xb2d05e00', 3n * gwei],
  ['FeeTooLow, EffectivePriorityFeePerGas too low 1000000000 < 2000000000, BaseFee: 70000000000', 2n * gwei],
  ['FeeTooLow, MaxPriorityFeePerGas too low. Minimum: 1,000,000,000', gwei],
  ['Gas price below configured minimum gas price: 1000000000', gwei],
  ['max priority fee per gas below minimum of 2.5 gwei', (25n * gwei) / 10n],
  ['the tip must be at least 30 Gwei', 30n * gwei],
  ['tip too low: have 1 gwei, want 3 gwei', 3n * gwei],
  ['priority fee 1.0 is less than 1.5', (15n * gwei) / 10n],
  ['gas price too low, min gas price is 0.000000005 ether', 5n * gwei],
  ['transaction underpriced', null],
  ['replacement transaction underpriced', null],
  ['FeeTooLow', null],
  ['nonce too low: next nonce 7, tx nonce 3', null],
  ['max fee per gas less than block base fee: address 0xab, maxFeePerGas: 1, baseFee: 7', null],
  ['insufficient funds for gas * price + value: balance 1, tx cost 5, overshot 4', null],
]
for (const [message, minimum] of refusals)
  test(`the tip that "${message}" asks for is ${minimum}`, () => assert.equal(findStatedMinimum(message), minimum))

test('any words are read in time, and a minimum is no negative number', () => {
  const parts = fc.constantFrom('minimum', 'needed', ' ', ':', 'tip', 'gas', '3', '0x', '1.', 'gwei', '<', 'fee', 'is')
  const text = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 300 }).map((words) => words.join('')),
  )
  fc.assert(fc.property(text, (message) => (findStatedMinimum(message) ?? 0n) >= 0n))
})
