import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { hasAnvil } from '../dev/stand-ins/anvil.ts'
import { advanceAttestations } from '../src/attestation/advance-attestations.ts'
import { deleteUnsigned } from '../src/attestation/job-store.ts'
import { type AttestingApp, register, startAttestingApp, timings } from './world/attesting.ts'
import { ask, startReplica } from './world/app.ts'
import { handClock } from './world/waiting.ts'
import { seedScore } from './world/seed.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'
const never = new AbortController().signal

/** Scores of distinct creators, published from distinct networks; blocks are mined by hand. */
async function startUnmined(t: TestContext, inFlight: number, environment: Record<string, string> = {}) {
  const clock = handClock('2026-11-21T12:00:00.000Z')
  const started = await startAttestingApp(t, { clock, environment, publishWaitMs: 200, attesting: { inFlight } })
  await register(started)
  await started.chain.setAutomine(false)
  let count = 0
  const publishNext = async () => {
    count += 1
    const scoreId = await seedScore(started.deps, { creatorAddress: `0xa11ce${String(count).padStart(35, '0')}` })
    const { status } = await ask(started.app, {
      method: 'POST',
      url: `/v1/score/${scoreId}/publish`,
      remoteAddress: `203.0.113.${count}`,
    })
    await started.advance() // on a slow machine the wait ends before the transaction is sent
    return { scoreId, status }
  }
  return { ...started, clock, publishNext }
}

const countSigned = async ({ deps }: Pick<AttestingApp, 'deps'>): Promise<number> => {
  const signed = await deps.db
    .selectFrom('attestation_transactions')
    .innerJoin('attestation_jobs', 'attestation_jobs.id', 'attestation_transactions.job_id')
    .select('attestation_transactions.nonce')
    .distinct()
    .where('attestation_jobs.kind', '=', 'attest')
    .execute()
  return signed.length
}

test('with the signer’s places in flight taken, a further attestation waits unsigned', { skip }, async (t) => {
  const started = await startUnmined(t, 2)
  for (let n = 0; n < 3; n++) assert.equal((await started.publishNext()).status, 202)
  await started.advance()
  assert.equal(await countSigned(started), 2)
  for (let round = 0; round < 3; round++) {
    await started.chain.mine({ blocks: 1 })
    started.clock.move(12_000)
    await started.advance()
  }
  assert.equal(await countSigned(started), 3)
})

test('an attestation that waits unsigned counts against the daily gas', { skip }, async (t) => {
  const { publishNext } = await startUnmined(t, 1, { CHAIN_DAILY_GAS: '1800000' })
  const statuses = [await publishNext(), await publishNext(), await publishNext()].map(({ status }) => status)
  assert.deepEqual(statuses, [202, 202, 503])
})

test('a queued attestation whose estimate exceeds the daily gas is not signed', { skip }, async (t) => {
  const started = await startUnmined(t, 1, { CHAIN_DAILY_GAS: '8000000' })
  for (let n = 0; n < 2; n++) assert.equal((await started.publishNext()).status, 202)
  assert.equal(await countSigned(started), 1)
  await started.chain.mine({ blocks: 1 })
  const environment = { ...started.environment, CHAIN_DAILY_GAS: '1000' }
  const { deps } = await startReplica(t, started.deps, { environment, clock: started.clock })
  for (let n = 0; n < 2; n++) await advanceAttestations(deps, never)
  assert.equal(await countSigned(started), 1)
})

test('a gap that a lagging node reports is not filled over an included attestation', { skip }, async (t) => {
  const started = await startUnmined(t, 16)
  const { chain, clock, deps, advance, attestation, publishNext } = started
  const included = await publishNext()
  await chain.mine({ blocks: 1 })
  await advance()
  assert.equal((await attestation(included.scoreId)).status, 200)
  await publishNext()
  clock.move(45_000)
  await advance()
  await chain.request({ method: 'anvil_rollback' as never, params: [1] as never })
  clock.move(16_000)
  await advance()
  const fills = await deps.db.selectFrom('attestation_jobs').select('id').where('kind', '=', 'fill').execute()
  assert.deepEqual(fills, [])
})

const headers = { 'content-type': 'application/json' }

/** The node behind a server that sees the body of each request; undefined: the request fails, null: it hangs. */
async function startInFront(
  t: TestContext,
  target: string,
  see: (body: string) => string | null | undefined | Promise<string | null>,
): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then(async (sent) => {
      const body = await see(sent)
      if (body === null) return
      const answer = body && (await fetch(target, { method: 'POST', body, headers }))
      response.writeHead(answer ? answer.status : 503, headers).end(answer && (await answer.text()))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
}

test('a transaction that waits for a block is sent again after ten seconds, not before', { skip }, async (t) => {
  const started = await startUnmined(t, 16)
  const { clock, environment, url } = started
  await started.publishNext()
  let sent = 0
  const counting = await startInFront(t, url, (body) => {
    if (body.includes('eth_sendRawTransaction')) sent += 1
    return body
  })
  const { deps } = await startReplica(t, started.deps, {
    environment: { ...environment, CHAIN_RPC_URL: counting },
    clock,
    config: { attesting: timings },
  })
  clock.move(timings.resendMs - 1)
  await advanceAttestations(deps, never)
  assert.equal(sent, 0)
  clock.move(1)
  await advanceAttestations(deps, never)
  assert.equal(sent, 1)
})

test('a publish request that ends during the gas estimate leaves its job to a round', { skip }, async (t) => {
  const started = await startUnmined(t, 16)
  const { clock, environment, url } = started
  let isStuck = true
  const stuck = await startInFront(t, url, (body) => (isStuck && body.includes('eth_estimateGas') ? null : body))
  const { app, deps } = await startReplica(t, started.deps, {
    environment: { ...environment, CHAIN_RPC_URL: stuck },
    clock,
    config: { attesting: { ...timings, inFlight: 16 }, publishWaitMs: 500 },
  })
  const scoreId = await seedScore(deps, { creatorAddress: '0xa11ce00000000000000000000000000000000009' })
  const { status } = await ask(app, { method: 'POST', url: `/v1/score/${scoreId}/publish` })
  assert.equal(status, 202)
  isStuck = false
  await advanceAttestations(deps, never)
  assert.equal(await countSigned(started), 1)
})

test('an attestation that is withdrawn during a round does not stop the others', { skip }, async (t) => {
  const started = await startUnmined(t, 16)
  const { clock, environment, url } = started
  let withdrawn: string | undefined
  const withdrawing = await startInFront(t, url, async (body) => {
    if (withdrawn !== undefined && body.includes('eth_estimateGas'))
      await deleteUnsigned(deps.db, { kind: 'attest', subject: withdrawn })
    return withdrawn === undefined && body.includes('eth_estimateGas') ? null : body
  })
  const { app, deps } = await startReplica(t, started.deps, {
    environment: { ...environment, CHAIN_RPC_URL: withdrawing },
    clock,
    config: { attesting: { ...timings, inFlight: 16 }, publishWaitMs: 200 },
  })
  const scoreIds: string[] = []
  for (const digit of ['1', '2', '3']) {
    const scoreId = await seedScore(deps, { creatorAddress: `0x${digit.repeat(40)}` })
    const { status } = await ask(app, { method: 'POST', url: `/v1/score/${scoreId}/publish` })
    assert.equal(status, 202)
    scoreIds.push(scoreId)
    clock.move(1)
  }
  withdrawn = scoreIds[1]
  await advanceAttestations(deps, never)
  assert.equal(await countSigned(started), 2)
})

const withoutReceipts = (body: string) => (body.includes('eth_getTransactionReceipt') ? undefined : body)

test('a transaction in a block is not signed again while its receipt can’t be read', { skip }, async (t) => {
  const started = await startUnmined(t, 16)
  const { chain, clock, environment, url } = started
  await started.publishNext()
  await chain.mine({ blocks: 1 })
  clock.move(61_000)
  const blind = { ...environment, CHAIN_RPC_URL: await startInFront(t, url, withoutReceipts) }
  const { deps } = await startReplica(t, started.deps, { environment: blind, clock, config: { attesting: timings } })
  await assert.rejects(advanceAttestations(deps, never))
  const signed = await deps.db.selectFrom('attestation_transactions').select('hash').where('nonce', '=', '1').execute()
  assert.equal(signed.length, 1)
})
