import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Db, Tx } from '../src/database/db.ts'
import {
  type NodeWorld,
  bindToken,
  clankerTx,
  namedToken,
  ownCreation,
  ownToken,
  startFinding,
} from './world/finding.ts'
import { enroll } from './world/creators.ts'
import { type TestResponse, ask } from './world/app.ts'
import { untilLocked } from './world/waiting.ts'
import { creator } from './fixtures/keys.ts'

type World = Awaited<ReturnType<typeof startFinding>>

/** The service has found the creator’s own token, and not asked the chain about it yet. */
async function seedFound({ deps, scoreId }: World, creationHint: string | null = ownCreation): Promise<void> {
  const { submission_id } = await deps.db
    .selectFrom('submissions')
    .select('id as submission_id')
    .executeTakeFirstOrThrow()
  const now = deps.clock.now()
  await deps.db
    .insertInto('token_bindings')
    .values({
      id: crypto.randomUUID(),
      score_id: scoreId,
      submission_id,
      chain_id: '8453',
      token: ownToken,
      creator_address: creator.address.toLowerCase(),
      origin: 'found',
      state: 'pending',
      creation_hint: creationHint,
      next_check_at: now,
      bound_at: now,
    })
    .execute()
}

/** Runs work once, while the node is asked for this receipt. */
const onceAt = (hash: string, work: () => Promise<unknown>): NodeWorld['onCall'] => {
  let isOver = false
  return async (method, [asked]) => {
    if (isOver || method !== 'eth_getTransactionReceipt' || asked !== hash) return
    isOver = true
    await work()
  }
}

const listBindings = async ({ deps }: World) =>
  deps.db.selectFrom('token_bindings').select(['token', 'state', 'origin', 'excluded']).orderBy('token').execute()

const readStanding = async (world: World, token: string) =>
  (await ask(world.app, { url: `/api/v1/score/${token}` })).headers['x-launchscore-standing']

const update = async (tx: Tx | Db, state: string, next_check_at: Date | null) =>
  tx.updateTable('token_bindings').set({ state, next_check_at }).execute()

async function startNamed(t: TestContext, launcher: string | null = null): Promise<World> {
  const world = await startFinding(t, 'Frog of Base', { launcher })
  await world.find()
  await world.prove()
  return world
}

test('check-token-bindings: a token that names the wallet takes no place from its own', async (t) => {
  const world = await startNamed(t)
  await seedFound(world)
  let signed: TestResponse | undefined
  world.nodeWorld.onCall = onceAt(ownCreation, async () => (signed = await bindToken(world, ownToken)))
  await world.prove()
  assert.deepEqual([signed?.status, signed?.body.origin], [200, 'signed'])
  assert.deepEqual(await listBindings(world), [
    { token: namedToken, state: 'unproven', origin: 'found', excluded: 'named_unsigned' },
    { token: ownToken, state: 'proven', origin: 'signed', excluded: null },
  ])
  assert.equal(await readStanding(world, ownToken), 'bound')
})

test('check-token-bindings: an enrollment is no consent to a token that names the wallet', async (t) => {
  const world = await startFinding(t, 'Frog of Base')
  await world.deps.db.deleteFrom('enrollments').execute()
  await world.find()
  let enrolled: TestResponse | undefined
  world.nodeWorld.onCall = onceAt(clankerTx, async () => {
    enrolled = await enroll(world.app, { scoreId: world.scoreId, wallet: creator })
  })
  await world.prove()
  assert.equal(enrolled?.status, 201, JSON.stringify(enrolled?.body))
  assert.equal((await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })).status, 404)
  assert.equal(await readStanding(world, namedToken), undefined)
  assert.deepEqual(await listBindings(world), [
    { token: namedToken, state: 'unproven', origin: 'found', excluded: 'named_unsigned' },
  ])
})

test('POST /v1/launch/:id/token: 200 for a claim that the job has confirmed meanwhile', async (t) => {
  const world = await startFinding(t, 'Frog of Base')
  world.nodeWorld.onCall = onceAt(ownCreation, () => seedFound(world, null))
  const { status, body } = await bindToken(world, ownToken, { creationTx: ownCreation })
  assert.deepEqual([status, body.origin, body.state], [200, 'signed', 'pending'])
  assert.match(body.message, /^Token: /m)
  assert.deepEqual(
    body.proofs.map(({ kind }: { kind: string }) => kind),
    ['signature'],
  )
  await world.prove()
  assert.deepEqual(await listBindings(world), [{ token: ownToken, state: 'proven', origin: 'signed', excluded: null }])
})

test('POST /v1/launch/:id/token: the creationTx of a found claim is stored and checked', async (t) => {
  const world = await startFinding(t, 'Frog of Base')
  await seedFound(world, null)
  const later = new Date(Date.now() + 6 * 3_600_000)
  await world.deps.db.updateTable('token_bindings').set({ next_check_at: later }).execute()
  assert.equal((await bindToken(world, ownToken, { creationTx: ownCreation })).body.state, 'pending')
  const { db } = world.deps
  const row = await db.selectFrom('token_bindings').select('next_check_at').executeTakeFirstOrThrow()
  assert.ok(row.next_check_at && row.next_check_at <= new Date(Date.now() + 60_000))
  await db.updateTable('token_bindings').set({ next_check_at: new Date() }).execute()
  await world.prove()
  assert.equal((await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })).body.state, 'proven')
})

test('POST /v1/launch/:id/token: a wrong creationTx does not replace a found one', async (t) => {
  const world = await startFinding(t, 'Frog of Base')
  await seedFound(world, ownCreation)
  const { status, body } = await bindToken(world, ownToken, { creationTx: `0x${'4'.repeat(64)}` })
  assert.deepEqual([status, body.state], [200, 'pending'])
  await world.prove()
  assert.equal((await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })).body.state, 'proven')
})

test('POST /v1/launch/:id/token: repeated for a proven token, marks its scores again', async (t) => {
  const world = await startNamed(t, creator.address.toLowerCase())
  const { db } = world.deps
  for (const origin of ['found', 'signed']) {
    await db.updateTable('submissions').set({ bound_token: null }).execute()
    await db.updateTable('scores').set({ contract_address: null, standing: 0 }).execute()
    assert.equal((await ask(world.app, { url: `/api/v1/score/${namedToken}` })).status, 404)
    assert.equal((await listBindings(world))[0]?.origin, origin)
    for (let n = 0; n < 2; n += 1) assert.equal((await bindToken(world, namedToken)).status, 200)
    assert.equal(await readStanding(world, namedToken), 'bound')
  }
})

test('POST /v1/launch/:id/token: a claim that is proven meanwhile gets its mark', async (t) => {
  if (!process.env['TEST_DATABASE_URL']) return t.skip('embedded, there is one connection: nothing waits')
  const world = await startFinding(t, 'Frog of Base', { launcher: creator.address.toLowerCase() })
  const { db } = world.deps
  await db.deleteFrom('enrollments').execute()
  await world.find()
  await world.prove()
  assert.equal((await enroll(world.app, { scoreId: world.scoreId, wallet: creator })).status, 201)
  await update(db, 'pending', new Date())
  const { signing } = await db.transaction().execute(async (tx) => {
    await update(tx, 'proven', null)
    const signing = bindToken(world, namedToken)
    await untilLocked(db)
    return { signing }
  })
  const { status, body } = await signing
  assert.deepEqual([status, body.state, body.reason], [200, 'proven', null])
  assert.equal(await readStanding(world, namedToken), 'bound')
})
