import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSpending } from './model-answer.ts'
import { toCount } from './wire.ts'

const none = { input: 0, output: 0, cacheRead: 0, cacheWritten: 0 }

test('more cached tokens than input in a report give no negative cost', () => {
  for (const name of ['gpt-4o-mini', 'claude-haiku-5-5', 'some-model'])
    for (const tokens of [{ cacheRead: 5000 }, { cacheRead: 700, cacheWritten: 5000 }, { cacheWritten: 5000 }]) {
      const { cachedTokens, savedTokens } = toSpending(name, { ...none, input: 812, ...tokens })
      assert.ok(cachedTokens <= 812 && savedTokens <= 812, `${cachedTokens} cached, ${savedTokens} saved`)
      assert.ok(savedTokens >= -812, `${savedTokens} saved`)
    }
})

test('the cached tokens of a report without a total are none', () => {
  const expected = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, savedTokens: 0 }
  assert.deepEqual(toSpending('gpt-4o', { ...none, cacheRead: 400 }), expected)
})

test('reported tokens become whole numbers that an integer column takes', () => {
  const cases: [reported: unknown, expected: number][] = [
    [812, 812],
    ['812', 812],
    ['812.4', 812],
    [1234.5, 1235],
    [3e9, 2 ** 31 - 1],
    [-5, 0],
    [NaN, 0],
    [Infinity, 2 ** 31 - 1],
    [undefined, 0],
    [null, 0],
    ['', 0],
    ['many', 0],
    [true, 0],
    [{}, 0],
  ]
  for (const [reported, expected] of cases) assert.equal(toCount(reported), expected, String(reported))
})
