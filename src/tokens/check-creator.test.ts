import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { hashMessage, recoverMessageAddress } from 'viem'
import { buildTokenMessage } from './check-creator.ts'

const file = new URL('../../test/fixtures/outcomes/messages.json', import.meta.url)
const vector = JSON.parse(readFileSync(file, 'utf8')) as Record<'message' | 'hex' | 'hash' | 'address', string> & {
  signature: `0x${string}`
}

test('the message to bind a token: six lines, and the wallet that signed the vector', async () => {
  const message = buildTokenMessage({
    serviceName: 'Launchscore',
    scoreId: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d',
    creatorAddress: vector.address,
    chainId: 8453,
    tokenAddress: '0x70CE11000000000000000000000000000000020f',
    domain: 'launch.example',
  })
  assert.equal(message, vector.message)
  assert.equal(Buffer.from(message).toString('hex'), vector.hex)
  assert.equal(hashMessage(message), vector.hash)
  assert.equal(await recoverMessageAddress({ message, signature: vector.signature }), vector.address)
})
