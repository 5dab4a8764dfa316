import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerBody } from '../../../test/fixtures/providers.ts'
import { readTxlist } from './txlist-explorer.ts'
import { countSentRows, countUnread, deployedBy, findOldest } from './creator-data-txlist.ts'

const ada = '0xa11ce00000000000000000000000000000000001'
/** Rows as an explorer would send them, read. */
const read = (result: unknown[]) => {
  const response = readTxlist({
    status: 200,
    headers: {},
    body: { status: '1', message: 'OK', result },
    isTooLarge: false,
  })
  return 'rows' in response ? response.rows : assert.fail('refused')
}
const getRows = (file: string) => read((providerBody(file) as { result: unknown[] }).result)
const rows = getRows('etherscan/txlist-normal')

const tokenCode = '0x608063a9059cbb14806370a0823114806318160ddd14'
const creation = {
  from: ada,
  to: '',
  contractAddress: `0x${'Ab'.repeat(20)}`,
  timeStamp: '1700000000',
  nonce: '4',
  input: tokenCode,
  isError: '0',
}

test('a wallet’s creations are told apart: tokens, others, and those that failed', () => {
  const deployed = deployedBy(ada, rows)
  assert.deepEqual(
    deployed.map(({ isToken }) => isToken),
    [true, false, true],
  )
  assert.equal(deployed[0]?.address, '0x70ce110000000000000000000000000000000102')
  assert.ok(deployed.every(({ at }, n) => n === 0 || at <= (deployed[n - 1]?.at ?? 0)))
})

test('both explorers tell the same', () => {
  assert.deepEqual(deployedBy(ada, getRows('blockscout-rpc/txlist-normal')), deployedBy(ada, rows))
})

test('what counts as a creation', () => {
  const cases: [change: object, count: number][] = [
    [{}, 1],
    [{ to: null }, 1],
    [{ to: undefined }, 1],
    [{ timeStamp: 1700000000, nonce: 4, isError: 0 }, 1],
    [{ timeStamp: '0x6553f100' }, 1],
    [{ isError: undefined, txreceipt_status: '1' }, 1],
    [{ isError: undefined, txreceipt_status: '0' }, 0],
    [{ isError: undefined }, 0],
    [{ timeStamp: 'yesterday' }, 0],
    [{ from: ada.toUpperCase().replace('0X', '0x') }, 1],
    [{ isError: '1' }, 0],
    [{ from: `0x${'1'.repeat(40)}` }, 0],
    [{ to: `0x${'1'.repeat(40)}` }, 0],
    [{ contractAddress: '' }, 0],
    [{ contractAddress: null }, 0],
    [{ contractAddress: '../../keys' }, 0],
  ]
  for (const [change, count] of cases)
    assert.equal(deployedBy(ada, read([{ ...creation, ...change }])).length, count, JSON.stringify(change))
})

const isToken = (input: string) => deployedBy(ada, read([{ ...creation, input }]))[0]?.isToken

test('a token pushes all three selectors', () => {
  assert.equal(isToken(tokenCode), true)
  assert.equal(isToken(tokenCode.toUpperCase().replace('0X', '0x')), true)
  assert.equal(isToken(tokenCode.replace('63a9059cbb', '63a9059cbc')), false)
  assert.equal(isToken(tokenCode.replace('6370a08231', '')), false)
  assert.equal(isToken(tokenCode.replace('6318160ddd', '')), false)
})

test('addresses come out in lower case', () => {
  assert.equal(deployedBy(ada, read([creation]))[0]?.address, `0x${'ab'.repeat(20)}`)
})

test('sent transactions are counted by the largest nonce, failed ones too', () => {
  assert.equal(countSentRows(ada, { rows, isFull: false }), 7)
  assert.equal(countSentRows(ada, { rows: read([{ ...creation, isError: '1', nonce: '9' }]), isFull: true }), 10)
})

test('a full page without own transactions has no count; a page with room has zero', () => {
  const inbound = read([{ ...creation, from: `0x${'1'.repeat(40)}`, to: ada }])
  assert.equal(countSentRows(ada, { rows: inbound, isFull: true }), null)
  assert.equal(countSentRows(ada, { rows: inbound, isFull: false }), 0)
  assert.equal(countSentRows(ada, { rows: [], isFull: false }), 0)
})

test('age is counted from the oldest row of either direction', () => {
  assert.equal(findOldest(rows), Math.min(...rows.map(({ at }) => at ?? 0)))
  assert.equal(findOldest([]), null)
})

test('rows in an unknown form leave unknown only what they could change', () => {
  const stranger = `0x${'1'.repeat(40)}`
  const cases: [change: object, known: { age: boolean; count: boolean; unread: number }][] = [
    [{}, { age: true, count: true, unread: 0 }],
    [{ nonce: '' }, { age: true, count: false, unread: 1 }],
    [
      { nonce: '', from: stranger },
      { age: true, count: true, unread: 0 },
    ],
    [{ input: undefined }, { age: true, count: true, unread: 1 }],
    [
      { input: undefined, to: stranger },
      { age: true, count: true, unread: 0 },
    ],
    [{ contractAddress: '' }, { age: true, count: true, unread: 1 }],
    [{ isError: '' }, { age: true, count: true, unread: 1 }],
    [{ timeStamp: '' }, { age: false, count: true, unread: 1 }],
    [{ timeStamp: '0' }, { age: false, count: true, unread: 1 }],
    [{ timeStamp: '1700000000000' }, { age: false, count: true, unread: 1 }],
    [{ from: null }, { age: true, count: false, unread: 1 }],
    [
      { from: 'GENESIS', nonce: '', input: '' },
      { age: true, count: true, unread: 0 },
    ],
  ]
  for (const [change, { age, count, unread }] of cases) {
    const odd = read([
      { ...creation, timeStamp: '1710000000', nonce: '9' },
      { ...creation, ...change },
    ])
    assert.equal(findOldest(odd), age ? 1700000000 : 'unknown', JSON.stringify(change))
    assert.equal(countSentRows(ada, { rows: odd, isFull: false }), count ? 10 : null, JSON.stringify(change))
    assert.equal(countUnread(ada, odd), unread, JSON.stringify(change))
  }
  for (const row of [null, 'row', 7, [], {}]) assert.equal(countUnread(ada, read([row])), 1)
})

test('a time that is unknown at the newer end says nothing about the age', () => {
  assert.equal(findOldest(read([{ ...creation, timeStamp: '' }, creation])), 1700000000)
})
