import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PageFields, normalisePageFields } from './page-fields.ts'

const now = new Date('2026-11-21T09:05:30.250Z')

test('text is trimmed and normalised (NFC); URL and time stay as written', () => {
  const given = {
    tagline: '  Cafe\u0301 cats, live  ',
    description: 'one\r\ntwo',
    ctaLabel: null,
    ctaUrl: 'https://Example.org',
    scheduledFor: '2026-12-01T19:00:00+01:00',
  }
  assert.deepEqual(normalisePageFields(given, { now, scheduledFor: null }), {
    fields: { ...given, tagline: 'Café cats, live', description: 'one\ntwo' },
    ctaUrl: 'https://Example.org',
    scheduledFor: new Date('2026-12-01T18:00:00Z'),
  })
  const cleared = { ctaUrl: null, scheduledFor: null }
  assert.deepEqual(normalisePageFields(cleared, { now, scheduledFor: null }), { fields: cleared, ...cleared })
})

const plain = [
  'I <3 cats & <b>dogs</b>, &lt;3',
  'Read http://launch.example, [this](https://launch.example) or mailto:a@b.example',
  'שלום\u200f! \u200eabc \u061c',
  '\u2067مرحبا\u2069 ok',
  'JavaScript:alert(1)',
]
for (const text of plain)
  test(`description ${JSON.stringify(text)}: accepted as text`, () =>
    assert.deepEqual(normalisePageFields({ description: text }, { now, scheduledFor: null }), {
      fields: { description: text },
    }))

test('scheduledFor: the launch’s present time is accepted after it has passed', () => {
  const scheduledFor = new Date('2026-11-20T10:00:00.000Z')
  const same = { scheduledFor: '2026-11-20T11:00:00+01:00' }
  assert.deepEqual(normalisePageFields(same, { now, scheduledFor }), { fields: same, scheduledFor })
  assert.ok('details' in normalisePageFields(same, { now, scheduledFor: new Date('2026-11-20T10:00:00.001Z') }))
})

test('an edit without a field is rejected', () => {
  const result = normalisePageFields({}, { now, scheduledFor: null })
  assert.ok('details' in result)
  assert.match(result.details[0]?.message ?? '', /tagline, description, ctaLabel, ctaUrl, scheduledFor/)
})

const refused: [name: keyof PageFields, value: string][] = [
  ['tagline', ''],
  ['tagline', ' \n '],
  ['tagline', '\u200b\u2060'],
  ['tagline', '\u3164'],
  ['ctaLabel', '\u115f\u1160'],
  ['ctaLabel', '\uffa0'],
  ['tagline', '\u2800 \u2800'],
  ['tagline', '\ufe0f'],
  ['tagline', '\u0301'],
  ['tagline', 'two\nlines'],
  ['tagline', 'bell \u0007'],
  ['tagline', 'lone \ud800'],
  ['tagline', '\u202eevil'],
  ['tagline', '\u2067evil'],
  ['description', 'NUL\0'],
  ['ctaLabel', 'two\nlines'],
  ['ctaUrl', 'http://example.org'],
  ['ctaUrl', 'javascript:alert(1)'],
  ['scheduledFor', 'tomorrow'],
  ['scheduledFor', '2026-12-01T18:00:00'],
  ['scheduledFor', '2026-11-21T09:05:30.250Z'],
  ['scheduledFor', '2027-11-22T00:00:00Z'],
]
for (const [name, value] of refused)
  test(`${name} ${JSON.stringify(value)} is refused by name`, () => {
    const result = normalisePageFields({ [name]: value }, { now, scheduledFor: null })
    assert.deepEqual('details' in result && result.details.map(({ path }) => path), [name])
  })

test('an edit reports all its faults at once', () => {
  const result = normalisePageFields(
    { tagline: '\u202e', ctaLabel: 'Go', ctaUrl: 'x', scheduledFor: 'x' },
    { now, scheduledFor: null },
  )
  assert.deepEqual('details' in result && result.details.map(({ path }) => path), ['tagline', 'ctaUrl', 'scheduledFor'])
})
