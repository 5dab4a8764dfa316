import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UpstreamError } from '../../platform/errors.ts'
import { readCreationReceipt } from './creation-receipt.ts'

const address = `0x${'ab'.repeat(20)}`
const receipt = {
  transactionHash: `0x${'cd'.repeat(32)}`,
  blockNumber: '0x64',
  status: '0x1',
  from: address,
  contractAddress: null,
  logs: [],
}

test('a receipt is read', () => {
  const { blockNumber, isSuccess } = readCreationReceipt({ result: receipt }) ?? {}
  assert.deepEqual([blockNumber, isSuccess], [100n, true])
  assert.equal(readCreationReceipt({ result: { ...receipt, status: '0x0' } })?.isSuccess, false)
})

for (const field of ['blockNumber', 'status'])
  for (const value of ['0x', `0x${'f'.repeat(64)}`, '100', 100, null, undefined])
    test(`a receipt whose ${field} is ${String(value).slice(0, 10)} is a fault of the node`, () => {
      assert.throws(
        () => readCreationReceipt({ result: { ...receipt, [field]: value } }),
        (error) => error instanceof UpstreamError && error.fault === 'unavailable',
      )
    })
