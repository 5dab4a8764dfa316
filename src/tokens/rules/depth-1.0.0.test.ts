import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JsonResponse } from '../../platform/outbound/get-json.ts'
import { readPairs } from '../../providers/market/market-data-dexscreener.ts'
import { type Quotes, measureMarket } from './depth-1.0.0.ts'

interface Case {
  file: string
  token: string
  nativeUsd: number | null
  expected: { state: string; class?: string; pairCreatedAt?: string | null } & Record<string, unknown>
}

const folder = join(import.meta.dirname, '../../../test/fixtures/outcomes')
const { market } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as { market: Case[] }

const toResponse = (file: string): JsonResponse => ({
  status: 200,
  headers: {},
  body: JSON.parse(readFileSync(join(folder, file), 'utf8')),
  isTooLarge: false,
})

const native = ['0x0000000000000000000000000000000000000000', '0x4200000000000000000000000000000000000006']
const dollars = ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913']
const quotes: Quotes = {
  known: new Set([...native, ...dollars, '0x0b3e328455c4059eeb9e3f84b5543f74e24e7e1b']),
  dollars: new Set(dollars),
  native: new Set(native),
}

for (const { file, token, nativeUsd, expected } of market)
  test(`${file}, ${token.slice(-3)}, native coin ${nativeUsd}: ${expected.state}`, () => {
    const read = readPairs(toResponse(file), 'base')
    if ('refusal' in read) return assert.equal(expected.class, read.refusal.fault)
    if (read.isCutOff) return assert.equal(expected.state, 'cut-off')
    const observation = measureMarket({ token, ...read, quotes, nativeUsd })
    const { pairCreatedAt, ...figures } = expected
    for (const [name, value] of Object.entries(figures))
      assert.deepEqual((observation as unknown as Record<string, unknown>)[name], value, name)
    if (observation.state !== 'absent') assert.equal(observation.createdAt?.toISOString() ?? null, pairCreatedAt)
  })
