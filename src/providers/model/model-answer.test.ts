import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSpending } from './model-answer.ts'

const usage = (tokens: { total?: number; output?: number; cacheRead?: number; cacheWrite?: number }) => ({
  usage: {
    inputTokens: {
      total: tokens.total,
      noCache: undefined,
      cacheRead: tokens.cacheRead,
      cacheWrite: tokens.cacheWrite,
    },
    outputTokens: { total: tokens.output, text: undefined, reasoning: undefined },
  },
})

test('more cached tokens than input in a report give no negative cost', () => {
  for (const name of ['gpt-4o-mini', 'claude-haiku-5-5', 'some-model'])
    for (const tokens of [{ cacheRead: 5000 }, { cacheRead: 700, cacheWrite: 5000 }, { cacheWrite: 5000 }]) {
      const { cachedTokens, savedTokens } = toSpending(name, usage({ total: 812, ...tokens }))
      assert.ok(cachedTokens <= 812 && savedTokens <= 812, `${cachedTokens} cached, ${savedTokens} saved`)
      assert.ok(savedTokens >= -812, `${savedTokens} saved`)
    }
})

test('the cached tokens of a report without a total are none', () => {
  const expected = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, savedTokens: 0 }
  assert.deepEqual(toSpending('gpt-4o', usage({ cacheRead: 400 })), expected)
})

test('reported tokens become whole numbers that an integer column takes', () => {
  const cases: [reported: number | undefined, expected: number][] = [
    [812, 812],
    [1234.5, 1235],
    [3e9, 2 ** 31 - 1],
    [-5, 0],
    [NaN, 0],
    [Infinity, 2 ** 31 - 1],
    [undefined, 0],
  ]
  for (const [reported, expected] of cases) {
    const tokens = reported === undefined ? {} : { total: reported, output: reported, cacheRead: reported }
    const spending = toSpending('some-model', usage(tokens))
    assert.deepEqual(
      spending,
      { inputTokens: expected, outputTokens: expected, cachedTokens: expected, savedTokens: 0 },
      `${reported}`,
    )
  }
})
