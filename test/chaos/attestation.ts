import assert from 'node:assert/strict'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { toScoreKey } from '../../contract/verification/claim.ts'
import type { Db } from '../../src/database/db.ts'
import { systemClock } from '../../src/platform/time.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { type AttestingWorld, attestationsOn, startAttesting } from '../world/attesting.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { type FaultyRpc, startFaultyRpc } from '../servers/faulty-rpc.ts'
import { type ServiceProcess, startService } from '../servers/processes.ts'
import { seedScore } from '../world/seed.ts'
import { openTestDb } from '../world/database.ts'
import { makeDeps, oneChain } from '../world/deps.ts'

const databaseUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
const replicas = 3
const scores = 60
const kills = 63

interface Arena {
  t: TestContext
  db: Db
  world: AttestingWorld
  rpc: FaultyRpc
  environment: NodeJS.ProcessEnv
  ids: string[]
  /** Of the replicas that listen. */
  urls: (string | undefined)[]
  /** All that the replicas have printed and answered. */
  output: string[]
  counts: { kills: number; reorganisations: number; calls: number }
}

const title = `${kills} kills of ${replicas} replicas, a bad node and reorganisations: ${scores} scores, each attested once`
test(title, { timeout: 600_000 }, async (t) => {
  const arena = await openArena(t)
  const over = new AbortController()
  const stopped = AbortSignal.any([over.signal, t.signal])
  const storms = [
    ...Array.from({ length: replicas }, (_, slot) => killAgainAndAgain(arena, slot)),
    ...Array.from({ length: 6 }, () => publishAtRandom(arena, stopped)),
    reorganise(arena, stopped),
  ]
  await Promise.all(storms.slice(0, replicas))
  over.abort()
  await Promise.all(storms)
  const { signed, accepted } = await signedSoFar(arena)
  t.diagnostic(JSON.stringify({ ...arena.counts, faults: arena.rpc.faults, signed, accepted }))
  assert.ok(signed > scores / 4, 'the kills met too little work to prove anything')
  await calmDown(arena)
  await assertOnce(arena)
})

async function openArena(t: TestContext): Promise<Arena> {
  const database = await openTestDb(databaseUrl)
  t.after(database.close)
  const world = await startAttesting(t, { options: ['--block-time', '0.25', '--slots-in-an-epoch', '4'] })
  const rpc = await startFaultyRpc(t, world.url)
  const ids: string[] = []
  const deps = makeDeps({ db: database.db, clock: systemClock, random: systemRandom, ...oneChain({}) })
  while (ids.length < scores)
    ids.push(await seedScore(deps, { creatorAddress: '0xa11ce00000000000000000000000000000000001' }))
  const environment = {
    ...world.environment,
    CHAIN_RPC_URL: rpc.url,
    DATABASE_URL: database.url ?? '',
    DISPATCH_INTERVAL_SECONDS: '1',
    CHAIN_DAILY_GAS: '6000000000', // one creator attests more than its usual share
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '127.0.0.1',
    NODE_COMPILE_CACHE: join(tmpdir(), 'launchscore-compiled'),
  }
  const counts = { kills: 0, reorganisations: 0, calls: 0 }
  return { t, db: database.db, world, rpc, environment, ids, urls: [], output: [], counts }
}

/** One replica after the other in the same place, each killed at a random moment of its work. */
async function killAgainAndAgain(arena: Arena, slot: number): Promise<void> {
  while (arena.counts.kills < kills && !arena.t.signal.aborted) {
    const startedAt = performance.now()
    const replica = await startReplica(arena, slot)
    const startMs = performance.now() - startedAt
    // Final blocks come after 2 s. A busy machine starts a replica slowly, and gives it time for as much work.
    await pause(Math.random() * Math.max(2500, 2 * startMs))
    arena.urls[slot] = undefined
    replica.process.kill('SIGKILL')
    await once(replica.process, 'exit')
    arena.counts.kills += 1
  }
}

async function startReplica({ t, environment, urls, output }: Arena, slot: number): Promise<ServiceProcess> {
  const replica = await startService(t, environment, 'test/servers/attesting-service.ts')
  replica.process.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  urls[slot] = replica.url
  return replica
}

/** As clients do: any score, at any replica, whatever it answers. */
async function publishAtRandom(arena: Arena, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const url = arena.urls[Math.floor(Math.random() * replicas)]
    const id = arena.ids[Math.floor(Math.random() * scores)]
    if (url && id) await publish(arena, { url, id }).catch(() => {})
    await pause(50)
  }
}

async function publish({ output, counts }: Arena, { url, id }: { url: string; id: string }): Promise<number> {
  const headers = { 'x-forwarded-for': freshAddress() } // no two callers spend from one limit
  const response = await fetch(`${url}/v1/score/${id}/publish`, { method: 'POST', headers })
  output.push(await response.text())
  counts.calls += 1
  return response.status
}

/** The newest blocks, one to three, are replaced by empty ones; what was in them is in no pool any more. */
async function reorganise({ world, counts }: Arena, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await pause(1500 + Math.random() * 2000)
    const depth = 1 + Math.floor(Math.random() * 3)
    await world.chain.request({ method: 'anvil_reorg' as never, params: [depth, []] as never })
    counts.reorganisations += 1
  }
}

async function signedSoFar({ db }: Arena) {
  const transactions = await db.selectFrom('attestation_transactions').select('hash').execute()
  const jobs = await db.selectFrom('attestation_jobs').select('state').where('kind', '=', 'attest').execute()
  return { signed: transactions.length, accepted: jobs.length }
}

/** Replicas that nobody kills do the rest, until all of it is final. */
async function calmDown(arena: Arena): Promise<void> {
  arena.rpc.heal()
  const { url } = await startReplica(arena, 0)
  const untilPublished = async (id: string) => {
    while (![200, 201].includes(await publish(arena, { url, id }))) await pause(50)
  }
  await Promise.all(arena.ids.map(untilPublished))
  const countOpen = async () => {
    const open = arena.db.selectFrom('attestation_jobs').select('id').where('state', 'not in', ['final', 'failed'])
    return (await open.execute()).length
  }
  while ((await countOpen()) > 0) await pause(200)
}

async function assertOnce({ db, world, ids, output }: Arena): Promise<void> {
  const onChain = await attestationsOn(world)
  assert.equal(onChain.length, ids.length)
  assert.deepEqual(new Set(onChain.map(({ claim }) => claim?.scoreKey)), new Set(ids.map(toScoreKey)))
  const stored = await db.selectFrom('attestations').select(['score_id', 'uid']).execute()
  assert.deepEqual(new Set(stored.map(({ uid }) => uid)), new Set(onChain.map(({ uid }) => uid)))
  const account = await db.selectFrom('attester_nonces').select('next_nonce').executeTakeFirstOrThrow()
  assert.equal(await world.chain.getTransactionCount({ address: world.attester }), Number(account.next_nonce))
  assert.equal(Number(account.next_nonce), scores + 1) // and the schema
  assert.deepEqual(await lastPublished(db), new Map(stored.map(({ score_id, uid }) => [score_id, uid])))
  assert.ok(output.length > scores)
  const secrets = [world.key, world.key.slice(2), world.key.toUpperCase().slice(2), 'canary-rpc-key']
  for (const secret of secrets) assert.ok(!output.some((text) => text.includes(secret)), 'a secret was shown')
}

/** The id that the last event of each score told. */
async function lastPublished(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('outbox')
    .select('body')
    .where('event', '=', 'attestation.published')
    .orderBy('created_at')
    .execute()
  const told = rows.map(({ body }) => (JSON.parse(body) as { data: Told }).data)
  return new Map(told.map(({ scoreRequestId, attestationId }) => [scoreRequestId, attestationId]))
}

interface Told {
  scoreRequestId: string
  attestationId: string
}
