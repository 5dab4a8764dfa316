import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { canonicalJson } from './canonical-json.ts'

test('the sample of RFC 8785 section 3.2.2 comes out as printed there', () => {
  const sample: unknown = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`)
  assert.equal(
    canonicalJson(sample),
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('keys are sorted by UTF-16 code units, as in RFC 8785 section 3.2.3', () => {
  const sample = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\u{1f600}': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  }
  assert.equal(
    canonicalJson(sample),
    `{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",` +
      `"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}`,
  )
})

// RFC 8785 appendix B: the bits of a double, and its text.
const doubles: [bits: string, text: string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
]
for (const [bits, text] of doubles) {
  test(`the double ${bits} is written ${text}`, () => {
    assert.equal(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE()), text)
  })
}

test('an object of texts and nulls gives known bytes and a known digest', () => {
  const text = canonicalJson({
    tagline: 'Caf\u00e9 cats, live',
    description: 'Line one.\nLine two: \ud83d\udc08',
    ctaUrl: null,
    scheduledFor: '2026-12-01T18:00:00.000Z',
  })
  assert.equal(Buffer.byteLength(text), 128)
  assert.equal(
    createHash('sha256').update(text).digest('hex'),
    '2cb0bd18ca0a674acc13a52ec1961316a2df916ae6a412430ea02010cf3ae2d7',
  )
})

const impossible: [title: string, value: unknown][] = [
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['minus infinity', -Infinity],
  ['undefined', undefined],
  ['an undefined property', { a: undefined }],
  ['a hole in an array', Array(1)],
  ['a bigint', 1n],
  ['a function', () => 1],
  ['a symbol', Symbol('a')],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', Buffer.from('a')],
  ['a lone surrogate', 'a\ud83d'],
  ['a lone surrogate in a key', { '\udc38': 1 }],
  ['NaN deep inside', [{ a: [NaN] }]],
]
for (const [title, value] of impossible) {
  test(`${title} is refused`, () => assert.throws(() => canonicalJson(value), TypeError))
}

test('an object without a prototype and a key named __proto__ are plain data', () => {
  assert.equal(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 })), '{"a":2,"b":1}')
  assert.equal(canonicalJson(JSON.parse('{"__proto__":{"a":1}}')), '{"__proto__":{"a":1}}')
})

const json = fc.jsonValue({ stringUnit: 'binary' })

test('any JSON value reads back equal', () => {
  fc.assert(
    fc.property(json, (value) => {
      assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 300 },
  )
})

test('the order in which keys were set makes no difference', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), (object) => {
      const reversed = Object.fromEntries(Object.entries(object).toReversed())
      assert.equal(canonicalJson(reversed), canonicalJson(object))
    }),
    { numRuns: 300 },
  )
})
