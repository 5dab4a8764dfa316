import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PageFields, normalisePageFields } from './page-fields.ts'

const now = new Date('2026-11-21T09:05:30.250Z')

test('text is trimmed and brought to NFC, an address and a time stay as written, null clears, absent stays absent', () => {
  const given = {
    tagline: '  Cafe\u0301 cats, live  ',
    description: 'one\r\ntwo',
    ctaLabel: null,
    ctaUrl: 'https://Example.org',
    scheduledFor: '2026-12-01T19:00:00+01:00',
  }
  assert.deepEqual(normalisePageFields(given, now), {
    fields: { ...given, tagline: 'Café cats, live', description: 'one\ntwo' },
  })
  assert.deepEqual(normalisePageFields({ ctaUrl: null }, now), { fields: { ctaUrl: null } })
})

test('an edit of nothing is refused', () => {
  const result = normalisePageFields({}, now)
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
  ['tagline', '<b>bold</b>'],
  ['description', 'tab\there'],
  ['description', 'NUL\0'],
  ['description', '<script>'],
  ['description', 'mark\u200f'],
  ['ctaLabel', 'two\nlines'],
  ['ctaLabel', '&lt;b'],
  ['ctaUrl', 'http://example.org'],
  ['ctaUrl', 'javascript:alert(1)'],
  ['scheduledFor', 'tomorrow'],
  ['scheduledFor', '2026-12-01T18:00:00'],
  ['scheduledFor', '2026-11-21T09:05:30.250Z'],
  ['scheduledFor', '2027-11-22T00:00:00Z'],
]
for (const [name, value] of refused)
  test(`${name} ${JSON.stringify(value)} is refused by name`, () => {
    const result = normalisePageFields({ [name]: value }, now)
    assert.deepEqual('details' in result && result.details.map(({ path }) => path), [name])
  })

test('all faults of an edit come at once', () => {
  const result = normalisePageFields({ tagline: '<b>', ctaLabel: 'Go', ctaUrl: 'x', scheduledFor: 'x' }, now)
  assert.deepEqual('details' in result && result.details.map(({ path }) => path), ['tagline', 'ctaUrl', 'scheduledFor'])
})
