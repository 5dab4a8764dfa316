import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInThisContext } from 'node:vm'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import * as fc from 'fast-check'
import { escapeNonAscii } from '../dev/package/escape-non-ascii.ts'

const run = (code: string): unknown => runInThisContext(code)

test('an escaped module is ASCII, and its strings, templates and patterns are the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const literal = JSON.stringify(text)
      const inTemplate = literal.slice(1, -1).replaceAll('`', '\\`').replaceAll('${', '\\${')
      const { code } = escapeNonAscii({ code: `[${literal}, \`${inTemplate}\`]`, mappings: '' })
      assert.match(code, /^[\0-\x7f]*$/)
      assert.deepEqual(run(code), [text, text])
    }),
  )
  const { code } = escapeNonAscii({ code: '[/^[à-ü]$/.test("é"), /^[😀-😂]$/u.test("😁"), "é".length]', mappings: '' })
  assert.deepEqual(run(code), [true, true, 1])
})

test('the source map of an escaped module leads to the same places', () => {
  const code = 'é = a\n"→→" + b; c'
  const before = decode(encode([[[0, 0, 0, 0], [4, 0, 0, 4]], [[0, 0, 1, 0], [7, 0, 1, 7], [10, 0, 1, 10]]])) // prettier-ignore
  const escaped = escapeNonAscii({ code, mappings: encode(before) })
  assert.equal(escaped.code, '\\u00e9 = a\n"\\u2192\\u2192" + b; c')
  const lines = escaped.code.split('\n')
  const shown = decode(escaped.mappings).map((segments, line) => segments.map(([column]) => lines[line]?.[column]))
  assert.deepEqual(shown, [
    ['\\', 'a'],
    ['"', 'b', 'c'],
  ])
})

test('a raw template, and a backslash, before another character than ASCII are refused', () => {
  assert.throws(() => escapeNonAscii({ code: 'String.raw`é`', mappings: '' }), /String\.raw/)
  assert.throws(() => escapeNonAscii({ code: String.raw`/\\\é/`, mappings: '' }), /backslash/)
  assert.equal(escapeNonAscii({ code: String.raw`/\\é/`, mappings: '' }).code, String.raw`/\\\u00e9/`)
})
