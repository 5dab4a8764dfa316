import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSchedule } from './check-schedule.ts'

const now = new Date('2026-11-21T12:00:00.000Z')

const good = ['2026-11-21T12:00:00.001Z', '2026-11-21T14:00:01+02:00', '2027-11-21T12:00:00.000Z']
for (const text of good)
  test(`${text} can be a launch`, () => assert.deepEqual(checkSchedule(text, now), { scheduledFor: new Date(text) }))

const bad: [text: string, fault: RegExp][] = [
  ['2026-11-21T12:00:00.000Z', /in the future/],
  ['2026-11-21T13:59:59+02:00', /in the future/],
  ['2027-11-21T12:00:00.001Z', /365 days/],
  ['2026-12-01T18:00:00', /offset/],
  ['2027-02-29T18:00:00Z', /exists/],
  ['soon', /offset/],
]
for (const [text, fault] of bad)
  test(`${text} can't be a launch: ${fault.source}`, () => {
    const result = checkSchedule(text, now)
    assert.match('fault' in result ? result.fault : '', fault)
  })
