import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { MalformedResponse, ResponseParser } from './response-parser.ts'

interface Parsed {
  status: number
  body: string
  isComplete: boolean
  isReusable: boolean
}

function parse(chunks: Buffer[], { isClosed = false } = {}): Parsed {
  const parser = new ResponseParser()
  const parts = chunks.flatMap((chunk) => parser.push(chunk))
  if (isClosed) parser.end()
  const { status, isComplete, isReusable } = parser
  return { status, body: Buffer.concat(parts).toString('latin1'), isComplete, isReusable }
}

const toBytes = (text: string) => Buffer.from(text, 'latin1')

/** The same bytes in parts that end at these places. */
function cutAt(bytes: Buffer, places: number[]): Buffer[] {
  const ends = [...new Set([...places.map((place) => place % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  return ends.map((end, n) => bytes.subarray(ends[n - 1] ?? 0, end))
}

const cuts = fc.array(fc.nat(4000), { maxLength: 40 })
const text = fc.string({ unit: fc.constantFrom(...Array.from('ab \r\n0:;5HTTP/1.')), maxLength: 60 })
const interim = fc.constantFrom(
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 100\r\n\r\n',
  'HTTP/1.0 102 Processing\r\nx: y\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\nlink: </b>\r\n\r\n',
)
const field = fc.constantFrom(
  'server: nginx\r\n',
  'x-empty:\r\n',
  'X-Spaces: \t a  b \t\r\n',
  'x-text: \xfc\xa0\r\n',
  'date: x\r\ndate: y\r\n',
)
const fields = fc.array(field, { maxLength: 4 }).map((all) => all.join(''))

const withLength = fc
  .tuple(fields, text)
  .map(([head, body]) => ({ head: `${head}content-length: ${body.length}\r\n`, framed: body, body }))
const chunked = fc
  .tuple(fields, fc.array(fc.tuple(text, fc.constantFrom('', ';a', ' ; a="b"')), { maxLength: 5 }), fields)
  .map(([head, chunks, trailers]) => ({
    head: `${head}Transfer-Encoding: Chunked\r\n`,
    framed:
      chunks
        .filter(([chunk]) => chunk !== '')
        .map(([chunk, extension]) => `${chunk.length.toString(16)}${extension}\r\n${chunk}\r\n`)
        .join('') + `0\r\n${trailers}\r\n`,
    body: chunks.map(([chunk]) => chunk).join(''),
  }))

test('a response is the same however its bytes are split', () => {
  fc.assert(
    fc.property(fc.array(interim, { maxLength: 4 }), fc.oneof(withLength, chunked), cuts, (heads, given, places) => {
      const bytes = toBytes(`${heads.join('')}HTTP/1.1 200 OK\r\n${given.head}\r\n${given.framed}`)
      const expected = { status: 200, body: given.body, isComplete: true, isReusable: true }
      assert.deepEqual(parse(cutAt(bytes, places)), expected)
    }),
    { numRuns: 500 },
  )
})

test('a response is incomplete until its last byte, and never after it', () => {
  fc.assert(
    fc.property(fc.oneof(withLength, chunked), fc.nat(4000), ({ head, framed }, place) => {
      const bytes = toBytes(`HTTP/1.1 200 OK\r\n${head}\r\n${framed}`)
      const part = bytes.subarray(0, place % bytes.length)
      assert.equal(parse([part]).isComplete, false)
      assert.throws(() => parse([part], { isClosed: true }), MalformedResponse)
    }),
  )
})

test('bytes behind a response leave it as it is, and its connection can’t be used again', () => {
  fc.assert(
    fc.property(fc.oneof(withLength, chunked), text, cuts, ({ head, framed, body }, more, places) => {
      fc.pre(more !== '')
      const bytes = toBytes(`HTTP/1.1 200 OK\r\n${head}\r\n${framed}${more}`)
      const parsed = parse(cutAt(bytes, places))
      assert.deepEqual(parsed, { status: 200, body, isComplete: true, isReusable: false })
    }),
  )
})

test('a body without length ends with its connection', () => {
  fc.assert(
    fc.property(fields, text, cuts, (head, body, places) => {
      const chunks = cutAt(toBytes(`HTTP/1.1 200 OK\r\n${head}\r\n${body}`), places)
      assert.equal(parse(chunks).isComplete, false)
      assert.deepEqual(parse(chunks, { isClosed: true }), { status: 200, body, isComplete: true, isReusable: false })
    }),
  )
})

for (const status of [204, 304])
  test(`${status}: there is no body, whatever its length`, () => {
    const head = `HTTP/1.1 ${status} None\r\ncontent-length: 5\r\n\r\n`
    assert.deepEqual(parse([toBytes(head)]), { status, body: '', isComplete: true, isReusable: true })
  })

for (const head of [
  'HTTP/1.0 200 OK\r\ncontent-length: 0',
  'HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0',
  'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0',
  'HTTP/1.1 200 OK\r\nConnection: upgrade\r\nconnection: x , Close\r\ncontent-length: 0',
])
  test(`the connection can’t be used again after ${JSON.stringify(head)}`, () => {
    assert.deepEqual(parse([toBytes(`${head}\r\n\r\n`)]), {
      status: 200,
      body: '',
      isComplete: true,
      isReusable: false,
    })
  })

test('the first of repeated headers counts', () => {
  const parser = new ResponseParser()
  parser.push(toBytes('HTTP/1.1 200 OK\r\nRetry-After: 1\r\nretry-after: 2\r\n__proto__: a\r\n\r\n'))
  assert.deepEqual(Object.entries(parser.headers), [
    ['retry-after', '1'],
    ['__proto__', 'a'],
  ])
})

const ok = 'HTTP/1.1 200 OK\r\n'
const malformed: [what: string, text: string][] = [
  ['another protocol', '220 mail.example ESMTP\r\n'],
  ['another version', 'HTTP/2 200\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ['a control character in the reason', 'HTTP/1.1 200 O\x07K\r\n\r\n'],
  ['a line break before the status line', `\r\n${ok}\r\n`],
  ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n'],
  ['a bare line feed', `${ok}a: b\ncontent-length: 0\r\n\r\n`],
  ['a bare carriage return', `${ok}a: b\rcontent-length: 0\r\n\r\n`],
  ['a NUL in a header', `${ok}a: \0\r\n\r\n`],
  ['a header without colon', `${ok}nonsense\r\n\r\n`],
  ['a header without name', `${ok}: a\r\n\r\n`],
  ['a space before the colon', `${ok}content-length : 2\r\n\r\n`],
  ['a folded header', `${ok}a: b\r\n content-length: 2\r\n\r\n`],
  ['two lengths', `${ok}content-length: 2\r\ncontent-length: 5\r\n\r\n`],
  ['the same length twice', `${ok}content-length: 2\r\nContent-Length: 2\r\n\r\n`],
  ['a list of lengths', `${ok}content-length: 2, 2\r\n\r\n`],
  ['a negative length', `${ok}content-length: -1\r\n\r\n`],
  ['a signed length', `${ok}content-length: +2\r\n\r\n`],
  ['a length with a no-break space', `${ok}content-length: 2\xa0\r\n\r\n`],
  ['a length too large for a number', `${ok}content-length: ${'9'.repeat(20)}\r\n\r\n`],
  ['an empty length', `${ok}content-length:\r\n\r\n`],
  ['a length and chunks', `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`],
  ['another coding', `${ok}transfer-encoding: gzip, chunked\r\n\r\n`],
  ['chunks twice', `${ok}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n`],
  ['a head of more than 32 KiB', `${ok}a: ${'x'.repeat(33_000)}`],
  ['a head of many lines', `${ok}${`a: ${'x'.repeat(1000)}\r\n`.repeat(33)}\r\n`],
  ['interim responses without end', `HTTP/1.1 103 Early Hints\r\na: ${'x'.repeat(1000)}\r\n\r\n`.repeat(33)],
  ...(
    [
      ['no size', '\r\n'],
      ['a size in words', 'zwei\r\n'],
      ['a negative size', '-2\r\n'],
      ['a size with 0x', '0x2\r\n'],
      ['a size too large for a number', `${'f'.repeat(13)}\r\n`],
      ['a size ended by a line feed', '2\nok\r\n'],
      ['an endless line', `2;${'a'.repeat(300)}`],
      ['more bytes than its size', '2\r\nokay\r\n'],
      ['an invalid trailer', '0\r\nnonsense\r\n\r\n'],
      ['trailers without end', `0\r\n${`a: ${'x'.repeat(1000)}\r\n`.repeat(33)}`],
    ] as const
  ).map(([what, chunk]): [string, string] => [
    `a chunk with ${what}`,
    `${ok}transfer-encoding: chunked\r\n\r\n${chunk}`,
  ]),
]
for (const [what, bytes] of malformed)
  test(`malformed, however it is split: ${what}`, () => {
    assert.throws(() => parse([toBytes(bytes)]), MalformedResponse)
    fc.assert(
      fc.property(cuts, (places) => {
        assert.throws(() => parse(cutAt(toBytes(bytes), places)), MalformedResponse)
      }),
      { numRuns: 20 },
    )
  })

test('any bytes are a response or malformed', () => {
  const parts = fc.oneof(interim, field, text, fc.constantFrom(ok, '\r\n', 'content-length: 3\r\n', 'abc'))
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), cuts, (given, places) => {
      const bytes = toBytes(given.join(''))
      const whole = outcomeOf([bytes])
      assert.deepEqual(outcomeOf(cutAt(bytes, places)), whole)
    }),
    { numRuns: 2000 },
  )
})

function outcomeOf(chunks: Buffer[]): Parsed | string {
  try {
    return parse(chunks)
  } catch (error) {
    assert.ok(error instanceof MalformedResponse)
    return 'malformed'
  }
}
