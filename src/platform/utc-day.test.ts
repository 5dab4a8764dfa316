import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextMidnight, secondsToMidnight, startOfDay, toDay } from './time.ts'

const days: [at: string, day: string, next: string, seconds: number][] = [
  ['2026-12-01T00:00:00.000Z', '2026-12-01', '2026-12-02', 86_400],
  ['2026-12-01T00:00:00.001Z', '2026-12-01', '2026-12-02', 86_400],
  ['2026-12-01T18:30:00.000Z', '2026-12-01', '2026-12-02', 19_800],
  ['2026-12-01T23:59:59.999Z', '2026-12-01', '2026-12-02', 1],
  ['2026-12-01T23:30:00.000-05:00', '2026-12-02', '2026-12-03', 70_200],
  ['2026-12-31T12:00:00.000Z', '2026-12-31', '2027-01-01', 43_200],
  ['2028-02-28T12:00:00.000Z', '2028-02-28', '2028-02-29', 43_200],
]
for (const [at, day, next, seconds] of days)
  test(`${at} is in the UTC day ${day}, which ends in ${seconds} s`, () => {
    const date = new Date(at)
    assert.equal(toDay(date), day)
    assert.deepEqual(startOfDay(date), new Date(day))
    assert.deepEqual(nextMidnight(date), new Date(next))
    assert.equal(secondsToMidnight(date), seconds)
    assert.deepEqual(date, new Date(at))
  })
