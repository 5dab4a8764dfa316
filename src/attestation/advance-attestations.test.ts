import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { raiseFees } from './advance-attestations.ts'

const fee = fc.bigInt({ min: 0n, max: 10n ** 15n })
const fees = fc.record({ maxFeePerGas: fee, maxPriorityFeePerGas: fee })

test('replacement fees are at least 10% higher and not below the market', () => {
  fc.assert(
    fc.property(fees, fees, (signed, market) => {
      const raise = raiseFees(signed, market)
      for (const name of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
        assert.ok(10n * raise[name] >= 11n * signed[name])
        assert.ok(raise[name] > signed[name])
        assert.ok(raise[name] >= market[name])
      }
    }),
  )
})

test('replacement fees rise by an eighth if the market is lower', () => {
  const market = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  const raise = raiseFees({ maxFeePerGas: 8_000n, maxPriorityFeePerGas: 800n }, market)
  assert.deepEqual(raise, { maxFeePerGas: 9_001n, maxPriorityFeePerGas: 901n })
})
