import * as fc from 'fast-check'

/** Text that has broken things before. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    'undefined',
    'true',
    'NaN',
    '-1',
    '0x10',
    '1e3',
    '9'.repeat(30),
    '\u0000',
    'a\u0000b',
    '\u202Etxt',
    '\uFEFF',
    '\uD800',
    '__proto__',
    'constructor',
    "'; drop table scores; --",
    '${7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%00',
    '%s%n',
    'urn:uuid:01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d',
    '{01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d}',
    '01A1FD55-7A80-7A1C-9B2D-3F4E5A6B7C8D',
    '01a1fd557a807a1c9b2d3f4e5a6b7c8d',
    '00000000-0000-0000-0000-000000000000',
    `0x${'0'.repeat(40)}`,
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '2026-02-30T00:00:00Z',
    '2026-12-31T23:59:60Z',
    '2026-12-01 00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    'x'.repeat(3000),
  ),
)

/** Any JSON, hostile text and deep nests included. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom(-0, 1e308, 2 ** 53, -1, 0.1, [], {}, [[[]]], null, true) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }).map(nest) },
)

function nest(depth: number): unknown {
  let value: unknown = 'deep'
  for (let n = 0; n < depth; n += 1) value = n % 2 ? [value] : { value }
  return value
}

/** A good value with one thing wrong with it. */
export const mutated = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .record({ good, how: fc.constantFrom('drop', 'add', 'replace', 'wrap'), at: fc.nat(), junk: hostileJson })
    .map(({ good, how, at, junk }) => {
      if (how === 'wrap' || typeof good !== 'object' || good === null) return at % 2 ? [good] : junk
      const names = Object.keys(good)
      const name = names[at % Math.max(1, names.length)] ?? 'x'
      if (how === 'add') return { ...good, [typeof junk === 'string' ? junk : 'extra']: junk }
      if (how === 'replace') return { ...good, [name]: junk }
      return Object.fromEntries(Object.entries(good).filter(([one]) => one !== name))
    })

/** Bytes that are no body of this service. */
export const hostileBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      '',
      ' ',
      'null',
      '[]',
      '"text"',
      '0',
      '{',
      '{"a":',
      '{"a":1,"a":2}',
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '\uFEFF{}',
      '{"name":"\\ud800"}',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `{"name":"${'x'.repeat(66_000)}"}`,
      'name=x&symbol=y',
      '<?xml version="1.0"?><a/>',
    )
    .map((body) => Buffer.from(body)),
)

/** Characters that a header may have; Node's client refuses to send any other. */
export const headerText = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 60 }).map((text) => text.replaceAll(/[^\t\x20-\x7e]/g, '?')),
  fc.constantFrom('', '*', 'W/""', '"x"', ',,,', 'x'.repeat(2000), '-1', '0', 'é'),
)

export const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'x',
  '',
]
