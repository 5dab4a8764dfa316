import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type RpcWorld, startRpc } from '../../../dev/stand-ins/rpc.ts'
import { guardFor } from '../../../test/fixtures/providers.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createCreations } from './creations.ts'

const never = new AbortController().signal
const token = `0x${'ab'.repeat(20)}`
const headBlock = 23_000_000n

async function open(t: TestContext, findFault: NonNullable<RpcWorld['findFault']>) {
  const node = await startRpc({ findFault })
  t.after(node.close)
  return createCreations({ url: node.url, chainId: 8453, timeoutMs: 20_000, guard: guardFor('chain') })
}

/** Answers one method with an error. */
const failing = (method: string, error: { code: number; message: string }, status = 200) => ({
  findFault: (asked: string) => (asked === method ? { status, body: { jsonrpc: '2.0', id: 1, error } } : undefined),
})

const isFault = (fault: string) => (error: unknown) => error instanceof UpstreamError && error.fault === fault

const outages: [code: number, message: string, expected: string, status?: number][] = [
  [-32_016, 'over rate limit', 'rate_limited'],
  [-32_007, '15/second request limit reached', 'rate_limited'],
  [-32_005, 'limit exceeded', 'rate_limited'],
  [-32_603, 'Internal error', 'unavailable'],
  [-32_000, 'header not found', 'unavailable'],
  [-32_601, 'the method is not available', 'unavailable'],
  [-32_603, 'no backend is currently healthy', 'unavailable', 503],
]
for (const [code, message, expected, status] of outages) {
  test(`a call’s error ${code} "${message}" is ${expected}, not a null`, async (t) => {
    const { findFault } = failing('eth_call', { code, message }, status)
    const creations = await open(t, findFault)
    await assert.rejects(creations.names(token, never), isFault(expected))
    await assert.rejects(creations.findRight(token, token, never), isFault(expected))
    const maker = { contract: token, getter: { selector: '0x12345678', of: 'token' } } as const
    await assert.rejects(creations.creatorBy(maker, token, never), isFault(expected))
  })
  test(`eth_getCode’s error ${code} "${message}" is ${expected}`, async (t) => {
    const { findFault } = failing('eth_getCode', { code, message }, status)
    const creations = await open(t, findFault)
    for (const block of [headBlock - 100n, 'latest'] as const)
      await assert.rejects(creations.codeAt(token, block, never), isFault(expected))
  })
}

test('a result with a status of 404 is no fact', async (t) => {
  const creations = await open(t, (asked) =>
    asked === 'eth_chainId' ? undefined : { status: 404, body: { jsonrpc: '2.0', id: 1, result: null } },
  )
  await assert.rejects(creations.receipt(`0x${'cd'.repeat(32)}`, never), isFault('unavailable'))
})

const contractErrors: [code: number, message: string][] = [
  [3, 'execution reverted'],
  [-32_015, 'VM execution error.'],
  [-32_000, 'out of gas'],
  [-32_000, 'stack limit reached 1024 (1023)'],
  [-32_000, 'stack underflow (0 <=> 1)'],
  [-32_000, 'gas uint64 overflow'],
  [-32_000, 'return data out of bounds'],
  [-32_000, 'invalid opcode: INVALID'],
  [-32_000, 'EVM error: InvalidJump'],
  [-32_000, 'EVM error: OutOfOffset'],
  [-32_008, 'Response is too big'],
]
for (const [code, message] of contractErrors)
  test(`a token that fails with "${message}" has no name and no right`, async (t) => {
    const { findFault } = failing('eth_call', { code, message })
    const creations = await open(t, findFault)
    assert.deepEqual(await creations.names(token, never), { name: null, symbol: null })
    assert.equal(await creations.findRight(token, token, never), null)
  })

const missing: [code: number, message: string][] = [
  [-32_000, `missing trie node ${'ab'.repeat(32)} (path ) state 0x${'ab'.repeat(32)} is not available, not found`],
  [-32_000, `state 0x${'ab'.repeat(32)} is not available`],
  [-32_000, 'historical state not available in path scheme yet'],
  [-32_000, 'required historical state unavailable (reexec=128)'],
  [-32_002, 'No state available for block 100 (0xabcd...abcd)'],
  [-32_000, 'old data not available due to pruning'],
  [-32_603, 'State at block #100 is pruned'],
  [4444, 'pruned history unavailable'],
  [-32_000, 'World state unavailable'],
  [-32_602, 'Archive requests require a personal token'],
  [-32_002, 'Access to archival, debug, or trace data is not included in your current plan'],
  [-32_000, 'header not found'],
  [-32_001, 'block not found: 0x64'],
]
for (const [code, message] of missing)
  test(`an old block’s "${message.slice(0, 40)}" is state that is gone`, async (t) => {
    const { findFault } = failing('eth_getCode', { code, message })
    const creations = await open(t, findFault)
    assert.equal(await creations.codeAt(token, 100n, never), null)
    await assert.rejects(creations.codeAt(token, 'latest', never), isFault('unavailable'))
  })

test('a block whose time no calendar has is a fault of the node', async (t) => {
  const minedAt = async (timestamp: string) => {
    const findFault = (asked: string) =>
      asked === 'eth_getBlockByNumber' ? { body: { jsonrpc: '2.0', id: 1, result: { timestamp } } } : undefined
    return (await open(t, findFault)).minedAt(100n, never)
  }
  assert.deepEqual(await minedAt('0x65000000'), new Date(0x65000000 * 1000))
  assert.deepEqual(await minedAt(`0x${(864e10).toString(16)}`), new Date(864e13))
  for (const seconds of [864e10 + 1, 1e15])
    await assert.rejects(minedAt(`0x${seconds.toString(16)}`), isFault('unavailable'))
})
