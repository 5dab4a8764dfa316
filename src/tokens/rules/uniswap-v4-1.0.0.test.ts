import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromX96, toAmounts, toInteger } from './uniswap-v4-1.0.0.ts'

const isNear = (value: number, expected: number) =>
  assert.ok(Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected)), `${value} is not ${expected}`)

test('a range around the price holds both currencies', () => {
  const [first, second] = toAmounts({ liquidity: 1e18, sqrtPrice: 1, tickLower: -600, tickUpper: 600 })
  // 1 - 1.0001^-300
  isNear(first, 1e18 * 0.0295530108791372)
  isNear(second, 1e18 * 0.0295530108791372)
})

test('a range above the price holds the first currency alone, one below it the second', () => {
  const above = toAmounts({ liquidity: 1e18, sqrtPrice: 1, tickLower: 600, tickUpper: 1200 })
  const below = toAmounts({ liquidity: 1e18, sqrtPrice: 1, tickLower: -1200, tickUpper: -600 })
  assert.equal(above[1], 0)
  assert.equal(below[0], 0)
  isNear(above[0], 1e18 * (1.0001 ** -300 - 1.0001 ** -600))
  isNear(below[1], above[0])
})

test('words are read with their sign, and square roots of prices with 96 binary places', () => {
  assert.equal(toInteger('f'.repeat(64)), -1n)
  assert.equal(toInteger('7'.padStart(64, '0')), 7n)
  assert.equal(fromX96((2n ** 97n).toString(16).padStart(64, '0')), 2)
})
