import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { skipInterimResponses } from './outbound-connector.ts'

/** A socket that has these chunks to read after each write. */
function createSocket(chunks: Buffer[]) {
  let waiting: Buffer[] = []
  const socket = {
    read: () => waiting.shift() ?? null,
    write: (_request: string) => {
      waiting = [...chunks]
      return true
    },
  }
  return skipInterimResponses(socket)
}

function readAll(chunks: Buffer[]): string {
  const socket = createSocket(chunks)
  socket.write('GET / HTTP/1.1\r\n\r\n')
  const parts: Buffer[] = []
  for (let part: Buffer | null = socket.read(); part !== null; part = socket.read()) parts.push(part)
  return Buffer.concat(parts).toString('latin1')
}

const final = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
const interim = fc.constantFrom(
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 100\r\n\r\n',
  'HTTP/1.0 102 Processing\r\nx: y\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\nlink: </b>\r\n\r\n',
  'HTTP/1.1 199 Something\r\n\r\n',
  '\r\n',
)

test('any interim responses before a response are skipped, however the bytes are split', () => {
  fc.assert(
    fc.property(fc.array(interim, { maxLength: 6 }), fc.array(fc.nat(600), { maxLength: 30 }), (heads, cuts) => {
      const bytes = Buffer.from([...heads, final].join(''), 'latin1')
      const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b)
      const chunks = places.slice(1).map((end, n) => bytes.subarray(places[n], end))
      assert.equal(readAll(chunks).replace(/^[\r\n]+/, ''), final)
    }),
  )
})

const kept = [
  final,
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n',
  'HTTP/1.1 1000 Odd\r\n\r\n',
  'HTTP/1.1 1',
  'HTTP/2 100 Continue\r\n\r\n',
  '220 mail.example ESMTP\r\n',
  `${final}HTTP/1.1 100 Continue\r\n\r\n`,
]
for (const text of kept)
  test(`bytes that are no interim response are passed on: ${JSON.stringify(text.slice(0, 40))}`, () => {
    const isPart = text.length < 'HTTP/1.1 200'.length
    assert.equal(readAll([Buffer.from(text)]), isPart ? '' : text)
  })

test('interim responses without end are passed on after 16 KiB', () => {
  const chunk = Buffer.from(`HTTP/1.1 103 Early Hints\r\nx: ${'x'.repeat(1000)}\r\n\r\n`)
  assert.ok(readAll(Array.from({ length: 20 }, () => chunk)).length > 0)
  assert.ok(readAll([Buffer.from(`HTTP/1.1 103 Early Hints\r\nx: ${'x'.repeat(20_000)}`)]).length > 0)
})

test('each response of a connection is looked at anew', () => {
  const socket = createSocket([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), Buffer.from(final)])
  for (let n = 0; n < 3; n++) {
    socket.write('x')
    assert.equal(String(socket.read()), final)
    assert.equal(socket.read(), null)
  }
})
