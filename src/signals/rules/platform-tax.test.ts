import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { nothingKnown } from '../../providers/token-risk.ts'
import { findPlatformShare, withoutShare } from './platform-tax.ts'

const tax = { buyPercent: 1, sellPercent: 1, sniperPercent: 99, sniperSeconds: 60 }

type Taxes = [buy: number | null, sell: number | null]
const cases: [name: string, reported: Taxes, ageSeconds: number, left: Taxes][] = [
  ['the platform’s own tax', [0.01, 0.01], 3600, [0, 0]],
  ['less than it', [0.005, 0], 3600, [0, 0]],
  ['the creator’s tax above it', [0.06, 0.11], 3600, [0.05, 0.1]],
  ['the tax on snipers in its time', [0.99, 0.5], 60, [0, 0]],
  ['as much after its time', [0.99, 0.5], 61, [0.98, 0.49]],
  ['as much before the launch', [0.99, 0.5], -1, [0.98, 0.49]],
  ['an unknown tax stays unknown', [null, 0.01], 3600, [null, 0]],
]

for (const [name, [buyTax, sellTax], ageSeconds, [buy, sell]] of cases)
  test(`taxes of a launchpad: ${name}`, () => {
    const share = findPlatformShare({ buyTax, sellTax }, { launchpad: 'Virtuals', tax, ageSeconds })
    assert.ok(share)
    const left = withoutShare({ ...nothingKnown, buyTax, sellTax }, share)
    assert.deepEqual([left.buyTax, left.sellTax], [buy, sell])
  })

test('a token without taxes gives its launchpad nothing', () => {
  const launched = { launchpad: 'Virtuals', tax, ageSeconds: 1 }
  assert.equal(findPlatformShare({ buyTax: 0, sellTax: null }, launched), null)
})

test('a launchpad never takes more than the reported tax', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fraction, fraction, fc.integer({ min: -10, max: 120 }), (buyTax, sellTax, ageSeconds) => {
      const share = findPlatformShare({ buyTax, sellTax }, { launchpad: 'Virtuals', tax, ageSeconds })
      assert.ok(!share || (share.buyTax <= buyTax && share.sellTax <= sellTax))
      const left = share && withoutShare({ ...nothingKnown, buyTax, sellTax }, share)
      assert.ok(!left || (Number(left.buyTax) >= 0 && Number(left.buyTax) <= buyTax + 1e-5))
    }),
  )
})
