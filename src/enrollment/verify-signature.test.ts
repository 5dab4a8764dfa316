import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { hashMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Wallet, startRpc } from '../../dev/stand-ins/rpc.ts'
import { guardFor } from '../../test/provider-fixtures.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { openChain } from '../providers/chain-viem.ts'
import { enrollmentMessage } from './message.ts'
import { badSignature, findSigned, verifySignature } from './verify-signature.ts'

type Hex = `0x${string}`
const never = new AbortController().signal

/** A public test key. */
const creator = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const enrolling = {
  serviceName: 'Launchscore',
  scoreId: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d',
  creatorAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  domain: 'launch.example',
}
const message = enrollmentMessage(enrolling)
const signature: Hex =
  '0xbbc47501bd0150782d8029a422bcda1ae6492d5f50b73f0eeeaa69a71ecf5d4c4ec8cbf1efc3d2aa5aa03a8974634912a28116dcc953f3bf5d710c30c148d7a31b'
const good = { address: creator.address, message, signature }

const verify = (over: Partial<typeof good>) => verifySignature({ chain: null }, { ...good, ...over }, never)

test('a wallet’s own signature verifies without a chain, however its address is written', async () => {
  for (const address of [creator.address, creator.address.toLowerCase(), `0x${creator.address.slice(2).toUpperCase()}`])
    assert.deepEqual(await verify({ address: address as Hex }), { by: 'key' })
})

test('the forms that wallets and hardware give are taken: recovery bit 0 or 27, the twin with the high s', async () => {
  const [r, s] = [signature.slice(0, 66), BigInt(`0x${signature.slice(66, 130)}`)]
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const twin = `${r}${(order - s).toString(16).padStart(64, '0')}1c`
  for (const form of [`${signature.slice(0, -2)}00`, signature.toUpperCase().replace('0X', '0x'), twin])
    assert.deepEqual(await verify({ signature: form as Hex }), { by: 'key' })
})

const changed: [what: string, message: string][] = [
  ['the service’s name', enrollmentMessage({ ...enrolling, serviceName: 'Launchscor' })],
  ['the score', enrollmentMessage({ ...enrolling, scoreId: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e' })],
  ['the score’s case', enrollmentMessage({ ...enrolling, scoreId: enrolling.scoreId.toUpperCase() })],
  ['the creator', enrollmentMessage({ ...enrolling, creatorAddress: `0x${'1'.repeat(40)}` })],
  ['the creator’s case', enrollmentMessage({ ...enrolling, creatorAddress: creator.address.toLowerCase() })],
  ['the domain', enrollmentMessage({ ...enrolling, domain: 'launch.example:8443' })],
  ['the line breaks', message.replaceAll('\n', '\r\n')],
  ['the end', `${message}\n`],
  ['a space', `${message} `],
  ['the order of the lines', message.split('\n').toReversed().join('\n')],
]
for (const [what, message] of changed)
  test(`a signature does not hold when ${what} changed`, async () => assert.equal(await verify({ message }), 'bad'))

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

test('bytes that are no signature of the wallet are bad, and never a fault', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 65, maxLength: 65 }),
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (bytes) => assert.equal(await verify({ signature: hexOf(bytes) }), 'bad')),
    { numRuns: 60 },
  )
  for (const signature of [`0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `0x${'00'.repeat(64)}1b`, '0x00'] as Hex[])
    assert.equal(await verify({ signature }), 'bad')
})

/** A chain on which the creator's address is a wallet that signs as told, and the hashes it was asked about. */
async function startChain(t: TestContext, takes: (hash: string) => boolean) {
  const asked: string[] = []
  const wallet: Wallet = ({ hash }) => {
    asked.push(hash)
    return takes(hash)
  }
  const node = await startRpc({ wallets: { [creator.address.toLowerCase()]: wallet }, block: 23 })
  t.after(node.close)
  const chain = openChain({ url: node.url, chainId: 8453, timeoutMs: 2000, guard: guardFor('chain') })
  return { chain, asked, ...node }
}

test('a contract’s yes is kept with its chain and block, its no is bad', async (t) => {
  const contract = { ...good, signature: '0x12' as const }
  const yes = await startChain(t, () => true)
  assert.deepEqual(await verifySignature(yes, contract, never), { by: 'contract', chainId: 8453, block: 23n })
  const no = await startChain(t, () => false)
  assert.equal(await verifySignature(no, contract, never), 'bad')
})

test('an outage of the chain is neither good nor bad, and no matter to a key’s own signature', async (t) => {
  const down = await startChain(t, () => true)
  await down.close()
  await assert.rejects(verifySignature(down, { ...good, message: 'x' }, never), UpstreamError)
  assert.deepEqual(await verifySignature(down, good, never), { by: 'key' })
})

test('a key’s signature never needs the chain, whichever of the messages it is for', async (t) => {
  const { chain, requests } = await startChain(t, () => true)
  const signed = await findSigned({ chain }, { ...good, messages: ['another', message] }, never)
  assert.deepEqual(signed, { message, verified: { by: 'key' } })
  assert.deepEqual(requests, [])
})

test('a contract is asked for each message in turn until one is its own', async (t) => {
  const { chain, asked } = await startChain(t, (hash) => hash === hashMessage('b'))
  const signed = await findSigned({ chain }, { ...good, messages: ['a', 'b', 'c'] }, never)
  assert.deepEqual(signed, { message: 'b', verified: { by: 'contract', chainId: 8453, block: 23n } })
  assert.deepEqual(asked, [hashMessage('a'), hashMessage('b')])
})

test('who is refused without a chain is told that contract wallets are not asked', async (t) => {
  assert.match(badSignature({ chain: null }).message, /CHAIN_RPC_URL/)
  const { chain } = await startChain(t, () => false)
  assert.doesNotMatch(badSignature({ chain }).message, /CHAIN_RPC_URL/)
})
