import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { createFonts } from './fonts.ts'

const { filesFor, drawable } = createFonts()
const namesFor = (text: string) => [...new Set(Array.from(filesFor(text), ({ family }) => family))]

test('a name needs the files of its own characters and no others', () => {
  assert.deepEqual(
    Array.from(filesFor('Left Sock 82.47'), ({ path }) => basename(path)),
    ['inter-latin-wght-normal.woff2'],
  )
  assert.deepEqual(namesFor('ab靴下'), ['inter', 'noto-sans-sc'])
  assert.deepEqual(namesFor('양말'), ['noto-sans-kr'])
  assert.deepEqual(namesFor('جورب'), ['noto-sans-arabic'])
  assert.deepEqual(namesFor('🧦'), ['noto-emoji', 'twemoji'])
})

test('what can’t be drawn becomes one ellipsis, and piled marks go', () => {
  assert.equal(drawable('Left Sock'), 'Left Sock')
  assert.equal(drawable('ኢትዮጵያ ሳንቲም Coin'), '… Coin')
  assert.equal(drawable('ኢትዮጵያ'), '…')
  assert.equal(drawable('Z\u0337\u0322\u031bal\u0337go'), 'Zalgo')
  assert.equal(drawable('e\u0301\u0301 E\u0301\u0316 a\u20dd 1\ufe0f\u20e3'), '\u00e9 \u00c9 a 1\ufe0f\u20e3')
  assert.equal(drawable('👩‍🚀 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿'), '👩‍🚀 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿')
})
