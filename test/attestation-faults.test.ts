import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hasAnvil } from '../dev/stand-ins/anvil.ts'
import { runCommand } from '../src/commands.ts'
import { inspectAttester } from '../src/attestation/inspect-attester.ts'
import { attestationOn, attestationsOn } from './attesting.ts'
import { type AttestingApp, register, startAttestingApp } from './attesting-app.ts'
import { ask, startReplica } from './harness.ts'
import { runCli } from './processes.ts'
import { handClock } from './scheduling.ts'
import { seedScore } from './seed.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'
const creatorAddress = '0xa11ce00000000000000000000000000000000001'
const never = new AbortController().signal

/** A score that is signed and sent, on a chain that mines only when told to. */
async function startSent(...given: Parameters<typeof startAttestingApp>) {
  const [t, options] = given
  const started = await startAttestingApp(t, { publishWaitMs: 1200, ...options })
  await register(started)
  await started.chain.setAutomine(false)
  const scoreId = await seedScore(started.deps, { creatorAddress })
  const pending = await started.publish(scoreId)
  assert.equal(pending.status, 202)
  return { ...started, scoreId, txHash: pending.body.txHash as Hex }
}

/** What else one does with the attester's key. */
async function spendNonce({ chain, key }: AttestingApp, fees?: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }) {
  const account = privateKeyToAccount(key)
  const nonce = await chain.getTransactionCount({ address: account.address })
  return chain.sendTransaction({ account, to: account.address, nonce, gas: 21_000n, ...fees })
}

const generous = { maxFeePerGas: 50n * 10n ** 9n, maxPriorityFeePerGas: 20n * 10n ** 9n }

test('a reorganisation gives an attestation another id, and its event goes out again', { skip }, async (t) => {
  const started = await startAttestingApp(t)
  const { deps, chain, publish, attestation, events, advance } = started
  await register(started)
  const scoreId = await seedScore(deps, { creatorAddress })
  const before = (await publish(scoreId)).body
  await chain.setAutomine(false)
  await reorganise(started, 1)
  await advance()
  assert.deepEqual((await attestation(scoreId)).body, { status: 'pending', txHash: before.txHash })
  await chain.mine({ blocks: 1 })
  await advance()
  const after = (await attestation(scoreId)).body
  assert.equal(after.txHash, before.txHash)
  assert.notEqual(after.attestationId, before.attestationId)
  assert.deepEqual(
    (await events()).map(({ attestationId }) => attestationId),
    [before.attestationId, after.attestationId],
  )
  assert.equal(await attestationOn(started, before.attestationId), null)
  assert.deepEqual(
    (await attestationsOn(started)).map(({ uid }) => uid),
    [after.attestationId],
  )
  assert.equal(after.publishedAt, before.publishedAt)
})

test('what referred to an attestation that got another id is attested anew', { skip }, async (t) => {
  const started = await startAttestingApp(t, { attesting: { finalBlocks: 4 } })
  const { deps, chain, publish, attestation, advance } = started
  await register(started)
  const first = await seedScore(deps, { creatorAddress })
  const second = await seedScore(deps, { creatorAddress, rescoredFrom: first })
  await publish(first)
  await publish(second)
  await chain.setAutomine(false)
  await reorganise(started, 2)
  for (let round = 0; round < 14; round++) {
    await advance()
    await chain.mine({ blocks: 1 })
  }
  const [one, two] = [(await attestation(first)).body, (await attestation(second)).body]
  assert.equal(two.refersTo, one.attestationId)
  assert.deepEqual(
    (await attestationsOn(started)).map(({ uid }) => uid),
    [one.attestationId, two.attestationId],
  )
})

test('a chain that went back is followed once its node can’t be merely lagging', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const started = await startAttestingApp(t, { clock })
  const { deps, chain, publish, attestation, advance } = started
  await register(started)
  const scoreId = await seedScore(deps, { creatorAddress })
  await publish(scoreId)
  await chain.setAutomine(false)
  await chain.request({ method: 'anvil_rollback' as never, params: [1] as never })
  await advance()
  assert.equal((await attestation(scoreId)).status, 200)
  clock.move(31_000)
  await advance()
  assert.equal((await attestation(scoreId)).status, 202)
  clock.move(11_000)
  await advance()
  await chain.mine({ blocks: 1 })
  await advance()
  assert.equal((await attestation(scoreId)).status, 200)
  assert.equal((await attestationsOn(started)).length, 1)
})

test('a base fee above what was signed has it signed again, on the same nonce', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const { advance, chain, scoreId, txHash, attestation, ...started } = await startSent(t, { clock })
  await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: 100n * 10n ** 9n })
  await chain.mine({ blocks: 1 })
  await advance()
  assert.equal((await attestation(scoreId)).status, 202)
  clock.move(61_000)
  await advance()
  const bumped = (await attestation(scoreId)).body
  assert.notEqual(bumped.txHash, txHash)
  await chain.mine({ blocks: 1 })
  await advance()
  const landed = await attestation(scoreId)
  assert.deepEqual([landed.status, landed.body.txHash], [200, bumped.txHash])
  assert.equal(await chain.getTransactionCount({ address: started.attester }), 2)
  assert.equal((await attestationsOn({ chain, ...started })).length, 1)
})

test('nothing is signed above the highest fee we pay', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const attesting = { mostFeePerGas: 20n * 10n ** 9n }
  const started = await startSent(t, { clock, attesting })
  const { chain, deps, publish, attestation, advance, scoreId, txHash } = started
  await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: 100n * 10n ** 9n })
  await chain.mine({ blocks: 1 })
  clock.move(61_000)
  await advance()
  assert.deepEqual((await attestation(scoreId)).body, { status: 'pending', txHash })
  const another = await seedScore(deps, { creatorAddress })
  const refused = await publish(another)
  assert.deepEqual([refused.status, refused.body.error.code], [502, 'upstream'])
  assert.match(refused.body.error.message, /Gas costs more/)
  assert.equal((await attestation(another)).status, 404)
})

test('a nonce that was spent elsewhere before is passed over', { skip }, async (t) => {
  const started = await startAttestingApp(t)
  await register(started)
  for (let spent = 0; spent < 2; spent++)
    await started.chain.waitForTransactionReceipt({ hash: await spendNonce(started) })
  const published = await started.publish(await seedScore(started.deps, { creatorAddress }))
  assert.equal(published.status, 201)
  assert.match(started.logged(), /the attester’s key was used elsewhere/)
  assert.equal((await attestationsOn(started)).length, 1)
})

test('a nonce that is taken away in flight is given up only when that is final', { skip }, async (t) => {
  const started = await startSent(t, { attesting: { finalBlocks: 5 } })
  const { chain, advance, attestation, scoreId, txHash } = started
  await spendNonce(started, generous)
  await chain.mine({ blocks: 1 })
  for (let block = 0; block < 5; block++) {
    await advance()
    assert.deepEqual((await attestation(scoreId)).body, { status: 'pending', txHash })
    await chain.mine({ blocks: 1 })
  }
  await advance() // final: queued anew
  await advance() // signed on the next nonce, and sent
  await chain.mine({ blocks: 1 })
  await advance()
  const landed = await attestation(scoreId)
  assert.equal(landed.status, 200)
  assert.notEqual(landed.body.txHash, txHash)
  assert.equal((await attestationsOn(started)).length, 1)
})

test('a gap in the nonces is filled', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const started = await startAttestingApp(t, { clock, publishWaitMs: 1200 })
  const { chain, deps, publish, attestation, advance } = started
  await register(started)
  await spendNonce(started)
  await chain.setAutomine(false)
  const scoreId = await seedScore(deps, { creatorAddress })
  await publish(scoreId)
  await reorganise(started, 1) // the foreign transaction is gone for good
  clock.move(61_000)
  for (let round = 0; round < 3; round++) {
    await advance()
    await chain.mine({ blocks: 1 })
  }
  await advance()
  assert.equal((await attestation(scoreId)).status, 200)
  assert.equal((await attestationsOn(started)).length, 1)
})

test('an attester without money signs nothing, and publishes when it has some', { skip }, async (t) => {
  const started = await startAttestingApp(t)
  const { chain, deps, publish, attestation, attester } = started
  await register(started)
  await chain.setBalance({ address: attester, value: 10n ** 12n })
  const scoreId = await seedScore(deps, { creatorAddress })
  const refused = await publish(scoreId)
  assert.deepEqual([refused.status, refused.body.error.code], [502, 'upstream'])
  assert.match(refused.body.error.message, /can’t pay/)
  assert.equal((await attestation(scoreId)).status, 404)
  await inspectAttester(deps, never)
  assert.equal(deps.attester?.inspected().state, 'low-balance')
  await chain.setBalance({ address: attester, value: 10n ** 19n })
  assert.equal((await publish(scoreId)).status, 201)
})

test('what was signed before the money went is sent again when there is some', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const started = await startSent(t, { clock })
  const { chain, attester, advance, attestation, scoreId, logged } = started
  await chain.dropTransaction({ hash: started.txHash })
  await chain.setBalance({ address: attester, value: 0n })
  clock.move(11_000)
  await advance()
  assert.match(logged(), /"outcome":"no funds"/)
  await chain.setBalance({ address: attester, value: 10n ** 19n })
  clock.move(11_000)
  await advance()
  await chain.mine({ blocks: 1 })
  await advance()
  assert.equal((await attestation(scoreId)).body.txHash, started.txHash)
})

test('once the day’s gas is spent nothing is signed until the next', { skip }, async (t) => {
  const clock = handClock('2026-11-21T12:00:00Z')
  const started = await startAttestingApp(t, { clock, environment: { CHAIN_DAILY_GAS: '500000' } })
  const { deps, publish, attester, chain } = started
  await register(started)
  const ids = [await seedScore(deps, { creatorAddress }), await seedScore(deps, { creatorAddress })]
  assert.equal((await publish(String(ids[0]))).status, 201)
  const count = await chain.getTransactionCount({ address: attester })
  const refused = await publish(String(ids[1]))
  assert.deepEqual([refused.status, refused.body.error.code], [502, 'upstream'])
  assert.match(refused.body.error.message, /gas for today/)
  assert.equal(await chain.getTransactionCount({ address: attester }), count)
  assert.equal((await publish(String(ids[0]))).status, 200)
  clock.moveTo('2026-11-22T00:00:01Z')
  assert.equal((await publish(String(ids[1]))).status, 201)
})

test('a contract without code is said at once, and burns nothing', { skip }, async (t) => {
  const environment = { ATTESTATION_CONTRACT: '0xc0ffee0000000000000000000000000000000001' }
  const { app, deps, publish, chain, attester } = await startAttestingApp(t, { environment })
  const scoreId = await seedScore(deps, { creatorAddress })
  const refused = await publish(scoreId)
  assert.deepEqual([refused.status, refused.body.error.code], [502, 'upstream'])
  assert.equal(await chain.getTransactionCount({ address: attester }), 0)
  await inspectAttester(deps, never)
  const ready = await ask(app, { url: '/ready' })
  assert.deepEqual([ready.status, ready.body.checks.attester.state], [200, 'no-contract'])
  assert.equal((await ask(app, { url: `/v1/score/${scoreId}` })).status, 200)
})

test('a node of another chain is asked for nothing', { skip }, async (t) => {
  const { app, deps, publish, chain, attester } = await startAttestingApp(t, { environment: { CHAIN_ID: '8453' } })
  const refused = await publish(await seedScore(deps, { creatorAddress }))
  assert.deepEqual([refused.status, refused.body.error.code], [502, 'upstream'])
  assert.equal(await chain.getTransactionCount({ address: attester }), 0)
  await inspectAttester(deps, never)
  assert.equal((await ask(app, { url: '/ready' })).body.checks.attester.state, 'wrong-chain')
})

test('a node that is down makes publishing fail, and nothing else', { skip }, async (t) => {
  const environment = { CHAIN_RPC_URL: 'http://127.0.0.1:9/v2/canary-chain-key' }
  const { app, deps, publish, attestation, logged } = await startAttestingApp(t, { environment })
  const scoreId = await seedScore(deps, { creatorAddress })
  const refused = await publish(scoreId)
  assert.deepEqual([refused.status, refused.body.error.code], [502, 'upstream'])
  assert.equal((await attestation(scoreId)).status, 404)
  await inspectAttester(deps, never)
  const ready = await ask(app, { url: '/ready' })
  assert.deepEqual([ready.status, ready.body.checks.attester.state], [200, 'unreachable'])
  assert.doesNotMatch(logged() + JSON.stringify([refused.body, ready.body]), /canary/)
})

test('ready tells of the attester', { skip }, async (t) => {
  const started = await startAttestingApp(t)
  const { app, attester, contract } = started
  const before = (await ask(app, { url: '/ready' })).body.checks.attester
  assert.equal(before.state, 'unchecked')
  await register(started)
  const { checkedAt: _, ...after } = (await ask(app, { url: '/ready' })).body.checks.attester
  assert.deepEqual(
    { ...after, balanceWei: BigInt(after.balanceWei) > 9n * 10n ** 18n },
    {
      state: 'ok',
      chainId: 31337,
      contract,
      attester,
      balanceWei: true,
    },
  )
})

test('the key is in no log, no answer and no error', { skip }, async (t) => {
  const started = await startAttestingApp(t)
  const { app, deps, chain, publish, attestation, attester, key, logged } = started
  const shown: unknown[] = []
  const show = async (answer: Promise<unknown>) => shown.push(await answer)
  await register(started)
  const id = await seedScore(deps, { creatorAddress })
  for (const url of ['/ready', '/metrics', `/v1/score/${id}/receipt`]) await show(ask(app, { url }))
  await show(publish(id))
  await show(attestation(id))
  await show(runCommand(deps, ['score', 'verify', id]))
  await show(runCommand(deps, ['attestation', 'revoke', id, '--reason', 'canary']))
  await chain.setBalance({ address: attester, value: 0n })
  await show(publish(await seedScore(deps, { creatorAddress })))
  const config = { ...deps.config, chainRpcUrl: 'http://127.0.0.1:9' }
  const cutOff = await startReplica(t, deps, { config })
  await show(ask(cutOff.app, { method: 'POST', url: `/v1/score/${await seedScore(deps, { creatorAddress })}/publish` }))
  for (const wrong of [key.slice(0, -1), key.slice(2), `${key}0`])
    await show(runCli(['migrate'], { ...started.environment, ATTESTER_KEY: wrong }))
  const all = JSON.stringify(shown) + logged() + cutOff.logged()
  assert.match(all, /landed on the chain/)
  for (const digits of [key.slice(2, -1), key.slice(3).toUpperCase()]) assert.ok(!all.includes(digits))
})

/** The newest blocks are replaced by empty ones; what was in them is in no pool, and would be mined at another time. */
async function reorganise({ chain }: Pick<AttestingApp, 'chain'>, depth: number): Promise<void> {
  await chain.request({ method: 'anvil_reorg' as never, params: [depth, []] as never })
  await chain.increaseTime({ seconds: 60 })
}
