import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isZeroAddress, parseAddress, toChecksumAddress } from './address.ts'

// The examples of EIP-55.
const checksummed = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`

for (const address of checksummed) {
  test(`${address} is accepted in lower, upper and EIP-55 case, and answered in EIP-55`, () => {
    const expected = { address: address.toLowerCase() }
    assert.deepEqual(parseAddress(address), expected)
    assert.deepEqual(parseAddress(address.toLowerCase()), expected)
    assert.deepEqual(parseAddress(upper(address)), expected)
    assert.equal(toChecksumAddress(address.toLowerCase()), address)
    assert.equal(toChecksumAddress(upper(address)), address)
  })
}

test('a mixed-case address with one letter in the wrong case is refused', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  for (let index = 2; index < address.length; index += 1) {
    const letter = address.charAt(index)
    const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    if (swapped === letter) continue
    const parsed = parseAddress(address.slice(0, index) + swapped + address.slice(index + 1))
    assert.match('fault' in parsed ? parsed.fault : '', /checksum/)
  }
})

const malformed: [title: string, text: string][] = [
  ['no prefix', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['an upper-case prefix', '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['39 digits', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
  ['41 digits', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaedd'],
  ['a digit that is not hexadecimal', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg'],
  ['a space before', ' 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['a line break after', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n'],
  ['nothing', ''],
]
for (const [title, text] of malformed) {
  test(`an address with ${title} is refused`, () => {
    assert.deepEqual(parseAddress(text), { fault: 'must be 0x followed by 40 hexadecimal digits' })
  })
}

test('any address goes through its EIP-55 form and back unchanged', () => {
  const anyAddress = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  fc.assert(
    fc.property(anyAddress, (address) => {
      assert.deepEqual(parseAddress(toChecksumAddress(address)), { address })
    }),
    { numRuns: 300 },
  )
})

test('no text makes the parser throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => assert.ok(parseAddress(text))),
    { numRuns: 300 },
  )
})

test('what is no address has no EIP-55 form', () => {
  assert.throws(() => toChecksumAddress('0x123'))
})

test('only forty zeros are the zero address', () => {
  assert.ok(isZeroAddress(`0x${'0'.repeat(40)}`))
  assert.ok(!isZeroAddress(`0x${'0'.repeat(39)}1`))
  assert.ok(!isZeroAddress('0x0'))
})
