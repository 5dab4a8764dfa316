import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerBody } from '../../../test/provider-fixtures.ts'
import type { TxlistRow } from './txlist-response.ts'
import { deployedBy, findOldest, countSentRows } from './txlist-history.ts'

const ada = '0xa11ce00000000000000000000000000000000001'
const getRows = (file: string) => (providerBody(file) as { result: TxlistRow[] }).result
const rows = getRows('etherscan/txlist-normal')

const tokenCode = '0x608063a9059cbb14806370a0823114806318160ddd14'
const creation: TxlistRow = {
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
  const cases: [change: Partial<TxlistRow>, count: number][] = [
    [{}, 1],
    [{ to: null }, 1],
    [{ from: ada.toUpperCase().replace('0X', '0x') }, 1],
    [{ isError: '1' }, 0],
    [{ from: `0x${'1'.repeat(40)}` }, 0],
    [{ to: `0x${'1'.repeat(40)}` }, 0],
    [{ contractAddress: '' }, 0],
    [{ contractAddress: null }, 0],
    [{ contractAddress: '../../keys' }, 0],
  ]
  for (const [change, count] of cases)
    assert.equal(deployedBy(ada, [{ ...creation, ...change }]).length, count, JSON.stringify(change))
})

const isToken = (input: string) => deployedBy(ada, [{ ...creation, input }])[0]?.isToken

test('a token pushes all three selectors', () => {
  assert.equal(isToken(tokenCode), true)
  assert.equal(isToken(tokenCode.toUpperCase().replace('0X', '0x')), true)
  assert.equal(isToken(tokenCode.replace('63a9059cbb', '63a9059cbc')), false)
  assert.equal(isToken(tokenCode.replace('6370a08231', '')), false)
  assert.equal(isToken(tokenCode.replace('6318160ddd', '')), false)
})

test('addresses come out in lower case', () => {
  assert.equal(deployedBy(ada, [creation])[0]?.address, `0x${'ab'.repeat(20)}`)
})

test('sent transactions are counted by the largest nonce, failed ones too', () => {
  assert.equal(countSentRows(ada, { rows, isFull: false }), 7)
  assert.equal(countSentRows(ada, { rows: [{ ...creation, isError: '1', nonce: '9' }], isFull: true }), 10)
})

test('a full page without own transactions has no count; a page with room has zero', () => {
  const inbound = [{ ...creation, from: `0x${'1'.repeat(40)}`, to: ada }]
  assert.equal(countSentRows(ada, { rows: inbound, isFull: true }), null)
  assert.equal(countSentRows(ada, { rows: inbound, isFull: false }), 0)
  assert.equal(countSentRows(ada, { rows: [], isFull: false }), 0)
})

test('age is counted from the oldest row of either direction', () => {
  assert.equal(findOldest(rows), Math.min(...rows.map(({ timeStamp }) => Number(timeStamp))))
  assert.equal(findOldest([]), null)
})
