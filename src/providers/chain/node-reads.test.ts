import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberToHex } from 'viem'
import { UpstreamError } from '../../platform/errors.ts'
import { decodeTimestamp } from './eas.ts'
import { createNodeReads } from './node-reads.ts'

const never = new AbortController().signal
const isFault = (error: unknown) => error instanceof UpstreamError && error.fault === 'unavailable'
const lastSecond = 8_640_000_000_000n

const blockTime = (seconds: bigint) =>
  createNodeReads(async () => ({ result: { timestamp: numberToHex(seconds) } })).block(1n, never)
const decode = (seconds: bigint) => decodeTimestamp(numberToHex(seconds, { size: 32 }))

test('the time of a block is read, one that no calendar has is a fault of the node', async () => {
  assert.deepEqual(await blockTime(lastSecond), { number: 1n, at: new Date(8.64e15) })
  for (const seconds of [lastSecond + 1n, 2n ** 255n]) await assert.rejects(blockTime(seconds), isFault)
})

test('the time of a stamp is read, one that no calendar has is a fault of the node', () => {
  assert.equal(decode(0n), null)
  assert.deepEqual(decode(lastSecond), new Date(8.64e15))
  for (const seconds of [lastSecond + 1n, 2n ** 64n - 1n]) assert.throws(() => decode(seconds), isFault)
})

test('a node without the methods for fees is asked for gas price and latest block', async () => {
  for (const code of [-32601, -32004]) {
    const results: Record<string, unknown> = { eth_gasPrice: '0x12', eth_getBlockByNumber: { baseFeePerGas: '0xa' } }
    const reads = createNodeReads(async (method) =>
      method in results ? { result: results[method] } : { error: { code, message: 'not available' } },
    )
    assert.deepEqual([await reads.nextBaseFee(never), await reads.tip(never)], [10n, 8n])
    results['eth_gasPrice'] = '0x9'
    assert.equal(await reads.tip(never), 0n)
  }
})

test('another error of a method for fees is a fault of the node', async () => {
  const reads = createNodeReads(async () => ({ error: { code: -32000, message: 'no state' } }))
  for (const asked of [reads.nextBaseFee(never), reads.tip(never)])
    await assert.rejects(asked, (error) => error instanceof UpstreamError)
})
