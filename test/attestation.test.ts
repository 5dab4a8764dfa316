import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasAnvil } from '../dev/stand-ins/anvil.ts'
import { toDigest, toScoreKey, scoreSchemaId } from '../contract/verification/claim.ts'
import { advanceAttestations } from '../src/attestation/advance-attestations.ts'
import { inspectAttester } from '../src/attestation/inspect-attester.ts'
import {
  attestationsOn,
  chainId,
  type AttestingApp,
  finalAfterFour,
  register,
  startAttestingApp,
} from './world/attesting.ts'
import { type TestResponse, ask, startApp, startReplica } from './world/app.ts'
import { seedScore } from './world/seed.ts'
import { until } from './world/waiting.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'
const creatorAddress = '0xa11ce00000000000000000000000000000000001'

const getErrorCode = ({ status, body }: TestResponse) => [status, body.error?.code]
const publishing = (id: string) => ({ method: 'POST', url: `/v1/score/${id}/publish` }) as const
const never = new AbortController().signal

test('the local chain is installed where its package supports the platform', () => {
  if (process.platform === 'linux' && process.arch === 'x64') assert.ok(hasAnvil())
})

test('POST publish: 201 once, then 200 with the same attestation', { skip }, async (t) => {
  const { deps, app, publish, attestation, events, ...world } = await startAttestingApp(t)
  const scoreId = await seedScore(deps, { creatorAddress })
  const first = await publish(scoreId)
  assert.equal(first.status, 201, JSON.stringify(first.body))
  assert.equal(first.headers['location'], `/v1/score/${scoreId}/attestation`)
  const score = (await ask(app, { url: `/v1/score/${scoreId}` })).body
  const [onChain, ...others] = await attestationsOn(world)
  assert.equal(others.length, 0)
  assert.equal(first.body.attestationId, onChain?.uid)
  assert.deepEqual(onChain?.claim, {
    scoreKey: toScoreKey(scoreId),
    digest: toDigest(score),
    aggregateX100: score.aggregate * 100,
    band: score.band,
    promptVersion: score.promptVersion,
  })
  const again = await publish(scoreId.toUpperCase())
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.deepEqual((await attestation(scoreId)).body, first.body)
  const { attestationId, scoreRequestId, subject, schemaId, digest, txHash } = first.body
  assert.deepEqual(await events(), [{ attestationId, scoreRequestId, subject, schemaId, digest, txHash, chainId }])
  assert.deepEqual([scoreRequestId, schemaId, subject], [scoreId, scoreSchemaId, score.submission.creatorAddress])
})

test('POST publish: runs its checks in order before any request to the node', { skip }, async (t) => {
  const unknown = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'
  const bare = await startApp(t)
  assert.deepEqual(getErrorCode(await ask(bare.app, publishing(unknown))), [503, 'not_configured'])
  const { app, deps, publish, attestation, ...world } = await startAttestingApp(t)
  assert.deepEqual(getErrorCode(await publish(unknown)), [404, 'not_found'])
  const preliminary = await seedScore(deps, { creatorAddress, hasStubs: true, points: 10 })
  assert.deepEqual(getErrorCode(await publish(preliminary)), [409, 'has_stubs'])
  const risky = await seedScore(deps, { creatorAddress, points: 44 })
  assert.deepEqual(getErrorCode(await publish(risky)), [409, 'conflict'])
  assert.deepEqual(getErrorCode(await publish('not-an-id')), [400, 'bad_request'])
  assert.deepEqual(getErrorCode(await attestation(unknown)), [404, 'not_found'])
  assert.deepEqual(getErrorCode(await attestation(risky)), [404, 'not_found'])
  assert.deepEqual(await attestationsOn(world), [])
  const fine = await seedScore(deps, { creatorAddress, points: 45 })
  const misspelt = await ask(app, { ...publishing(fine), payload: { force: true } })
  assert.deepEqual([...getErrorCode(misspelt), misspelt.body.error.details[0].path], [400, 'bad_request', 'force'])
  assert.equal((await ask(app, { ...publishing(fine), payload: {} })).status, 201)
})

test('POST publish: of many concurrent requests on two replicas one publishes', { skip }, async (t) => {
  const one = await startAttestingApp(t)
  const other = await startReplica(t, one.deps, { environment: one.environment })
  const scoreId = await seedScore(one.deps, { creatorAddress })
  const url = `/v1/score/${scoreId}/publish`
  const responses = await Promise.all(
    [one.app, other.app, one.app, other.app].map((app) => ask(app, { method: 'POST', url })),
  )
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 200, 200, 201],
  )
  assert.equal(new Set(responses.map(({ body }) => body.attestationId)).size, 1)
  assert.equal((await attestationsOn(one)).length, 1)
})

test('POST publish: 202 after the wait; a later request completes it', { skip }, async (t) => {
  const started = await startAttestingApp(t, { publishWaitMs: 10_000 })
  const { deps, publish, attestation, events, advance, chain } = started
  await register(started)
  await chain.setAutomine(false)
  const scoreId = await seedScore(deps, { creatorAddress })
  const pending = await publish(scoreId)
  assert.equal(pending.status, 202)
  assert.deepEqual(Object.keys(pending.body), ['status', 'txHash'])
  assert.match(pending.body.txHash, /^0x[0-9a-f]{64}$/)
  const read = await attestation(scoreId)
  assert.deepEqual([read.status, read.body], [202, pending.body])
  await chain.mine({ blocks: 1 })
  await advance()
  const included = await attestation(scoreId)
  assert.deepEqual([included.status, included.body.txHash], [200, pending.body.txHash])
  assert.deepEqual([(await publish(scoreId)).status, (await events()).length], [200, 1])
})

test('an attestation is included after CHAIN_CONFIRMATIONS blocks', { skip }, async (t) => {
  const environment = { CHAIN_CONFIRMATIONS: '3' }
  const started = await startAttestingApp(t, { environment, publishWaitMs: 1500 })
  const { deps, publish, attestation, advance, chain } = started
  await register(started)
  const scoreId = await seedScore(deps, { creatorAddress })
  const statuses = [(await publish(scoreId)).status]
  await advance() // on a slow machine the wait ends before the transaction is sent
  for (let block = 0; block < 2; block++) {
    await chain.mine({ blocks: 1 })
    await advance()
    statuses.push((await attestation(scoreId)).status)
  }
  assert.deepEqual(statuses, [202, 202, 200])
})

test('the attestation of a re-score refers to the submission’s earlier one', { skip }, async (t) => {
  const { deps, publish, ...world } = await startAttestingApp(t)
  const ids = await seedRescored({ deps }, 3)
  const strangers = await seedScore(deps, { creatorAddress })
  const published = []
  for (const id of [ids[0], strangers, ids[1], ids[2]]) published.push((await publish(String(id))).body)
  const uids = published.map(({ attestationId }) => attestationId)
  assert.deepEqual(
    published.map(({ refersTo }) => refersTo),
    [null, null, uids[0], uids[2]],
  )
  assert.deepEqual(
    (await attestationsOn(world)).map(({ refUid }) => refUid),
    [null, null, uids[0], uids[2]],
  )
})

test('concurrent scores of one submission refer to each other in order', { skip }, async (t) => {
  const { deps, publish, ...world } = await startAttestingApp(t)
  const responses = await Promise.all((await seedRescored({ deps }, 3)).map(publish))
  assert.deepEqual(
    responses.map(({ status }) => status),
    [201, 201, 201],
  )
  const refs = (await attestationsOn(world)).map(({ uid, refUid }) => ({ uid, refUid }))
  assert.deepEqual(
    refs.map(({ refUid }) => refUid),
    [null, refs[0]?.uid, refs[1]?.uid],
  )
})

test('two replicas register a missing schema once', { skip }, async (t) => {
  const one = await startAttestingApp(t)
  const other = await startReplica(t, one.deps, { environment: one.environment })
  for (const { deps } of [one, other, one]) await inspectAttester(deps, never)
  for (const { deps } of [one, other, one]) await advanceAttestations(deps, never)
  await inspectAttester(one.deps, never)
  assert.equal(one.deps.attester?.inspected().state, 'ok')
  assert.equal(await one.chain.getTransactionCount({ address: one.attester }), 1)
})

/** Scores of one submission, the first one first. */
async function seedRescored({ deps }: Pick<AttestingApp, 'deps'>, count: number): Promise<string[]> {
  const first = await seedScore(deps, { creatorAddress })
  const ids = [first]
  while (ids.length < count)
    ids.push(await seedScore(deps, { creatorAddress, rescoredFrom: first, points: 70 + ids.length }))
  return ids
}

test('on a chain of ten blocks a second an attestation is published, and final by its tag', { skip }, async (t) => {
  const started = await startAttestingApp(t, { chain: ['--block-time', '0.1', ...finalAfterFour] })
  await register(started)
  const scoreId = await seedScore(started.deps, { creatorAddress })
  assert.equal((await started.publish(scoreId)).status, 201)
  const findState = async () =>
    (
      await started.deps.db
        .selectFrom('attestation_jobs')
        .select('state')
        .where('kind', '=', 'attest')
        .executeTakeFirstOrThrow()
    ).state
  await until(async () => {
    await started.advance()
    return (await findState()) === 'final'
  })
  assert.equal((await attestationsOn(started)).length, 1)
})
