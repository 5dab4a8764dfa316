import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { cutMarks, cutTo, measureWidth } from './text-width.ts'

test('a cut text fits, starts like the whole and splits no visible character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 30 }), (text, ems) => {
      const cut = cutTo(text, ems)
      assert.ok(measureWidth(cut) <= ems)
      assert.ok(cut === text || (cut.endsWith('…') && text.startsWith(cut.slice(0, -1))))
    }),
  )
  assert.equal(cutTo('👩‍🚀👩‍🚀👩‍🚀', 2.5), '👩‍🚀…')
})

test('wide letters take more room than narrow ones, and marks on others none', () => {
  assert.ok(measureWidth('WWW') > measureWidth('ooo') && measureWidth('ooo') > measureWidth('iii'))
  assert.equal(measureWidth('é'), measureWidth('é'.normalize('NFD')))
})

test('a pile of combining marks is cut to three, and other text stays', () => {
  assert.match(cutMarks(`B${'\u0301\u0316'.repeat(20)}!`), /^B\p{M}{3}!$/u)
  for (const text of ['Tiếng Việt', 'สวัสดี ที่', 'हिन्दी क्षेत्र', 'שָׁלוֹם', '1\ufe0f\u20e3 👩‍🚀', 'Left Sock'])
    assert.equal(cutMarks(text), text.normalize('NFC'))
})
