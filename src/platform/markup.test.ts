import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { escapeMarkup } from './values.ts'

const unescape = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const isXml = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u

test('escaped text holds no markup and keeps everything that XML can hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (strange, plain) => {
      const escaped = escapeMarkup(`${strange}<${plain}&`)
      assert.match(escaped, isXml)
      assert.doesNotMatch(escaped, /[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
      if (isXml.test(strange)) assert.equal(unescape(escaped), `${strange}<${plain}&`)
    }),
  )
})

test('what XML can’t hold is left out', () => {
  assert.equal(escapeMarkup('a\u0000b\u001bc\ufffed\ud800e'), 'abcde')
})
