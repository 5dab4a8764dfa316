import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { providerBody, reportedCase } from '../../../test/fixtures/providers.ts'
import { countSentRows, deployedBy, findOldest } from './creator-data-txlist.ts'
import { readCount, readCreation, readTxlist } from './txlist-explorer.ts'

const response = (body: unknown, status = 200, headers = {}) => ({ status, headers, body, isTooLarge: false })

const ada = '0xa11ce00000000000000000000000000000000001'

const findFault = (read: object) => ('refusal' in read ? (read.refusal as { fault: string }).fault : 'none')

const faults: [file: string, fault: string, status?: number][] = [
  ['etherscan/rate-limited-per-second', 'rate_limited'],
  ['etherscan/rate-limited-generic', 'rate_limited'],
  ['etherscan/error-free-tier-chain', 'plan'],
  ['etherscan/error-pro-endpoint', 'plan'],
  ['etherscan/error-invalid-key', 'auth'],
  ['etherscan/error-missing-key', 'auth'],
  ['etherscan/error-too-many-invalid-keys', 'auth'],
  ['etherscan/error-unsupported-chain', 'chain'],
  ['etherscan/error-invalid-address', 'request'],
  ['etherscan/error-invalid-action', 'request'],
  ['etherscan/error-result-window', 'request'],
  ['etherscan/legacy-key-warning-error', 'request'],
  ['etherscan/error-query-timeout', 'unavailable'],
  ['blockscout-rpc/rate-limited', 'rate_limited', 429],
  ['blockscout-rpc/pro-bad-key', 'auth', 401],
  ['blockscout-rpc/pro-missing-key', 'plan', 402],
  ['blockscout-rpc/error-unknown-module', 'request', 400],
  ['blockscout-rpc/error-unknown-action', 'request', 400],
  ['blockscout-rpc/error-invalid-address', 'request'],
  ['blockscout-rpc/error-address-required', 'request'],
  ['blockscout-rpc/error-result-window', 'request'],
  ['blockscout-rpc/error-internal', 'unavailable', 500],
]

for (const [file, fault, status] of faults) {
  test(`a fault is never a wallet without transactions: ${file} is ${fault}`, () => {
    assert.equal(findFault(readTxlist(response(providerBody(file), status))), fault)
    assert.equal(findFault(readCount(response(providerBody(file), status))), fault)
  })
}

test('rows are taken from either explorer', () => {
  for (const file of ['etherscan/txlist-normal', 'blockscout-rpc/txlist-normal']) {
    const read = readTxlist(response(providerBody(file)))
    assert.ok('rows' in read)
    assert.equal(read.rows.length, 8)
  }
})

test('a wallet without transactions is no fault, in either wording', () => {
  for (const file of ['etherscan/txlist-empty', 'etherscan/txlist-empty-norecords', 'blockscout-rpc/txlist-empty'])
    assert.deepEqual(readTxlist(response(providerBody(file))), { rows: [] })
})

test('nothing is found in any words, as a message or in place of the result', () => {
  const { bodies } = reportedCase('12-etherscan-empty-in-words')
  const more = [
    { status: 0, message: 'No transactions found', result: [] },
    { status: '0', message: 'No transactions found' },
    { status: '0', message: 'OK', result: 'No transactions found.' },
    { status: '0', message: 'No token transfers found for this address', result: null },
  ]
  for (const body of [...(bodies as unknown[]), ...more])
    assert.deepEqual(readTxlist(response(body)), { rows: [] }, JSON.stringify(body))
})

test('whatever a row holds, it is one row, and what is unknown in it is null', () => {
  const cell = fc.oneof(fc.jsonValue(), fc.constantFrom('0x1', '17', 17, '', '0x', ada, 'GENESIS', '1', '0'))
  const columns = ['from', 'to', 'contractAddress', 'timeStamp', 'nonce', 'input', 'isError', 'txreceipt_status']
  const row = fc.oneof(
    fc.jsonValue(),
    fc.record(Object.fromEntries(columns.map((name) => [name, cell])), { requiredKeys: [] }),
  )
  fc.assert(
    fc.property(fc.array(row), (result) => {
      const read = readTxlist(response({ status: '1', message: 'OK', result }))
      assert.ok('rows' in read)
      assert.equal(read.rows.length, result.length)
      for (const { at, nonce, contractAddress } of read.rows) {
        assert.ok(at === null || (at > 1_388_000_000 && at < 4_200_000_000))
        assert.ok(nonce === null || (Number.isSafeInteger(nonce) && nonce >= 0))
        assert.ok(contractAddress === null || /^0x[0-9a-f]{40}$/.test(contractAddress))
      }
      const history = { rows: read.rows, isFull: false }
      deployedBy(ada, read.rows)
      const sent = countSentRows(ada, history)
      assert.ok(sent === null || sent >= 0)
      if (result.length > 0) assert.notEqual(findOldest(read.rows), null)
    }),
  )
})

test('good data with the old key warning is good data', () => {
  const { result } = providerBody('etherscan/txlist-normal') as { result: unknown[] }
  const message = 'OK-Missing/Invalid API Key, rate limit of 1/5sec applied'
  assert.ok('rows' in readTxlist(response({ status: '1', message, result })))
})

test('an answer that tells nothing known is a fault', () => {
  const bodies: unknown[] = [
    null,
    [],
    'text',
    {},
    { status: '0', message: 'Something else', result: [] },
    { status: '0', message: 'NOTOK', result: null },
    { status: '0', message: 'Error', result: 'No records found' },
    { status: '0', message: 'No module found', result: null },
    { status: '1', message: 'OK', result: {} },
    { status: '2', message: 'Not yet processed', result: [] },
  ]
  for (const body of bodies) assert.equal(findFault(readTxlist(response(body))), 'unavailable', JSON.stringify(body))
})

test('a status of 4xx is never an answer, whatever its body looks like', () => {
  const contract = `0x${'ab'.repeat(20)}`
  const creation = { contractAddress: contract, txHash: `0x${'cd'.repeat(32)}` }
  for (const status of [400, 404, 405, 422]) {
    for (const file of ['etherscan/txlist-normal', 'etherscan/txlist-empty'])
      assert.equal(findFault(readTxlist(response(providerBody(file), status))), 'unavailable')
    assert.equal(findFault(readTxlist(response({ status: '1', result: [] }, status))), 'unavailable')
    assert.equal(findFault(readCount(response({ jsonrpc: '2.0', id: 1, result: '0x19d' }, status))), 'unavailable')
    for (const body of [
      { status: '1', message: 'OK', result: [creation] },
      { status: '0', message: 'No data found', result: null },
    ])
      assert.equal(findFault(readCreation(response(body, status), contract)), 'unavailable')
  }
})

test('"No API key found" is a missing key, not an empty answer', () => {
  const body = { status: '0', message: 'No API key found', result: [] }
  for (const status of [200, 400]) {
    assert.equal(findFault(readTxlist(response(body, status))), 'auth')
    assert.equal(findFault(readCreation(response(body, status), '0x')), 'auth')
  }
})

test('no answer but the two good ones is read as rows', () => {
  fc.assert(
    fc.property(
      fc.record({ status: fc.constantFrom('0', '2', 0, 2, null), message: fc.string(), result: fc.json() }),
      (body) => {
        assert.notEqual(findFault(readTxlist(response(body))), 'none')
      },
    ),
    { numRuns: 200 },
  )
})

test('the per-second limit waits a little over a second, a 429 what its headers say', () => {
  const perSecond = readTxlist(response(providerBody('etherscan/rate-limited-per-second')))
  assert.equal('refusal' in perSecond && perSecond.refusal.retryAfterMs, 1100)
  const body = providerBody('blockscout-rpc/rate-limited')
  const limited = readTxlist(response(body, 429, { 'x-ratelimit-reset': '306' }))
  assert.equal('refusal' in limited && limited.refusal.retryAfterMs, 306)
})

const isTooMuch = (read: object) => 'isTooMuch' in read && read.isTooMuch

test('a query that took too long and a body over the cap may do with a smaller page', () => {
  assert.equal(isTooMuch(readTxlist(response(providerBody('etherscan/error-query-timeout')))), true)
  assert.equal(isTooMuch(readTxlist({ status: 200, headers: {}, body: undefined, isTooLarge: true })), true)
  assert.equal(isTooMuch(readTxlist(response(providerBody('etherscan/rate-limited-generic')))), false)
})

test('a count comes as JSON-RPC, and its errors as faults', () => {
  assert.deepEqual(readCount(response(providerBody('etherscan/eth-gettransactioncount'))), { count: 413 })
  assert.deepEqual(readCount(response(providerBody('etherscan/eth-gettransactioncount-fresh'))), { count: 0 })
  assert.equal(findFault(readCount(response(providerBody('etherscan/eth-gettransactioncount-error')))), 'unavailable')
  assert.equal(findFault(readCount(response({ jsonrpc: '2.0', id: 1, result: '0x' }))), 'unavailable')
})
