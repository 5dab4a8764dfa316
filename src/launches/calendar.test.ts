import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatCalendar, escapeText, foldLine } from './calendar.ts'

const entry = {
  enrollmentId: '019a0000-0000-7000-8000-000000000001',
  name: 'Left; Sock, the \\ first',
  symbol: 'SOCK',
  tagline: 'One line,\nand one more',
  outcome: null,
  outcomeCause: null,
  warnings: [],
  scheduledFor: new Date('2026-12-01T18:00:00.000Z'),
  scheduleVersion: 3,
  changedAt: new Date('2026-11-21T10:30:05.123Z'),
}
const site = { serviceName: 'Launchscore', publicUrl: 'https://launchscore.example' }

const unfold = (text: string) => text.replaceAll('\r\n ', '')
const anyText = fc.string({ unit: 'grapheme', maxLength: 300 })

test('a critical warning comes before the name and the tagline', () => {
  const calendar = unfold(formatCalendar({ ...entry, warnings: ['honeypot'] }, site))
  assert.match(calendar, /\r\nSUMMARY:⚑ Honeypot: Left/)
  assert.match(calendar, /\r\nDESCRIPTION:⚑ Honeypot: holders cannot sell this token\.\\nOne line/)
})

test('an entry holds time, name and version in UTC', () => {
  const lines = unfold(formatCalendar(entry, site)).split('\r\n')
  for (const line of [
    'UID:019a0000-0000-7000-8000-000000000001@launchscore.example',
    'DTSTAMP:20261121T103005Z',
    'SEQUENCE:3',
    'DTSTART:20261201T180000Z',
    String.raw`SUMMARY:Left\; Sock\, the \\ first ($SOCK) launches`,
    String.raw`DESCRIPTION:One line\,\nand one more\nhttps://launchscore.example/launch/019a0000-0000-7000-8000-000000000001`,
    'URL:https://launchscore.example/launch/019a0000-0000-7000-8000-000000000001',
  ])
    assert.ok(lines.includes(line), line)
  assert.deepEqual([lines.at(0), lines.at(-2), lines.at(-1)], ['BEGIN:VCALENDAR', 'END:VCALENDAR', ''])
})

test('folded lines have at most 75 octets and whole characters, and unfold', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const line = `SUMMARY:${text.replaceAll(/[\r\n]/g, '')}`
      const folded = foldLine(line)
      for (const piece of folded.split('\r\n')) {
        assert.ok(Buffer.byteLength(piece) <= 75)
        assert.ok(piece.isWellFormed())
      }
      assert.equal(unfold(folded), line)
    }),
  )
})

test('escaped text stays in its line and can be read back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = escapeText(text)
      assert.doesNotMatch(escaped, /[\r\n]/)
      const read = escaped.replaceAll(/\\([\\;,n])/g, (_, character) => (character === 'n' ? '\n' : character))
      assert.equal(read, text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ''))
    }),
  )
})

test('no launch name adds a line to the calendar', () => {
  const usual = listNames(formatCalendar(entry, site))
  fc.assert(
    fc.property(anyText, anyText, (name, tagline) => {
      const text = formatCalendar({ ...entry, name: `${name}\r\nEND:VEVENT`, tagline }, site)
      assert.deepEqual(listNames(text), usual)
    }),
  )
})

const listNames = (text: string) =>
  unfold(text)
    .split('\r\n')
    .map((line) => line.split(':')[0])
