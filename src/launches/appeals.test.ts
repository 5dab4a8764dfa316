import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { buildAppealMessage, normaliseLongText } from './appeals.ts'

const appeal = {
  serviceName: 'Launchscore',
  scoreId: '01A1FD55-7A80-7A1C-9B2D-3F4E5A6B7C8D',
  creatorAddress: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  reason: 'Café cats',
  issuedAt: new Date('2026-11-21T09:05:30.250Z'),
  domain: 'launch.example',
}

test('the six lines of an appeal', () => {
  const digest = createHash('sha256').update('Café cats', 'utf8').digest('hex')
  assert.equal(
    buildAppealMessage(appeal),
    [
      'Launchscore Appeal',
      'Score: 01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d',
      'Creator: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      `Digest: 0x${digest}`,
      'Issued: 2026-11-21T09:05:30.250Z',
      'Domain: launch.example',
    ].join('\n'),
  )
})

test('no reason adds a line, and different reasons have different messages', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  fc.assert(
    fc.property(text, text, (reason, other) => {
      const message = buildAppealMessage({ ...appeal, reason: reason.toWellFormed() })
      assert.equal(message.split('\n').length, 6)
      const isSame = message === buildAppealMessage({ ...appeal, reason: other.toWellFormed() })
      assert.equal(isSame, reason.toWellFormed() === other.toWellFormed())
    }),
  )
})

test('a normalised text stays as it is, is readable, and has at most 1,000 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1100, size: 'max' }), (given) => {
      const result = normaliseLongText(given)
      if ('fault' in result) return
      assert.deepEqual(normaliseLongText(result.text), result)
      assert.ok(Array.from(result.text).length <= 1000 && result.text.trim() !== '')
    }),
  )
})

const refused: [text: string, fault: RegExp][] = [
  ['', /empty/],
  ['\u200b \n', /empty/],
  ['x'.repeat(1001), /at most 1000/],
  ['a\u0000', /control/],
  ['a\u202e', /direction/],
  ['\u2066a', /isolate/],
  ['\udc00', /Unicode/],
]
for (const [text, fault] of refused)
  test(`refused as a reason: ${JSON.stringify(text).slice(0, 20)}`, () => {
    const result = normaliseLongText(text)
    assert.ok('fault' in result)
    assert.match(result.fault, fault)
  })
