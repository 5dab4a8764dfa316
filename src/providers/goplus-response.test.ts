import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { providerBody } from '../../test/provider-fixtures.ts'
import { addressReport, chainsIn, readGoplus, tokenReport } from './goplus-response.ts'

const response = (body: unknown, status = 200) => ({ status, headers: {}, body, isTooLarge: false })
const token = '0x70ce110000000000000000000000000000000102'

function getResult(body: unknown) {
  const read = readGoplus(response(body))
  assert.ok('isPartial' in read)
  return read
}
const toAddress = (file: string) => addressReport(getResult(providerBody(`goplus/${file}`)))
const toToken = (file: string, address = token) => tokenReport(getResult(providerBody(`goplus/${file}`)), address)

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
  const nothing = { honeypotRelated: false, maliciousContracts: 0, flags: [], source: '', isPartial: false }
  assert.deepEqual(toAddress('address-no-entry'), nothing)
  assert.deepEqual(toAddress('address-no-entry-contract-unknown'), nothing)
})

test('what the lists say of an address is told', () => {
  assert.deepEqual(toAddress('address-sanctioned')?.flags, ['sanctioned', 'stealing_attack'])
  assert.equal(toAddress('address-sanctioned')?.source, 'SlowMist,BlockSec')
  assert.deepEqual(toAddress('address-mixer')?.flags, ['mixer'])
  const related = toAddress('address-honeypot-related')
  assert.deepEqual([related?.honeypotRelated, related?.maliciousContracts], [true, 0])
  assert.equal(toAddress('address-malicious-creator')?.maliciousContracts, 3)
})

test('what an address answer doesn’t say is not known', () => {
  const unsaid = { honeypotRelated: null, maliciousContracts: null, flags: [], source: '', isPartial: false }
  const result = { number_of_malicious_contracts_created: '', honeypot_related_address: '' }
  assert.deepEqual(addressReport(getResult({ code: 1, result })), unsaid)
  assert.deepEqual(addressReport(getResult({ code: 2, result: { contract_address: '' } })), {
    ...unsaid,
    isPartial: true,
  })
  assert.deepEqual(addressReport(getResult({ code: 2021, result: null })), unsaid)
})

test('an address answer that says nothing is none', () => {
  for (const result of [{}, null, { contract_address: '' }])
    assert.equal(addressReport(getResult({ code: 1, result })), undefined)
  for (const result of [{}, null]) assert.equal(addressReport(getResult({ code: 2, result })), undefined)
})

test('an entry of an unknown form is no answer, rather than no record', () => {
  for (const entry of ['x', [], [{}], 0, true])
    assert.equal(tokenReport(getResult({ code: 1, result: { [token]: entry } }), token), undefined)
})

test('that an address is a contract is no flag against it', () => {
  assert.deepEqual(addressReport(getResult({ code: 2, result: { contract_address: '1' } }))?.flags, [])
})

test('a token’s fields come as they are; absent ones stay absent', () => {
  const clean = toToken('token-clean')
  assert.deepEqual([clean?.fields.is_honeypot, clean?.fields.transfer_tax, clean?.isPartial], ['0', '', false])
  const closed = toToken('token-closed-source', '0xc105ed0000000000000000000000000000000106')
  assert.deepEqual([closed?.fields.is_open_source, closed?.fields.is_honeypot], ['0', undefined])
})

test('a token is found whatever the case of its address', () => {
  const result = { [token.toUpperCase().replace('0X', '0x')]: { is_honeypot: '1' } }
  assert.equal(tokenReport(getResult({ code: 1, result }), token)?.fields.is_honeypot, '1')
})

test('an unknown token is no record, in each of its forms', () => {
  assert.equal(toToken('token-unknown'), null)
  assert.equal(toToken('token-unknown-null'), null)
  assert.equal(toToken('token-clean', `0x${'9'.repeat(40)}`), null)
  assert.equal(tokenReport(getResult({ code: 2020, result: null }), token), null)
  assert.equal(tokenReport(getResult({ code: 1, result: { [token]: null } }), token), null)
})

test('a part of the data is used and told to be a part', () => {
  assert.equal(toToken('partial-data')?.isPartial, true)
  assert.equal(toToken('partial-data')?.fields.is_honeypot, '0')
})

test('a nested fake token becomes a flag', () => {
  const fake = (fake_token: unknown) =>
    tokenReport(getResult({ code: 1, result: { [token]: { fake_token } } }), token)?.fields.fake_token
  assert.equal(fake({ value: 1, true_token_address: token }), '1')
  assert.equal(fake({ value: '0' }), '0')
  assert.equal(fake(undefined), undefined)
  assert.equal(fake('1'), undefined)
})

test('numbers become text; lists and objects are left out', () => {
  const result = { [token]: { holder_count: 12, dex: [], holders: [{}], is_in_cex: { listed: '1' }, note: null } }
  assert.deepEqual(tokenReport(getResult({ code: 1, result }), token)?.fields, { holder_count: '12' })
})

test('text that can’t be stored or is long is not kept', () => {
  const fields = { token_name: 'a\u0000b', token_symbol: '\ud800', note: 'x'.repeat(101), is_honeypot: '0' }
  assert.deepEqual(tokenReport(getResult({ code: 1, result: { [token]: fields } }), token)?.fields, {
    is_honeypot: '0',
  })
  assert.equal(addressReport(getResult({ code: 2, result: { data_source: '\u0000' } }))?.source, '')
})

test('whatever comes, a report is either made or refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 2), fc.jsonValue(), (code, result) => {
      const isUsable = typeof result === 'object' && !Array.isArray(result)
      if (!isUsable) return assert.ok('refusal' in readGoplus(response({ code, result })))
      const read = getResult({ code, result })
      const { maliciousContracts = null } = addressReport(read) ?? {}
      assert.ok(maliciousContracts === null || Number.isSafeInteger(maliciousContracts))
      tokenReport(read, token)
    }),
    { numRuns: 200 },
  )
})
