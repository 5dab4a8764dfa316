import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pairs } from '../providers/market/market-data.ts'
import { dexscreener } from '../providers/market/market-data-dexscreener.ts'
import { listFileQuotes, openLaunchpadFiles } from '../providers/launchpads/launchpads.ts'
import { listQuotes } from './rules/depth-1.0.0.ts'
import { createMarketProbe } from './read-markets.ts'

const quotes = listQuotes(listFileQuotes(openLaunchpadFiles(null), 8453))
const never = new AbortController().signal

/** A probe whose provider responds by hand. */
function openProbe() {
  const asked: ((priceUsd: number) => void)[] = []
  let now = 0
  const listPairsOfOne = (base: string, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Pairs>()
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    const [quote = ''] = quotes.dollars
    const amounts = { priceNative: null, baseAmount: null, quoteAmount: 1, buys: null, sells: null, volume: null }
    const pair = { address: '0x01', base, quote, createdAt: null, ...amounts }
    asked.push((priceUsd) => resolve({ pairs: [{ ...pair, priceUsd }], isPartial: false, isCutOff: false }))
    return promise
  }
  const marketData = {
    source: dexscreener,
    maxTokens: 30,
    listPairs: () => Promise.reject(new Error('not asked')),
    listPairsOfOne,
    findProfile: () => Promise.reject(new Error('not asked')),
  }
  const probe = createMarketProbe({ marketData, quotes, clock: { now: () => new Date(now) } })
  return { asked, probe, leap: (ms: number) => (now += ms) }
}

test('after a caller that left, the next one asks again', async () => {
  const { asked, probe } = openProbe()
  const leaving = new AbortController()
  const left = probe.nativeUsd(leaving.signal)
  leaving.abort(new Error('left'))
  await assert.rejects(left, /left/)
  const next = probe.nativeUsd(never)
  asked[1]?.(3000)
  assert.deepEqual([await next, asked.length], [3000, 2])
})

test('callers share one request, which outlives the caller that made it', async () => {
  const { asked, probe } = openProbe()
  const leaving = new AbortController()
  const left = probe.nativeUsd(leaving.signal)
  const joined = probe.nativeUsd(never)
  leaving.abort(new Error('left'))
  await assert.rejects(left, /left/)
  asked[0]?.(2500)
  assert.deepEqual([await joined, await probe.nativeUsd(never), asked.length], [2500, 2500, 1])
})

test('a clock that is set back by a week keeps no price for the week', async () => {
  const { asked, probe, leap } = openProbe()
  const before = probe.nativeUsd(never)
  asked[0]?.(2500)
  assert.equal(await before, 2500)
  leap(-7 * 24 * 3_600_000)
  const after = probe.nativeUsd(never)
  asked[1]?.(3000)
  assert.equal(await after, 3000)
})
