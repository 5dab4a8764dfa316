import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { planNextObservation, planRetry } from './observation-times-1.0.0.ts'

const token = '0x70ce110000000000000000000000000000000201'
const start = new Date('2026-11-08T12:00:00.000Z')
const hourMs = 3_600_000

function listObservations(tradingSince: Date | null): number[] {
  const hours: number[] = []
  let now = start
  for (;;) {
    const next = planNextObservation({ token, createdAt: start, tradingSince, now })
    if (!next) return hours
    assert.ok(next > now)
    hours.push((next.getTime() - start.getTime()) / hourMs)
    now = next
  }
}

test('trading: 151 observations in 90 days, each at most a tenth of its interval late', () => {
  const hours = listObservations(start)
  const planned = [
    ...Array.from({ length: 48 }, (_, index) => [index + 1, 1]),
    ...Array.from({ length: 20 }, (_, index) => [54 + 6 * index, 6]),
    ...Array.from({ length: 83 }, (_, index) => [192 + 24 * index, 24]),
  ] as [number, number][]
  assert.equal(hours.length, 151)
  for (const [index, [hour, interval]] of planned.entries()) {
    const late = (hours[index] ?? NaN) - hour
    assert.ok(late >= 0 && late < interval / 10, `observation ${index}`)
  }
})

test('no market: every 10 minutes for 48 hours, hourly to 14 days, daily to 30 days', () => {
  const hours = listObservations(null)
  assert.equal(hours.length, 288 + 288 + 16)
  assert.ok((hours.at(-1) ?? 0) >= 720)
})

test('every observation of a horizon falls into its window', () => {
  const hours = listObservations(start)
  for (const [from, grace] of [
    [24, 6],
    [168, 24],
    [720, 72],
    [2160, 216],
  ] as const)
    assert.ok(
      hours.some((hour) => hour >= from && hour <= from + grace),
      `${from}`,
    )
})

test('tokens that began to trade together are observed at different minutes', () => {
  const plan = { createdAt: start, tradingSince: start, now: new Date(start.getTime() + 1000 * hourMs) }
  const other = `${token.slice(0, -1)}2`
  assert.notDeepEqual(planNextObservation({ ...plan, token }), planNextObservation({ ...plan, token: other }))
})

test('the next observation is always later than now', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2160 * hourMs }), fc.boolean(), (age, isTrading) => {
      const now = new Date(start.getTime() + age)
      const next = planNextObservation({
        token,
        createdAt: start,
        tradingSince: isTrading ? start : null,
        now,
      })
      assert.ok(next === null || next > now)
    }),
  )
})

test('a failed observation is retried after 30 seconds, 2 and 10 minutes, then hourly', () => {
  const waits = [1, 2, 3, 4, 5].map((attempts) => planRetry(start, attempts).getTime() - start.getTime())
  assert.deepEqual(waits, [30_000, 120_000, 600_000, hourMs, hourMs])
})
