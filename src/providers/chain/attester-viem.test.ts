import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSendOutcome } from './attester-viem.ts'

const responses: [who: string, code: number, message: string, outcome: string | undefined][] = [
  ['anvil', -32603, 'transaction already imported', 'taken'],
  ['geth', -32000, 'already known', 'taken'],
  ['Besu', -32000, 'Known transaction', 'taken'],
  ['Nethermind', -32010, 'AlreadyKnown', 'taken'],
  ['Nethermind', -32010, 'OwnNonceAlreadyUsed', 'taken'],
  ['anvil', -32003, 'nonce too low', 'nonce used'],
  ['geth', -32000, 'nonce too low: next nonce 7, tx nonce 3', 'nonce used'],
  ['Nethermind', -32010, 'OldNonce, Current nonce: 7', 'nonce used'],
  ['Arbitrum', -32000, 'invalid transaction nonce', 'nonce used'],
  ['Besu', -32006, 'Nonce too high', 'gap'],
  ['Nethermind', -32010, 'NonceGap', 'gap'],
  ['geth', -32000, 'max fee per gas less than block base fee: address 0x…, maxFeePerGas: 1', 'underpriced'],
  ['geth', -32000, 'replacement transaction underpriced', 'underpriced'],
  ['Nethermind', -32010, 'FeeTooLow, MaxFeePerGas too low', 'underpriced'],
  ['anvil', -32003, 'Insufficient funds for gas * price + value', 'no funds'],
  ['Nethermind', -32010, 'InsufficientFunds, Account balance: 0', 'no funds'],
  ['Besu', -32004, 'Upfront cost exceeds account balance', 'no funds'],
  ['anvil', -32000, 'intrinsic gas too low', 'refused'],
  ['geth', -32000, 'invalid chain id for signer', 'refused'],
  ['any', -32603, 'Internal error', undefined],
  ['any', -32002, 'resource unavailable', undefined],
  ['a gateway', 19, 'Temporary internal error. Please retry', undefined],
]
for (const [who, code, message, outcome] of responses)
  test(`"${message}" of ${who} is ${outcome ?? 'neither accepted nor rejected'}`, () =>
    assert.equal(toSendOutcome({ code, message })?.outcome, outcome))

test('a node’s words are kept short, and without the transaction', () => {
  const sent = toSendOutcome({ code: -32000, message: `already known 0x${'ab'.repeat(500)} ${'x'.repeat(500)}` })
  assert.ok(sent && sent.detail.length <= 200 && !sent.detail.includes('abab'))
})
