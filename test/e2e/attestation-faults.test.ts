import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { runCommand } from '../../src/main/commands.ts'
import { advanceAttestations } from '../../src/attestation/advance-attestations.ts'
import { deleteUnsigned, listInFlight, recordBlock } from '../../src/attestation/job-store.ts'
import { inspectAttester } from '../../src/attestation/inspect-attester.ts'
import {
  attestationOn,
  attestationsOn,
  type AttestingApp,
  finalAfterFour,
  register,
  startAttestingApp,
} from '../world/attesting.ts'
import { ask, startReplica } from '../world/app.ts'
import { runCli } from '../servers/processes.ts'
import { handClock } from '../world/waiting.ts'
import { seedScore } from '../world/seed.ts'

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
  await started.advance() // on a slow machine the wait ends before the transaction is sent
  const { body } = await started.attestation(scoreId)
  return { ...started, scoreId, txHash: body.txHash as Hex }
}

/** Another use of the attester's key, outside the service. */
async function spendNonce({ chain, key }: AttestingApp, fees?: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }) {
  const account = privateKeyToAccount(key)
  const nonce = await chain.getTransactionCount({ address: account.address })
  return chain.sendTransaction({ account, to: account.address, nonce, gas: 21_000n, ...fees })
}

const generous = { maxFeePerGas: 50n * 10n ** 9n, maxPriorityFeePerGas: 20n * 10n ** 9n }

test('a reorganisation that changes the UID emits the event again', { skip }, async (t) => {
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

test('an attestation whose reference got another UID is attested again', { skip }, async (t) => {
  const started = await startAttestingApp(t, { chain: finalAfterFour })
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

test('a missing block counts as reorganised away after the lag of a node', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const started = await startAttestingApp(t, { clock })
  const { deps, chain, publish, attestation, advance } = started
  await register(started)
  const scoreId = await seedScore(deps, { creatorAddress })
  await publish(scoreId)
  await chain.setAutomine(false)
  await chain.request({ method: 'anvil_rollback' as never, params: [1] as never })
  await advance()
  clock.move(29_000)
  await advance()
  assert.equal((await attestation(scoreId)).status, 200, 'the node may be lagging')
  clock.move(2_000)
  await advance()
  assert.equal((await attestation(scoreId)).status, 202)
  clock.move(11_000)
  await advance()
  await chain.mine({ blocks: 1 })
  await advance()
  assert.equal((await attestation(scoreId)).status, 200)
  assert.equal((await attestationsOn(started)).length, 1)
})

test('a base fee above the signed fee replaces the transaction', { skip }, async (t) => {
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
  const included = await attestation(scoreId)
  assert.deepEqual([included.status, included.body.txHash], [200, bumped.txHash])
  assert.equal(await chain.getTransactionCount({ address: started.attester }), 2)
  assert.equal((await attestationsOn({ chain, ...started })).length, 1)
})

test('nothing is signed above the fee cap', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const attesting = { feePerGasCap: 20n * 10n ** 9n }
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
  assert.match(refused.body.error.message, /gas price is above/)
  assert.equal((await attestation(another)).status, 404)
})

test('a nonce that was used elsewhere before is skipped', { skip }, async (t) => {
  const started = await startAttestingApp(t)
  await register(started)
  for (let spent = 0; spent < 2; spent++)
    await started.chain.waitForTransactionReceipt({ hash: await spendNonce(started) })
  const published = await started.publish(await seedScore(started.deps, { creatorAddress }))
  assert.equal(published.status, 201)
  assert.match(started.logged(), /the attester’s key was used elsewhere/)
  assert.equal((await attestationsOn(started)).length, 1)
})

/** Blocks that are mined at once have one time. */
async function mineLater(chain: AttestingApp['chain']): Promise<void> {
  await chain.increaseTime({ seconds: 1 })
  await chain.mine({ blocks: 1 })
}

test('a nonce lost in flight is replaced only once that is final', { skip }, async (t) => {
  const started = await startSent(t, { chain: finalAfterFour })
  const { chain, advance, attestation, scoreId, txHash } = started
  await spendNonce(started, generous)
  await chain.mine({ blocks: 1 })
  for (let block = 0; block < 5; block++) {
    await advance()
    assert.deepEqual((await attestation(scoreId)).body, { status: 'pending', txHash })
    await mineLater(chain)
  }
  await advance() // final: queued again
  await advance() // signed on the next nonce, and sent
  await chain.mine({ blocks: 1 })
  await advance()
  const included = await attestation(scoreId)
  assert.equal(included.status, 200)
  assert.notEqual(included.body.txHash, txHash)
  assert.equal((await attestationsOn(started)).length, 1)
})

test('a nonce that seems used because a node lags is kept', { skip }, async (t) => {
  const started = await startSent(t, { chain: finalAfterFour })
  const { chain, deps, advance, attestation, scoreId, txHash, attester: address } = started
  await chain.mine({ blocks: 4 })
  const { attester } = deps
  assert.ok(attester)
  let lags = 2
  const receipt: typeof attester.receipt = async (hash, signal) => {
    lags -= 1
    return lags >= 0 ? null : attester.receipt(hash, signal)
  }
  const lagging = { ...deps, attester: { ...attester, receipt } }
  await advanceAttestations(lagging, never)
  for (let block = 0; block < 6; block += 1) await mineLater(chain)
  await advanceAttestations(lagging, never)
  assert.equal(lags, -1, 'asked once more before the nonce is given up')
  await advance()
  await chain.mine({ blocks: 1 })
  await advance()
  assert.equal((await attestation(scoreId)).body.txHash, txHash)
  assert.equal(await chain.getTransactionCount({ address }), 2, 'the schema’s and the attestation’s')
  assert.equal((await attestationsOn(started)).length, 1)
})

const foreignHash = async (): Promise<Hex> => `0x${'ab'.repeat(32)}`

test('a receipt from an orphaned block is ignored', { skip }, async (t) => {
  const { chain, deps, advance, attestation, scoreId } = await startSent(t)
  await chain.mine({ blocks: 1 })
  const { attester } = deps
  assert.ok(attester)
  await advanceAttestations({ ...deps, attester: { ...attester, blockHash: foreignHash } }, never)
  assert.equal((await attestation(scoreId)).status, 202)
  await advance()
  assert.equal((await attestation(scoreId)).status, 200)
})

test('of two replicas that bump one transaction only one signs', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const { chain, deps, advance, attestation, scoreId, txHash, ...started } = await startSent(t, { clock })
  await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: 100n * 10n ** 9n })
  await chain.mine({ blocks: 1 })
  clock.move(61_000)
  const { attester } = deps
  assert.ok(attester)
  const [both, asked] = [Promise.withResolvers<void>(), new Set<number>()]
  const replica = (n: number) => ({
    ...attester,
    market: async (signal: AbortSignal) => {
      const market = await attester.market(signal)
      asked.add(n)
      if (asked.size === 2) both.resolve()
      await both.promise
      return market
    },
  })
  await Promise.all([1, 2].map((n) => advanceAttestations({ ...deps, attester: replica(n) }, never)))
  const signed = await deps.db.selectFrom('attestation_transactions').select('hash').where('nonce', '=', '1').execute()
  assert.equal(signed.length, 2, 'the first one and its replacement')
  await chain.mine({ blocks: 1 })
  await advance()
  const included = await attestation(scoreId)
  assert.equal(included.status, 200)
  assert.notEqual(included.body.txHash, txHash)
  assert.equal((await attestationsOn({ chain, ...started })).length, 1)
})

test('an attestation that reverted is not retried by itself', { skip }, async (t) => {
  const started = await startAttestingApp(t)
  const { deps, chain, publish, attester: address } = started
  await register(started)
  const scoreId = await seedScore(deps, { creatorAddress })
  await publish(scoreId)
  const failed = { state: 'failed' as const, error: 'reverted' }
  await deps.db.updateTable('attestation_jobs').set(failed).where('kind', '=', 'attest').execute()
  const count = await chain.getTransactionCount({ address })
  assert.ok((await publish(scoreId)).status >= 400)
  assert.equal(await chain.getTransactionCount({ address }), count)
})

test('a signed job is not deleted; a block counts for its own nonce only', { skip }, async (t) => {
  const { chain, deps, advance, attestation, scoreId } = await startSent(t)
  const [job] = await listInFlight(deps.db, 31337)
  assert.ok(job)
  await chain.mine({ blocks: 1 })
  const receipt = await deps.attester?.receipt(job.hashes[0] ?? '0x', never)
  assert.ok(receipt)
  const set = (changes: object) =>
    deps.db.updateTable('attestation_jobs').set(changes).where('id', '=', job.id).execute()
  await set({ nonce: String(job.nonce + 1) }) // another replica gave it the next one meanwhile
  const found = { receipt, state: 'included' as const, error: null }
  assert.equal(await deps.db.transaction().execute((tx) => recordBlock(tx, job, found)), false)
  await set({ nonce: String(job.nonce), state: 'queued' })
  assert.equal(await deleteUnsigned(deps.db, { kind: 'attest', subject: scoreId }), false)
  await set({ state: 'sent' })
  await advance()
  assert.equal((await attestation(scoreId)).status, 200)
})

test('a transaction that covers the base fee is signed at most ten times', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const { deps, advance } = await startSent(t, { clock })
  for (let round = 0; round < 13; round++) {
    clock.move(61_000)
    await advance()
  }
  const signed = await deps.db.selectFrom('attestation_transactions').select('hash').where('nonce', '=', '1').execute()
  assert.equal(signed.length, 10)
})

test('a gap in the nonces is filled with an empty transaction', { skip }, async (t) => {
  const clock = handClock(new Date().toISOString())
  const started = await startAttestingApp(t, { clock, publishWaitMs: 1200 })
  const { chain, deps, publish, attestation, advance } = started
  await register(started)
  await spendNonce(started)
  await chain.setAutomine(false)
  const scoreId = await seedScore(deps, { creatorAddress })
  await publish(scoreId)
  await advance()
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

test('an attester without funds signs nothing, and publishes once it has funds', { skip }, async (t) => {
  const started = await startAttestingApp(t)
  const { chain, deps, publish, attestation, attester } = started
  await register(started)
  await chain.setBalance({ address: attester, value: 10n ** 12n })
  const scoreId = await seedScore(deps, { creatorAddress })
  const refused = await publish(scoreId)
  assert.deepEqual([refused.status, refused.body.error.code], [502, 'upstream'])
  assert.match(refused.body.error.message, /balance is too low/)
  assert.equal((await attestation(scoreId)).status, 404)
  await inspectAttester(deps, never)
  assert.equal(deps.attester?.inspected().state, 'low-balance')
  await chain.setBalance({ address: attester, value: 10n ** 19n })
  assert.equal((await publish(scoreId)).status, 201)
})

test('a signed transaction is sent again once the attester has funds', { skip }, async (t) => {
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

test('once the daily gas is used up nothing is signed until the next day', { skip }, async (t) => {
  const clock = handClock('2026-11-21T12:00:00Z')
  const started = await startAttestingApp(t, { clock, environment: { CHAIN_DAILY_GAS: '1000000' } })
  const { deps, publish, attester, chain } = started
  await register(started)
  const ids = [await seedScore(deps, { creatorAddress }), await seedScore(deps, { creatorAddress })]
  assert.equal((await publish(String(ids[0]))).status, 201)
  const count = await chain.getTransactionCount({ address: attester })
  const refused = await publish(String(ids[1]))
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
  assert.match(refused.body.error.message, /^Today’s gas for attesting scores that aren’t enrolled is used up/)
  assert.equal(await chain.getTransactionCount({ address: attester }), count)
  assert.equal((await publish(String(ids[0]))).status, 200)
  clock.moveTo('2026-11-22T00:00:01Z')
  assert.equal((await publish(String(ids[1]))).status, 201)
})

test('a contract without code is reported at once and costs no gas', { skip }, async (t) => {
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

test('a node of another chain gets no further requests', { skip }, async (t) => {
  const { app, deps, publish, chain, attester } = await startAttestingApp(t, { environment: { CHAIN_ID: '8453' } })
  const refused = await publish(await seedScore(deps, { creatorAddress }))
  assert.deepEqual([refused.status, refused.body.error.code], [502, 'upstream'])
  assert.equal(await chain.getTransactionCount({ address: attester }), 0)
  await inspectAttester(deps, never)
  assert.equal((await ask(app, { url: '/ready' })).body.checks.attester.state, 'wrong-chain')
})

test('a node that is down makes only publishing fail', { skip }, async (t) => {
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

test('GET /ready: reports the attester’s state', { skip }, async (t) => {
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

test('the attester’s key is in no log, response or error', { skip }, async (t) => {
  const started = await startAttestingApp(t)
  const { app, deps, chain, publish, attestation, attester, key, logged } = started
  const shown: unknown[] = []
  const show = async (response: Promise<unknown>) => shown.push(await response)
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
  assert.match(all, /a transaction is in a block/)
  for (const digits of [key.slice(2, -1), key.slice(3).toUpperCase()]) assert.ok(!all.includes(digits))
})

/** The newest blocks are replaced by empty ones; what was in them is in no pool, and would be mined at another time. */
async function reorganise({ chain }: Pick<AttestingApp, 'chain'>, depth: number): Promise<void> {
  await chain.request({ method: 'anvil_reorg' as never, params: [depth, []] as never })
  await chain.increaseTime({ seconds: 60 })
}
