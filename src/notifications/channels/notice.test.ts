import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signalLines, someNotice } from '../../../test/fixtures/notice.ts'
import type { ColorName } from '../../../contract/design.ts'
import {
  type Notice,
  formatEvent,
  formatFacts,
  formatScore,
  formatSignals,
  formatSpan,
  formatNoticeSubject,
  formatTitle,
  getTone,
} from './notice.ts'

const notice = someNotice()

test('a notice holds scheduled and current time, slot, score and its age', () => {
  assert.deepEqual(formatFacts(notice), [
    '● 75.3 out of 100, green; higher is better. Scored 3 days ago.',
    'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
  ])
  assert.equal(formatNoticeSubject(notice), 'Left Sock ($SOCK)')
})

test('the signals are bars of ten blocks with the shape of their band', () => {
  assert.deepEqual(formatSignals(notice), signalLines)
  const [meme] = formatSignals({ ...notice, signals: [{ title: 'Meme', score: null }] })
  assert.equal(meme, 'Meme   ┄┄┄┄┄┄┄┄┄┄ not measured yet')
})

const scores: [over: Partial<Notice>, words: string, tone: ColorName][] = [
  [{}, '● 75.3 out of 100, green; higher is better.', 'green'],
  [{ aggregate: 69.99, band: 'amber' }, '◆ 69.9 out of 100, amber; higher is better.', 'amber'],
  [{ aggregate: 0, band: 'red' }, '▼ 0.0 out of 100, red; higher is better.', 'red'],
  [
    { aggregate: 85, hasStubs: true, measuredPercent: 25 },
    'Preliminary: 85.0 from 25% of the weight; higher is better.',
    'muted',
  ],
  [{ warnings: ['copycat'] }, '● 75.3 out of 100, green; higher is better.', 'green'],
  [{ warnings: ['honeypot'] }, 'The score alone: 75.3 out of 100, green; higher is better.', 'crit'],
  [
    { warnings: ['honeypot'], aggregate: 85, hasStubs: true, measuredPercent: 25 },
    'The score alone: 85.0 from 25% of the weight; higher is better.',
    'crit',
  ],
]
for (const [over, words, tone] of scores)
  test(`${JSON.stringify(over)} is ${words}`, () => {
    const shown = { ...notice, ...over }
    assert.deepEqual([formatScore(shown), getTone(shown)], [words, tone])
  })

test('a critical warning comes before everything else', () => {
  const warned = { ...notice, warnings: ['honeypot' as const] }
  assert.equal(formatTitle(warned), '⚑ Honeypot: Left Sock ($SOCK): scheduled in 60 minutes')
  assert.equal(formatFacts(warned)[0], '⚑ Honeypot: holders cannot sell this token.')
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
    formatNoticeSubject(notice, (text) => `<${text}>`),
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
