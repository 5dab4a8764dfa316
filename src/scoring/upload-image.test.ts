import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { toForm } from '../../test/world/requests.ts'
import { findBoundary, parseForm } from './upload-image.ts'

const head = '--a\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n'

/** Parses, and returns how far the search for boundaries has read. */
function parseCounting(t: TestContext, body: Buffer) {
  const searching = t.mock.method(body, 'indexOf')
  const parsed = parseForm(body, 'a')
  const ends = searching.mock.calls.map(({ result = -1 }) => (result === -1 ? body.length : result))
  return { parsed, searches: ends.length, read: Math.max(0, ...ends) }
}

for (const [what, text] of [
  ['boundaries alone', head + '--a\r\n'.repeat(20_000)],
  ['boundaries with line breaks', '\r\n--a'.repeat(25_000)],
  ['parts with headers', `\r\n${head}`.repeat(1_500)],
] as const)
  test(`parseForm: of 100 kB of ${what}, it reads the beginning`, (t) => {
    const { parsed, searches, read } = parseCounting(t, Buffer.from(text))
    assert.equal(parsed, 'too many parts')
    assert.ok(searches <= 4 && read < 1000, `${searches} searches up to byte ${read}`)
  })

test('parseForm: a form without an end is read once', (t) => {
  const { parsed, searches } = parseCounting(t, Buffer.from(head + '--b\r\n'.repeat(20_000)))
  assert.deepEqual([parsed, searches], ['malformed', 1])
})

test('parseForm: the parts are those that were sent', () => {
  const parts = fc.array(
    fc.record({
      name: fc.stringMatching(/^[a-z][\w .;=-]{0,20}$/),
      isFile: fc.boolean(),
      bytes: fc.uint8Array({ maxLength: 300 }).map((one) => Buffer.from(one)),
    }),
    { maxLength: 2 },
  )
  fc.assert(
    fc.property(parts, (sent) => {
      const { payload, headers } = toForm(
        sent.map(({ name, isFile, bytes }) => ({ name, bytes, ...(isFile && { filename: 'a "b";c=.png' }) })),
      )
      const boundary = findBoundary(headers['content-type'] ?? '')
      assert.ok(boundary !== null)
      const quoted = Buffer.from(payload.toString('latin1').replaceAll('a "b";', 'a \\"b\\";'), 'latin1')
      const expected = sent.filter(({ name }) => !(name in Object.prototype))
      if (expected.length === sent.length)
        assert.deepEqual(
          parseForm(quoted, boundary),
          sent.map((part) => ({ ...part })),
        )
    }),
  )
})

test('parseForm: any bytes are parts or a fault', () => {
  const tokens = fc.constantFrom(
    '--a',
    '\r\n',
    '--',
    ':',
    ';',
    '"',
    '=',
    'name',
    'form-data',
    'Content-Disposition',
    'x',
  )
  fc.assert(
    fc.property(fc.array(tokens, { maxLength: 60 }), (some) => {
      const parsed = parseForm(Buffer.from(some.join('')), 'a')
      assert.ok(Array.isArray(parsed) ? parsed.length <= 2 : ['malformed', 'too many parts'].includes(parsed))
    }),
  )
})

test('findBoundary: quoted or not, among other parameters, and null without one', () => {
  assert.equal(findBoundary('multipart/form-data; boundary=a-b'), 'a-b')
  assert.equal(findBoundary('Multipart/Form-Data;charset=utf-8; BOUNDARY="a b"'), 'a b')
  for (const none of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=a'])
    assert.equal(findBoundary(none), null)
})
