import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { type Hex, type SignableMessage, hashMessage, keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Deps } from '../deps.ts'
import { type Wallet, startRpc } from '../../dev/stand-ins/rpc.ts'
import { guardFor } from '../../test/fixtures/providers.ts'
import { UpstreamError } from '../platform/errors.ts'
import { createChain } from '../providers/chain/chain-viem.ts'
import { creator, messageFields } from '../../test/fixtures/keys.ts'
import { buildEnrollmentMessage } from '../launches/enroll.ts'
import { createBadSignatureError, findSigned, verifySignature } from './verify-signature.ts'
import { makeDeps } from '../../test/world/deps.ts'

const never = new AbortController().signal

const message = buildEnrollmentMessage(messageFields)
const signature: Hex =
  '0xbbc47501bd0150782d8029a422bcda1ae6492d5f50b73f0eeeaa69a71ecf5d4c4ec8cbf1efc3d2aa5aa03a8974634912a28116dcc953f3bf5d710c30c148d7a31b'
const good = { address: creator.address, message, signature }

const verify = (over: Partial<typeof good>) => verifySignature(null, { ...good, ...over }, never)
const verdict = async (over: Partial<typeof good>) => {
  const verified = await verify(over)
  return 'refused' in verified ? verified.refused : verified.by
}

test('a key’s signature verifies without a chain, with an address in any case', async () => {
  for (const address of [creator.address, creator.address.toLowerCase(), `0x${creator.address.slice(2).toUpperCase()}`])
    assert.deepEqual(await verify({ address: address as Hex }), { by: 'key' })
})

test('signatures with recovery bit 0 or 27 and with high s verify', async () => {
  const [r, s] = [signature.slice(0, 66), BigInt(`0x${signature.slice(66, 130)}`)]
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const twin = `${r}${(order - s).toString(16).padStart(64, '0')}1c`
  for (const form of [`${signature.slice(0, -2)}00`, signature.toUpperCase().replace('0X', '0x'), twin])
    assert.deepEqual(await verify({ signature: form as Hex }), { by: 'key' })
})

const changed: [what: string, message: string][] = [
  ['the service’s name', buildEnrollmentMessage({ ...messageFields, serviceName: 'Launchscor' })],
  ['the score', buildEnrollmentMessage({ ...messageFields, scoreId: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e' })],
  ['the score’s case', buildEnrollmentMessage({ ...messageFields, scoreId: messageFields.scoreId.toUpperCase() })],
  ['the creator', buildEnrollmentMessage({ ...messageFields, creatorAddress: `0x${'1'.repeat(40)}` })],
  ['the creator’s case', buildEnrollmentMessage({ ...messageFields, creatorAddress: creator.address.toLowerCase() })],
  ['the domain', buildEnrollmentMessage({ ...messageFields, domain: 'launch.example:8443' })],
  ['the line breaks', message.replaceAll('\n', '\r\n')],
  ['the end', `${message}\n`],
  ['a space', `${message} `],
  ['the order of the lines', message.split('\n').toReversed().join('\n')],
]
for (const [what, message] of changed)
  test(`a signature does not hold when ${what} changed`, async () => assert.equal(await verdict({ message }), 'wallet'))

const toHex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

test('arbitrary bytes are a bad signature; without a chain under 64 are a bad request', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 65, maxLength: 65 }),
    fc.uint8Array({ minLength: 64, maxLength: 200 }),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (bytes) => assert.notEqual(await verdict({ signature: toHex(bytes) }), 'key')),
    { numRuns: 60 },
  )
  for (const signature of [`0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `0x${'00'.repeat(64)}1b`] as Hex[])
    assert.equal(await verdict({ signature }), 'no contract')
  for (const signature of ['0x00', `0x${'ab'.repeat(63)}`] as Hex[])
    await assert.rejects(verify({ signature }), { code: 'bad_request' })
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
  const chain = createChain({ url: node.url, chainId: 8453, timeoutMs: 20_000, guard: guardFor('chain') })
  return { chain, asked, ...node }
}

test('a contract’s approval is recorded with chain and block', async (t) => {
  const contract = { ...good, signature: '0x12' as const }
  const yes = await startChain(t, () => true)
  assert.deepEqual(await verifySignature(yes.chain, contract, never), { by: 'contract', chainId: 8453, block: 23n })
  const no = await startChain(t, () => false)
  assert.deepEqual(await verifySignature(no.chain, contract, never), { refused: 'contract' })
})

test('an outage of the chain throws, but not for a key’s own signature', async (t) => {
  const down = await startChain(t, () => true)
  await down.close()
  await assert.rejects(verifySignature(down.chain, { ...good, message: 'x' }, never), UpstreamError)
  assert.deepEqual(await verifySignature(down.chain, good, never), { by: 'key' })
})

test('a key’s signature of any message needs no chain', async (t) => {
  const { chain, requests } = await startChain(t, () => true)
  const signed = await findSigned(chain, { ...good, messages: ['another', message] }, never)
  assert.deepEqual(signed, { message, verified: { by: 'key' } })
  assert.deepEqual(requests, [])
})

test('a contract is queried for each message until one verifies', async (t) => {
  const { chain, asked } = await startChain(t, (hash) => hash === hashMessage('b'))
  const signed = await findSigned(chain, { ...good, messages: ['a', 'b', 'c'] }, never)
  assert.deepEqual(signed, { message: 'b', verified: { by: 'contract', chainId: 8453, block: 23n } })
  assert.deepEqual(asked, [hashMessage('a'), hashMessage('b')])
})

test('without a chain the error explains that contract wallets are not verified', async (t) => {
  const refused = { address: creator.address, refusal: { refused: 'no contract' as const } }
  assert.match(createBadSignatureError(makeDeps({ chain: null }), refused).message, /CHAIN_RPC_URL/)
  const { chain } = await startChain(t, () => false)
  assert.doesNotMatch(createBadSignatureError(makeDeps({ chain }), refused).message, /CHAIN_RPC_URL/)
})

test('a compact signature (EIP-2098) of a key verifies', async () => {
  for (const text of [message, 'a', 'b', 'c', 'd']) {
    const whole = await creator.signMessage({ message: text })
    const odd = whole.endsWith('1c') ? 1n << 255n : 0n
    const last = (BigInt(`0x${whole.slice(66, 130)}`) | odd).toString(16).padStart(64, '0')
    assert.deepEqual(await verify({ message: text, signature: `${whole.slice(0, 66)}${last}` as Hex }), { by: 'key' })
  }
})

test('the signature of another text by the right wallet is told as that', async () => {
  const texts: [SignableMessage, RegExp][] = [
    [message.replaceAll('\n', '\r\n'), /CRLF/],
    [`${message}\n`, /added at the end/],
    [message.replaceAll('\n', ' '), /joined/],
    [stringToHex(message), /hex digits/],
    [{ raw: hashMessage(message) }, /hash/],
  ]
  for (const [text, words] of texts) {
    const refusal = await verify({ signature: await creator.signMessage({ message: text }) })
    assert.match(told(refusal), words)
    assert.match(told(refusal), /signed another text/)
  }
  const refusal = await verify({ signature: await creator.sign({ hash: keccak256(stringToHex(message)) }) })
  assert.match(told(refusal), /prefix/)
})

test('the signature of another wallet names that wallet', async () => {
  const other = privateKeyToAccount(`0x${'7'.repeat(64)}`)
  const refusal = await verify({ signature: await other.signMessage({ message }) })
  assert.match(told(refusal), new RegExp(`it is by ${other.address}, not by ${creator.address}`))
})

test('a contract that refuses, and an address without a contract, are told apart', async (t) => {
  const { chain } = await startChain(t, () => false)
  assert.match(told(await verifySignature(chain, good2, never), chain), /contract of the wallet .* refuses/)
  const elsewhere = { ...good2, address: '0x2222222222222222222222222222222222222222' }
  const refusal = await verifySignature(chain, elsewhere, never)
  assert.match(told(refusal, chain), /There is no contract at this address on chain 8453/)
})

/** What the wallet of a contract could send: no signature at all. */
const good2 = { address: creator.address, message, signature: '0x' as const }

function told(refusal: Awaited<ReturnType<typeof verifySignature>>, chain: Deps['chain'] = null): string {
  assert.ok('refused' in refusal)
  return createBadSignatureError(makeDeps({ chain }), { address: creator.address, refusal }).message
}
