import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { providerBody } from '../../../test/fixtures/providers.ts'
import { chainsIn, readAddress, readGoplus, readToken } from './token-risk-goplus.ts'

const response = (body: unknown, status = 200) => ({ status, headers: {}, body, isTooLarge: false })
const token = '0x70ce110000000000000000000000000000000102'

function getResult(body: unknown) {
  const read = readGoplus(response(body))
  assert.ok('isPartial' in read)
  return read
}
const toAddress = (file: string) => readAddress(getResult(providerBody(`goplus/${file}`)))
const toToken = (file: string, address = token) => readToken(getResult(providerBody(`goplus/${file}`)), address)

test('a code decides what an answer is', () => {
  const cases: [code: unknown, expected: string][] = [
    [1, 'ok'],
    [2, 'ok'],
    [2020, 'ok'],
    [2021, 'ok'],
    [2004, 'request'],
    [2018, 'chain'],
    [2022, 'chain'],
    [4010, 'auth'],
    [4011, 'auth'],
    [4012, 'auth'],
    [4022, 'auth'],
    [4023, 'auth'],
    [4029, 'rate_limited'],
    [5000, 'unavailable'],
    [5006, 'request'],
    [9999, 'unavailable'],
    ['1', 'ok'],
    ['4029', 'rate_limited'],
    ['one', 'unavailable'],
    [undefined, 'unavailable'],
  ]
  for (const [code, expected] of cases) {
    const read = readGoplus(response({ code, message: 'OK', result: {} }))
    assert.equal('refusal' in read ? read.refusal.fault : 'ok', expected, String(code))
  }
})

test('the rate limit asks for two seconds', () => {
  const read = readGoplus(response(providerBody('goplus/rate-limited')))
  assert.deepEqual('refusal' in read && read.refusal, { fault: 'rate_limited', text: 'code 4029', retryAfterMs: 2000 })
})

test('a status other than 200 is told by the status', () => {
  const read = readGoplus(response({ code: 1, result: {} }, 502))
  assert.equal('refusal' in read && read.refusal.fault, 'unavailable')
})

test('a status of 4xx is never a result, but its code tells the fault', () => {
  const cases: [code: unknown, expected: string][] = [
    [1, 'unavailable'],
    [2, 'unavailable'],
    [2020, 'unavailable'],
    [4029, 'rate_limited'],
    [2018, 'chain'],
    [undefined, 'unavailable'],
  ]
  for (const [code, expected] of cases) {
    const read = readGoplus(response({ code, result: {} }, 404))
    assert.equal('refusal' in read && read.refusal.fault, expected, String(code))
  }
  const chains = { code: 1, result: [{ id: '8453' }] }
  assert.deepEqual([chainsIn(response(chains)), chainsIn(response(chains, 404))], [['8453'], []])
})

test('an address in no list is told so, not more', () => {
  const nothing = { honeypotRelated: false, maliciousContracts: 0, flags: [], listedBy: [], isPartial: false }
  assert.deepEqual(toAddress('address-no-entry'), nothing)
  assert.deepEqual(toAddress('address-no-entry-contract-unknown'), nothing)
})

test('what the lists say of an address is told', () => {
  assert.deepEqual(toAddress('address-sanctioned')?.flags, ['sanctions', 'theft'])
  assert.deepEqual(toAddress('address-sanctioned')?.listedBy, ['SlowMist', 'BlockSec'])
  assert.deepEqual(toAddress('address-mixer')?.flags, ['mixer'])
  const related = toAddress('address-honeypot-related')
  assert.deepEqual([related?.honeypotRelated, related?.maliciousContracts], [true, 0])
  assert.equal(toAddress('address-malicious-creator')?.maliciousContracts, 3)
})

test('what an address answer doesn’t say is not known', () => {
  const unsaid = { honeypotRelated: null, maliciousContracts: null, flags: [], listedBy: [], isPartial: false }
  const result = { number_of_malicious_contracts_created: '', honeypot_related_address: '' }
  assert.deepEqual(readAddress(getResult({ code: 1, result })), unsaid)
  assert.deepEqual(readAddress(getResult({ code: 2, result: { contract_address: '' } })), {
    ...unsaid,
    isPartial: true,
  })
  assert.deepEqual(readAddress(getResult({ code: 2021, result: null })), unsaid)
})

test('an address answer that says nothing is none', () => {
  for (const result of [{}, null, { contract_address: '' }])
    assert.equal(readAddress(getResult({ code: 1, result })), undefined)
  for (const result of [{}, null]) assert.equal(readAddress(getResult({ code: 2, result })), undefined)
})

test('an entry of an unknown form is no answer, rather than no record', () => {
  for (const entry of ['x', [], [{}], 0, true])
    assert.equal(readToken(getResult({ code: 1, result: { [token]: entry } }), token), undefined)
})

test('that an address is a contract is no flag against it', () => {
  assert.deepEqual(readAddress(getResult({ code: 2, result: { contract_address: '1' } }))?.flags, [])
})

test('an absent or empty field is not known', () => {
  const clean = toToken('token-clean')
  assert.deepEqual([clean?.facts?.isHoneypot, clean?.facts?.transferTax, clean?.isPartial], [false, null, false])
  const closed = toToken('token-closed-source', '0xc105ed0000000000000000000000000000000106')
  assert.deepEqual([closed?.facts?.isOpenSource, closed?.facts?.isHoneypot], [false, null])
})

test('a token is found whatever the case of its address', () => {
  const result = { [token.toUpperCase().replace('0X', '0x')]: { is_honeypot: '1' } }
  assert.equal(readToken(getResult({ code: 1, result }), token)?.facts?.isHoneypot, true)
})

test('an unknown token is no record, in each of its forms', () => {
  assert.equal(toToken('token-unknown')?.facts, null)
  assert.equal(toToken('token-unknown-null')?.facts, null)
  assert.equal(toToken('token-clean', `0x${'9'.repeat(40)}`)?.facts, null)
  assert.equal(readToken(getResult({ code: 2020, result: null }), token)?.facts, null)
  assert.equal(readToken(getResult({ code: 1, result: { [token]: null } }), token)?.facts, null)
})

test('a part of the data is used and told to be a part', () => {
  assert.equal(toToken('partial-data')?.isPartial, true)
  assert.equal(toToken('partial-data')?.facts?.isHoneypot, false)
})

test('a nested fake token becomes a flag', () => {
  const fake = (fake_token: unknown) =>
    readToken(getResult({ code: 1, result: { [token]: { fake_token } } }), token)?.facts?.imitatesToken
  assert.equal(fake({ value: 1, true_token_address: token }), true)
  assert.equal(fake({ value: '0' }), false)
  assert.equal(fake(undefined), null)
  assert.equal(fake('1'), null)
})

const factsOf = (fields: object) => readToken(getResult({ code: 1, result: { [token]: fields } }), token)?.facts

test('numbers may come as numbers or as text', () => {
  assert.deepEqual([factsOf({ sell_tax: 0.05 })?.sellTax, factsOf({ sell_tax: '.05' })?.sellTax], [0.05, 0.05])
  for (const sell_tax of ['', 'abc', '-1', '1e400', '0x1', [], null, true])
    assert.equal(factsOf({ sell_tax })?.sellTax, null, String(sell_tax))
})

test('addresses are lower-case, and nobody deploys from the zero address', () => {
  const upper = `0x${'A'.repeat(40)}`
  const zero = `0x${'0'.repeat(40)}`
  const { owner, creator } = factsOf({ owner_address: upper, creator_address: upper }) ?? {}
  assert.deepEqual([owner, creator], [upper.toLowerCase(), upper.toLowerCase()])
  const renounced = factsOf({ owner_address: zero, creator_address: zero })
  assert.deepEqual([renounced?.owner, renounced?.creator], [zero, null])
  assert.equal(factsOf({ owner_address: 'someone' })?.owner, null)
})

test('text that can’t be stored or is long is not kept, and spaces around names are dropped', () => {
  const odd = factsOf({ token_name: 'a\u0000b', token_symbol: '\ud800' })
  assert.deepEqual([odd?.name, odd?.symbol], [null, null])
  assert.equal(factsOf({ token_name: 'x'.repeat(101) })?.name, null)
  assert.deepEqual([factsOf({ token_name: ' Moon ' })?.name, factsOf({ token_name: '  ' })?.name], ['Moon', null])
  assert.deepEqual(readAddress(getResult({ code: 2, result: { data_source: '\u0000' } }))?.listedBy, [])
})

test('whatever comes, a report is either made or refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 2), fc.jsonValue(), (code, result) => {
      const isUsable = typeof result === 'object' && !Array.isArray(result)
      if (!isUsable) return assert.ok('refusal' in readGoplus(response({ code, result })))
      const read = getResult({ code, result })
      const { maliciousContracts = null } = readAddress(read) ?? {}
      assert.ok(maliciousContracts === null || Number.isSafeInteger(maliciousContracts))
      readToken(read, token)
    }),
    { numRuns: 200 },
  )
})
