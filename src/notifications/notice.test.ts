import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someNotice } from '../../test/notice.ts'
import { eventOf, factsOf, spanOf, subjectOf } from './notice.ts'

const notice = someNotice()

test('a notice tells the scheduled and the actual time in UTC, the offset, and the score with its age', () => {
  assert.deepEqual(factsOf(notice), [
    'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
    'Score 75.30 of 100, band green, higher is better; scored 3 days ago.',
  ])
  assert.equal(
    subjectOf(notice, (text) => text),
    'Left Sock ($SOCK)',
  )
})

test('how long there is still to go is true also of a notice that comes late', () => {
  assert.equal(eventOf(notice), 'scheduled in 60 minutes')
  assert.equal(eventOf({ ...notice, now: new Date('2026-12-01T17:22:00.000Z') }), 'scheduled in 38 minutes')
})

test('the last notice says that the time is reached, not that anything was launched', () => {
  assert.equal(eventOf({ ...notice, slot: 'T+0', now: notice.scheduledFor }), 'scheduled time reached')
})

test('a stranger’s words are quoted as one', () => {
  assert.equal(
    subjectOf(notice, (text) => `<${text}>`),
    '<Left Sock ($SOCK)>',
  )
})

const spans: [ms: number, text: string][] = [
  [0, 'less than a minute'],
  [29_999, 'less than a minute'],
  [60_000, '1 minute'],
  [3_597_600, '60 minutes'],
  [7_199_000, '2 hours'],
  [47 * 3_600_000, '47 hours'],
  [48 * 3_600_000, '2 days'],
  [365 * 86_400_000, '365 days'],
]
for (const [ms, text] of spans) test(`${ms} ms are ${text}`, () => assert.equal(spanOf(ms), text))
