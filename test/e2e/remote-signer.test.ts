import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Hex, hashTypedData, keccak256, parseSignature, parseTransaction, recoverAddress, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { type Web3SignerWorld, startWeb3Signer } from '../../dev/stand-ins/web3signer.ts'
import { inspectAttester } from '../../src/attestation/inspect-attester.ts'
import { attestationOn, attestationsOn, register, startAttestingApp } from '../world/attesting.ts'
import { ask, startReplica } from '../world/app.ts'
import { seedScore } from '../world/seed.ts'
import { until } from '../world/waiting.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'
const creatorAddress = '0xa11ce00000000000000000000000000000000001'
const never = new AbortController().signal

/** A service whose key is in a signer of its own; `findFault` is asked before each signature. */
async function startRemote(
  t: TestContext,
  { publishWaitMs, ...world }: Partial<Web3SignerWorld> & { publishWaitMs?: number } = {},
) {
  const signer = await startWeb3Signer({ key: generatePrivateKey(), ...world })
  t.after(signer.close)
  const started = await startAttestingApp(t, {
    environment: { ATTESTER_KEY: '', ATTESTER_URL: signer.url },
    providerTimeoutMs: 500,
    ...(publishWaitMs !== undefined && { publishWaitMs }),
  })
  await started.chain.setBalance({ address: signer.address, value: 10n ** 19n })
  return { ...started, attester: signer.address, signer }
}

test('a score is attested by the account of the remote signer', { skip }, async (t) => {
  const { signer, publish, deps, environment, ...world } = await startRemote(t)
  assert.equal(environment['ATTESTER_KEY'], '')
  const { status, body } = await publish(await seedScore(deps, { creatorAddress }))
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal((await attestationOn(world, body.attestationId))?.attester, signer.address)
  const { input, from, hash } = await world.chain.getTransaction({ hash: body.txHash })
  assert.equal(from.toLowerCase(), signer.address.toLowerCase())
  const shown = signer.signed.filter((data) => data.startsWith('0x02')).map((data) => parseTransaction(data))
  assert.equal(shown.at(-1)?.to?.toLowerCase(), world.contract.toLowerCase())
  assert.deepEqual([shown.at(-1)?.data, hash], [input, body.txHash])
})

test('a receipt of the remote signer verifies as typed data', { skip }, async (t) => {
  const { signer, deps, app } = await startRemote(t)
  const id = await seedScore(deps, { creatorAddress })
  const fetchReceipt = () => ask(app, { url: `/v1/score/${id}/receipt` })
  const [{ status, body }] = await Promise.all([fetchReceipt(), fetchReceipt()])
  assert.equal(status, 200)
  const hash = hashTypedData(body.typedData)
  assert.equal(await recoverAddress({ hash, signature: body.signature }), signer.address)
  assert.equal(signer.signed.filter((data) => data.startsWith('0x1901')).length, 1)
})

const stranger = privateKeyToAccount(generatePrivateKey())
const strange = await stranger.sign({ hash: keccak256('0x00') })

/** The other signature that the same key has for the same bytes; the chain refuses it. */
function malleate(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature)
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  return `${r}${toHex(order - BigInt(s), { size: 32 }).slice(2)}${yParity === 0 ? '1c' : '1b'}`
}

const faults: [name: string, fault: NonNullable<ReturnType<NonNullable<Web3SignerWorld['findFault']>>>][] = [
  ['is down', 'reset'],
  ['hangs', 'hang'],
  ['drips', 'drip'],
  ['has an error', { status: 500, body: 'Internal Web3Signer server error' }],
  ['wants other credentials', { status: 401, body: 'Unauthorized' }],
  ['lacks the key', { status: 404, body: 'Resource not found' }],
  ['redirects', 'redirect'],
  ['sends a page', 'html 200'],
  ['sends too much', 'too large'],
  ['sends a signature of another key', { body: strange }],
  ['sends a signature of other bytes', { body: malleate(strange) }],
  ['sends an invalid signature', { body: `0x${'00'.repeat(65)}` }],
  ['sends a signature that is too long', { body: `${strange}00` }],
]

test('of a failing signer nothing is stored or sent, and it can recover', { skip, timeout: 120_000 }, async (t) => {
  let fault: (typeof faults)[number][1] | undefined
  // long enough for one round with a signer that hangs
  const started = await startRemote(t, { findFault: () => fault, publishWaitMs: 1500 })
  await register(started)
  const { deps, publish, app } = started
  const count = () => deps.db.selectFrom('attestation_transactions').select('hash').execute()
  const before = (await count()).length
  for (const [name, given] of faults) {
    fault = given
    const id = await seedScore(deps, { creatorAddress })
    let response = await publish(id)
    while (response.status === 202) response = await publish(id) // no round ended in time on a busy machine
    const { status, body } = response
    assert.deepEqual([status, body.error?.code], [502, 'upstream'], name)
    assert.match(body.error.message, /^The attester’s signer /, name)
    assert.equal(
      (await ask(app, { url: `/v1/score/${await seedScore(deps, { creatorAddress })}/receipt` })).status,
      502,
      name,
    )
    assert.equal((await count()).length, before, name)
  }
  assert.deepEqual(await attestationsOn(started), [])
  fault = undefined
  const id = await seedScore(deps, { creatorAddress })
  await until(async () => (await publish(id)).status === 200)
})

test('the higher of the two values of s is refused', { skip }, async (t) => {
  const { deps, publish, chain, attester, signer } = await startRemote(t, { alter: malleate })
  assert.equal((await publish(await seedScore(deps, { creatorAddress }))).status, 502)
  assert.ok(signer.signed.length > 0)
  assert.equal(await chain.getTransactionCount({ address: attester }), 0)
})

const toParity = (signature: Hex): Hex => `${signature.slice(0, -2) as Hex}${signature.endsWith('1b') ? '00' : '01'}`

test('a signer that writes v as 0 or 1 attests', { skip }, async (t) => {
  const { deps, publish } = await startRemote(t, { alter: toParity })
  assert.equal((await publish(await seedScore(deps, { creatorAddress }))).status, 201)
})

test('the inspection names a signer that is down or lacks the key', { skip }, async (t) => {
  let fault: (typeof faults)[number][1] | undefined
  const started = await startRemote(t, { findFault: () => fault })
  await register(started)
  const { deps, app } = started
  const states: [unknown, (typeof faults)[number][1] | undefined][] = [
    ['no-signer', 'reset'],
    ['wrong-signer', { status: 404, body: 'Resource not found' }],
    ['wrong-signer', { body: strange }],
    ['ok', undefined],
  ]
  for (const [state, given] of states) {
    fault = given
    await inspectAttester(deps, never)
    const { status, body } = await ask(app, { url: '/ready' })
    assert.deepEqual([status, body.checks.attester.state], [200, state])
  }
})

test('two replicas with a slow signer attest different scores with one nonce each', { skip }, async (t) => {
  const one = await startRemote(t, { delayMs: 60 })
  await register(one)
  const other = await startReplica(t, one.deps, { environment: one.environment })
  const ids = await Promise.all(Array.from({ length: 6 }, () => seedScore(one.deps, { creatorAddress })))
  const publishAt = (id: string, at: number) =>
    ask(at % 2 === 0 ? one.app : other.app, { method: 'POST', url: `/v1/score/${id}/publish` })
  const responses = await Promise.all(ids.map(publishAt))
  assert.deepEqual(
    responses.map(({ status }) => status),
    ids.map(() => 201),
  )
  const onChain = await attestationsOn(one)
  assert.equal(new Set(onChain.map(({ claim }) => claim?.scoreKey)).size, ids.length)
  assert.equal(onChain.length, ids.length)
})
