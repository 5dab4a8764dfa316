import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSlotExpiry } from './schedule.ts'

const at = (time: string) => new Date(`2026-12-01T${time}Z`)
const cases = [
  ['T-60min', '17:50:00'],
  ['T-10min', '18:00:00'],
  ['T+0', '18:30:00'],
] as const

for (const [slot, until] of cases)
  test(`the ${slot} of a launch at 18:00 is worth sending until ${until}`, () => {
    assert.deepEqual(getSlotExpiry(slot, at('18:00:00')), at(until))
  })
