import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explorerPlans } from './creator-data/creator-data-txlist.ts'
import { findPlanPace, takeShare } from './provider-calls.ts'
import { goplusPlans } from './token-risk/token-risk-goplus.ts'

const cases: [url: string, key: string | null, perMinute: number | null, callsAMinute: number | null][] = [
  ['https://api.gopluslabs.io', null, null, 28],
  ['https://api.gopluslabs.io', 'app:secret', null, null],
  ['https://api.gopluslabs.io', null, 300, 300],
  ['https://api.etherscan.io/v2/api', 'key', null, 144],
  ['https://api.etherscan.io/v2/api', 'key', 570, 570],
  ['https://api.blockscout.com/v2/api', 'key', null, 240],
  ['https://api.routescan.io/v2/network/mainnet/evm/all/etherscan/api', null, null, 96],
  ['https://my-blockscout.example/api', null, null, null],
  ['https://my-blockscout.example/api', null, 7, 7],
  ['http://127.0.0.1:4000/api.etherscan.io', null, null, null],
]

for (const [url, key, perMinute, expected] of cases)
  test(`${url} ${key ? 'with' : 'without'} a key${perMinute ? `, ${perMinute} by configuration` : ''}: ${expected ?? 'no known limit'}`, () => {
    const plan = findPlanPace({ url, key, perMinute }, { ...explorerPlans, ...goplusPlans })
    assert.equal(plan && Math.round((plan.calls * 60_000) / plan.windowMs), expected)
  })

for (const plan of [
  { spacingMs: 1000, calls: 28, windowMs: 60_000 },
  { spacingMs: 0, calls: 2, windowMs: 800 },
])
  test(`three quarters and a quarter of a plan of ${plan.calls} calls: together as many calls as the plan`, () => {
    const [larger, smaller] = [takeShare(plan, 0.75), takeShare(plan, 0.25)]
    assert.ok(larger && smaller)
    assert.equal(larger.calls / larger.windowMs, (0.75 * plan.calls) / plan.windowMs)
    assert.equal(smaller.calls / smaller.windowMs, (0.25 * plan.calls) / plan.windowMs)
    assert.equal(smaller.spacingMs, 4 * plan.spacingMs)
  })
