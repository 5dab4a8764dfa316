import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fillTemplate, markData, unmarkData } from './spotlight-1.0.0.ts'

test('spotlight: white space becomes the marker, a submitted marker a plain sign', () => {
  assert.equal(markData('a cat\non ˆ the moon', 'ˆ'), 'aˆcatˆonˆ^ˆtheˆmoon')
})

test('scripts without spaces are marked through too', () => {
  assert.equal(markData('一二三四五六七八九十一二三', 'ˆ'), '一二三四五六ˆ七八九十一二ˆ三')
  assert.equal(unmarkData('一二三四五六ˆ七八九十一二ˆ三', 'ˆ'), '一二三四五六七八九十一二三')
})

test('signs alone, which fool graders, are named instead of shown', () => {
  assert.equal(markData(':'.repeat(50), 'ˆ'), '(no words)')
})

test('marked data can be read back', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z0-9猫犬,.!]{1,20}$/), { minLength: 1, maxLength: 20 }), (words) => {
      const text = ['x', ...words].join(' ')
      const withoutInner = text.replace(/(?<=[猫犬]) (?=[猫犬])/g, '')
      assert.equal(unmarkData(markData(text, 'ˆ'), 'ˆ'), withoutInner)
    }),
    { numRuns: 300 },
  )
})

test('data that looks like a place of the template opens none', () => {
  const filled = fillTemplate('{{name}}|{{pitch}}', { name: '{{pitch}}', pitch: '$& {{name}}' })
  assert.equal(filled, '{{pitch}}|$& {{name}}')
})

test('a place that nothing is given for is a defect of the template', () => {
  assert.throws(() => fillTemplate('{{nobody}}', {}), /nobody/)
})
