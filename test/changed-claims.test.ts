import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type NodeWorld, clankerTx, creator, namedToken, ownCreation, ownToken, startFinding } from './finding-world.ts'
import { enroll } from './enrolling.ts'
import { type TestResponse, ask } from './harness.ts'

type World = Awaited<ReturnType<typeof startFinding>>

async function sign({ app, scoreId }: World, token: string, over: object = {}): Promise<TestResponse> {
  const url = `/v1/launch/${scoreId}/token`
  const { body } = await ask(app, { url: `${url}/message?tokenAddress=${token}` })
  const signature = await creator.signMessage({ message: body.message })
  const payload = { tokenAddress: token, creatorAddress: creator.address, signature, ...over }
  return ask(app, { method: 'POST', url, payload })
}

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

async function startNamed(t: TestContext): Promise<World> {
  const world = await startFinding(t, 'Frog of Base')
  await world.find()
  await world.prove()
  return world
}

test('check token bindings: a creator who signs meanwhile replaces the named token', async (t) => {
  const world = await startNamed(t)
  await seedFound(world)
  let signed: TestResponse | undefined
  world.nodeWorld.onCall = onceAt(ownCreation, async () => (signed = await sign(world, ownToken)))
  await world.prove()
  assert.deepEqual([signed?.status, signed?.body.origin], [200, 'signed'])
  assert.deepEqual(await listBindings(world), [
    { token: namedToken, state: 'replaced', origin: 'found', excluded: null },
    { token: ownToken, state: 'proven', origin: 'signed', excluded: null },
  ])
  assert.equal(await readStanding(world, ownToken), 'bound')
})

test('check token bindings: a wallet that enrolls meanwhile counts as signed', async (t) => {
  const world = await startFinding(t, 'Frog of Base')
  await world.deps.db.deleteFrom('enrollments').execute()
  await world.find()
  let enrolled: TestResponse | undefined
  world.nodeWorld.onCall = onceAt(clankerTx, async () => {
    enrolled = await enroll(world.app, { scoreId: world.scoreId, wallet: creator })
  })
  await world.prove()
  assert.equal(enrolled?.status, 201, JSON.stringify(enrolled?.body))
  const { body } = await ask(world.app, { url: `/v1/launch/${world.scoreId}/token` })
  assert.deepEqual([body.state, body.counts, body.reason, body.population], ['proven', true, null, 'observed'])
  assert.equal(await readStanding(world, namedToken), 'bound')
})
