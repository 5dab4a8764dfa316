import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Hex, serializeErc6492Signature } from 'viem'
import type { AskNode } from './chain-node.ts'
import { askWallet, isCounterfactual, unwrapSignature } from './wallet-signatures.ts'

const reported = readFileSync(
  new URL('../../../test/fixtures/reports/chain/11-erc8010-signature.txt', import.meta.url),
  'utf8',
).trim() as Hex
const never = new AbortController().signal
const wallet: Hex = '0x293c8281fdd7fc889eeead7b19724ab439fffab6'
const delegate = 'e7f1725e7734ce288f8367e1bb143e90bb3f0512'
const hash: Hex = `0x${'1'.repeat(64)}`
const yes = `0x1626ba7e${'0'.repeat(56)}`

/** A node that answers every call so, and what it was asked. */
function answering(result: string) {
  const calls: unknown[][] = []
  const ask: AskNode = async (_method, params) => {
    calls.push(params)
    return { result }
  }
  return { ask, calls }
}

test('a reported signature of ERC-8010 holds a key’s signature of 65 bytes', () => {
  assert.equal(isCounterfactual(reported), true)
  assert.equal(unwrapSignature(reported), reported.slice(0, 132))
})

test('a reported delegation is taken only from the account that signed it', async () => {
  const { ask, calls } = answering(yes)
  assert.equal(await askWallet(ask, { wallet, code: '0x', hash, signature: reported }, never), true)
  const [[call]] = calls as [[{ authorizationList: { address: string; chainId: string }[] }]]
  assert.deepEqual(
    call.authorizationList.map(({ address, chainId }) => [address.toLowerCase(), chainId]),
    [[`0x${delegate}`, '0x2105']],
  )
  const other = { wallet: `0x${'2'.repeat(40)}` as const, code: '0x' as const, hash, signature: reported }
  assert.equal(await askWallet(ask, other, never), false)
  assert.equal(calls.length, 1)
})

test('an account that has delegated already is asked directly', async () => {
  const { ask, calls } = answering(yes)
  assert.equal(await askWallet(ask, { wallet, code: `0xef0100${delegate}`, hash, signature: reported }, never), true)
  const [[call]] = calls as [[{ to: string; authorizationList?: unknown }]]
  assert.deepEqual([call.to, call.authorizationList], [wallet, undefined])
})

test('only the magic value alone is a yes', async () => {
  const asked = { wallet, code: '0x60' as const, hash, signature: '0x' as const }
  for (const [answer, expected] of [
    [yes, true],
    ['0x', false],
    ['0x1626ba7e', false],
    [`0x1626ba7e${'1'.repeat(56)}`, false],
    [`0x${'0'.repeat(56)}1626ba7e`, false],
    [`0x${'f'.repeat(64)}`, false],
  ] as const)
    assert.equal(await askWallet(answering(answer).ask, asked, never), expected, answer)
})

test('arbitrary bytes are read without a throw, and wrapped ones only by their ends', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((given): Hex => `0x${Buffer.from(given).toString('hex')}`)
  fc.assert(
    fc.property(bytes, fc.constantFrom('', '6492'.repeat(16), '8010'.repeat(16)), (start, end) => {
      const signature: Hex = `${start}${end}`
      unwrapSignature(signature)
      assert.equal(isCounterfactual(signature) && end === '', false)
    }),
  )
  assert.equal(isCounterfactual(serializeErc6492Signature({ address: wallet, data: '0x', signature: '0x12' })), true)
})
