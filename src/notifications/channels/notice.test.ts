import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someNotice } from '../../../test/notice.ts'
import { formatEvent, formatFacts, formatSpan, formatSubject } from './notice.ts'

const notice = someNotice()

test('a notice holds scheduled and current time, slot, score and its age', () => {
  assert.deepEqual(formatFacts(notice), [
    'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
    'Score 75.30 of 100, band green, higher is better; scored 3 days ago.',
  ])
  assert.equal(
    formatSubject(notice, (text) => text),
    'Left Sock ($SOCK)',
  )
})

test('a late notice states the time that is really left', () => {
  assert.equal(formatEvent(notice), 'scheduled in 60 minutes')
  assert.equal(formatEvent({ ...notice, now: new Date('2026-12-01T17:22:00.000Z') }), 'scheduled in 38 minutes')
})

test('T+0 states that the time is reached, not that a launch happened', () => {
  assert.equal(formatEvent({ ...notice, slot: 'T+0', now: notice.scheduledFor }), 'scheduled time reached')
})

test('name and symbol are quoted together', () => {
  assert.equal(
    formatSubject(notice, (text) => `<${text}>`),
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
for (const [ms, text] of spans) test(`${ms} ms are ${text}`, () => assert.equal(formatSpan(ms), text))
