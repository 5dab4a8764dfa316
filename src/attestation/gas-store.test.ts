import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type GasShare, type GasTaken, type GasRequest, findExceededShare } from './gas-store.ts'

const nothing: GasTaken = { total: 0n, unenrolled: 0n, ofPayer: 0n, ofSite: 0n, ofCreator: 0n }
const stranger: GasRequest = { ceiling: 1_000n, gas: 4n, isEnrolled: false, isForKeysOnly: false }
const enrolled = { ...stranger, isEnrolled: true }
const keyed = { ...stranger, isForKeysOnly: true }

const cases: [title: string, request: GasRequest, taken: Partial<GasTaken>, exceeded: GasShare | null][] = [
  ['the first of the day fits', stranger, {}, null],
  ['the last that fits into the strangers’ half', stranger, { total: 496n, unenrolled: 496n }, null],
  ['strangers take no more than half', stranger, { total: 497n, unenrolled: 497n }, 'strangers'],
  ['enrolled scores have the other half', enrolled, { total: 500n, unenrolled: 500n }, null],
  ['enrolled scores may use what strangers leave', enrolled, { total: 996n }, null],
  ['nothing exceeds the day', enrolled, { total: 997n }, 'day'],
  ['a network takes a tenth of the half', stranger, { total: 46n, unenrolled: 46n, ofPayer: 46n }, null],
  ['and no more', stranger, { total: 47n, unenrolled: 47n, ofPayer: 47n }, 'payer'],
  ['an enrolling network takes a tenth of the day', enrolled, { total: 96n, ofPayer: 96n }, null],
  ['and no more when enrolled', enrolled, { total: 97n, ofPayer: 97n }, 'payer'],
  ['a tenth of what others have left', stranger, { total: 420n, unenrolled: 420n, ofPayer: 6n }, 'payer'],
  ['a creator takes a twentieth of the half', stranger, { total: 22n, unenrolled: 22n, ofCreator: 22n }, 'creator'],
  ['a /48 takes half of the half', stranger, { total: 246n, unenrolled: 246n, ofSite: 246n }, null],
  ['and no more of it', stranger, { total: 247n, unenrolled: 247n, ofSite: 247n }, 'payer'],
  ['the first of a newcomer fits while there is room', stranger, { total: 490n, unenrolled: 490n }, null],
  ['a key takes half where only keys publish', keyed, { total: 246n, unenrolled: 246n, ofPayer: 246n }, null],
  ['and no more of the half', keyed, { total: 247n, unenrolled: 247n, ofPayer: 247n }, 'payer'],
]

for (const [title, request, taken, exceeded] of cases)
  test(title, () => assert.equal(findExceededShare(request, { ...nothing, ...taken }), exceeded))

test('a few networks at their limits leave gas for others', () => {
  const attackers = fc.integer({ min: 1, max: 20 })
  fc.assert(
    fc.property(attackers, fc.boolean(), (networks, isEnrolled) => {
      const request = { ...stranger, ceiling: 600_000_000n, gas: 390_000n, isEnrolled }
      let total = 0n
      for (let network = 0; network < networks; network++) {
        let ofPayer = 0n
        // each time by another creator
        while (!findExceededShare(request, { ...nothing, total, unenrolled: isEnrolled ? 0n : total, ofPayer })) {
          total += request.gas
          ofPayer += request.gas
        }
      }
      const left = { ...nothing, total, unenrolled: isEnrolled ? 0n : total }
      assert.equal(findExceededShare(request, left), null)
    }),
  )
})
