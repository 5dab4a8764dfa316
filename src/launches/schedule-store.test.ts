import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planSlots } from './schedule-store.ts'

const at = (time: string) => new Date(`2026-12-01T${time}Z`)
const launch = at('18:00:00.000')

test('a launch has slots 60 minutes before, 10 minutes before and at its time', () => {
  assert.deepEqual(planSlots(launch, at('09:00:00')), [
    { slot: 'T-60min', sendAt: at('17:00:00'), state: 'pending' },
    { slot: 'T-10min', sendAt: at('17:50:00'), state: 'pending' },
    { slot: 'T+0', sendAt: launch, state: 'pending' },
  ])
})

const cases: [now: string, states: string[]][] = [
  ['16:59:59.999', ['pending', 'pending', 'pending']],
  ['17:00:00.000', ['pending', 'pending', 'pending']],
  ['17:00:00.001', ['skipped', 'pending', 'pending']],
  ['17:50:00.000', ['skipped', 'pending', 'pending']],
  ['17:50:00.001', ['skipped', 'skipped', 'pending']],
  ['17:59:59.999', ['skipped', 'skipped', 'pending']],
]
for (const [now, states] of cases)
  test(`seeded at ${now} for 18:00 the slots are ${states.join(', ')}`, () => {
    const planned = planSlots(launch, at(now)).map(({ state }) => state)
    assert.deepEqual(planned, states)
  })
