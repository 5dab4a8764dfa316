import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import {
  postAppeal,
  signedAppeal,
  ada,
  enroll,
  postEnrollment,
  signedEnrollment,
  patchPage,
  signedEdit,
} from './world/creators.ts'
import { bind, deploy, launch, startBinding } from './world/binding.ts'
import { type TestApp, type TestResponse, ask, startApp, startWorld } from './world/app.ts'
import { plain } from './fixtures/images.ts'
import { attester, hideAda, hideScore } from './world/operators.ts'
import { untilLocked, until } from './world/waiting.ts'
import { verdict } from './world/model.ts'

const takeDowns = [
  ['creator hide', hideAda],
  ['score hide', (service: Pick<TestApp, 'deps'>, id: string) => hideScore(service, id, 'Impostor.')],
] as const

function assertHidden({ status, body }: TestResponse): void {
  assert.deepEqual([status, body.error?.code], [451, 'hidden'])
  assert.match(body.error.message, /Impostor/)
}

/** A score of ada's, and a service whose model holds the judgements that come after it. */
async function startHeld(t: TestContext) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let held: Promise<void> | undefined
  const red = await plain(64, 64, [200, 0, 0]).png().toBuffer()
  const world = await startWorld(t, {
    images: { '/red.png': red },
    model: { judge: async (request) => held?.then(() => verdict(request)) ?? verdict(request) },
  })
  const service = await startApp(t, { world })
  const { body: shown } = await service.score({ creatorAddress: ada.address })
  held = released
  t.after(() => release())
  const count = world.model.requests.length
  const untilJudged = () => until(() => world.model.requests.length === count + 2)
  return { ...service, world, shown, untilJudged, release }
}

test('creator hide: a scoring of the creator’s in flight with another image is 451', async (t) => {
  const service = await startHeld(t)
  const { deps, score, world, shown } = service
  const imageUrl = `${world.images.url}/red.png`
  const scoring = score({ creatorAddress: ada.address, name: 'Red Sock', imageUrl })
  await service.untilJudged()
  await hideAda(service)
  service.release()
  assertHidden(await scoring)
  assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [{ id: shown.id }])
  assert.equal((await deps.db.selectFrom('images').select('hash').execute()).length, 1)
})

test('score hide: a scoring in flight of the same launch is 451', async (t) => {
  const service = await startHeld(t)
  const { deps, score, shown } = service
  const scoring = score({ creatorAddress: ada.address, description: 'Another pitch of the same launch.' })
  await until(() => service.world.model.requests.length > 2)
  await hideScore(service, shown.id, 'Impostor.')
  service.release()
  assertHidden(await scoring)
  assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [{ id: shown.id }])
})

for (const [command, takeDown] of takeDowns)
  test(`${command}: a re-score in flight is 451`, async (t) => {
    const service = await startHeld(t)
    const { app, deps, shown } = service
    const payload = { promptVersion: 'launch-score@1.1.0' } // which has no samples yet
    const rescoring = ask(app, { method: 'POST', url: `/v1/score/${shown.id}/rescore`, payload })
    await service.untilJudged()
    await takeDown(service, shown.id)
    service.release()
    assertHidden(await rescoring)
    assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [{ id: shown.id }])
  })

/** Takes down ada or a score, and sends `write` before the take-down commits. */
async function writeMeanwhile(
  service: Pick<TestApp, 'deps'>,
  takeDown: () => Promise<void>,
  write: () => Promise<TestResponse>,
): Promise<TestResponse> {
  const { db } = service.deps
  const { hiding, writing } = await db.transaction().execute(async (tx) => {
    await sql`lock table takedown_log in exclusive mode`.execute(tx) // the last table of a take-down
    const hiding = takeDown()
    await untilLocked(db)
    const writing = write()
    await untilLocked(db, 2)
    return { hiding, writing }
  })
  await hiding
  return writing
}

/** A scored launch of ada's, enrolled or not, with a request for each write. */
const writes: [name: string, isEnrolled: boolean, write: (app: TestApp['app'], scoreId: string) => Promise<Send>][] = [
  [
    'an enrollment',
    false,
    async (app, scoreId) => {
      const payload = await signedEnrollment(app, { scoreId, wallet: ada })
      return () => postEnrollment(app, payload)
    },
  ],
  [
    'a page edit',
    true,
    async (app, id) => {
      const issuedAt = new Date().toISOString()
      const payload = await signedEdit(app, { id, wallet: ada, issuedAt, fields: { tagline: 'new' } })
      return () => patchPage(app, id, payload)
    },
  ],
  [
    'an appeal',
    true,
    async (app, scoreId) => {
      const payload = await signedAppeal(app, { scoreId, wallet: ada, reason: 'It is not a copy.' })
      return () => postAppeal(app, scoreId, payload)
    },
  ],
  [
    'a publish request',
    true,
    async (app, scoreId) => () => ask(app, { method: 'POST', url: `/v1/score/${scoreId}/publish` }),
  ],
]

type Send = () => Promise<TestResponse>

const skipEmbedded = (t: TestContext): boolean => {
  if (process.env['TEST_DATABASE_URL']) return false
  t.skip('embedded, there is one connection: nothing waits')
  return true
}

for (const [command, takeDown] of takeDowns)
  for (const [name, isEnrolled, prepare] of writes)
    test(`${command}: ${name} that waits for its transaction is 451`, async (t) => {
      if (skipEmbedded(t)) return
      const world = await startWorld(t)
      const service = await startApp(t, { world, environment: { ...world.environment, ...attester } })
      const { app, deps } = service
      const { body: score } = await service.score({ creatorAddress: ada.address })
      if (isEnrolled) assert.equal((await enroll(app, { scoreId: score.id, wallet: ada })).status, 201)
      const send = await prepare(app, score.id)
      assertHidden(await writeMeanwhile(service, () => takeDown(service, score.id), send))
      const written = await Promise.all([
        deps.db.selectFrom('page_edits').select('id').execute(),
        deps.db.selectFrom('appeals').select('id').execute(),
        deps.db.selectFrom('attestation_jobs').select('id').execute(),
        isEnrolled ? [] : deps.db.selectFrom('enrollments').select('id').execute(),
      ])
      assert.deepEqual(written.flat(), [])
    })

test('creator hide: a binding that waits for its transaction is 451', async (t) => {
  if (skipEmbedded(t)) return
  const world = await startBinding(t)
  const id = await launch(world, ada)
  const { token } = await deploy(world, ada)
  const binding = { id, token, wallet: ada }
  assertHidden(
    await writeMeanwhile(
      world,
      () => hideAda(world),
      () => bind(world, binding),
    ),
  )
  assert.deepEqual(await world.deps.db.selectFrom('token_bindings').select('id').execute(), [])
})

for (const path of ['/score/:id/card.png', '/launch/:id/card.png', '/score/:id/picture?size=344'])
  test(`GET ${path}: 451 for an image that is drawn during the take-down`, async (t) => {
    const service = await startApp(t, { world: await startWorld(t) })
    const { body: score } = await service.score({ creatorAddress: ada.address })
    await enroll(service.app, { scoreId: score.id, wallet: ada })
    // The drawing takes longer than the take-down, which begins after the request has read the launch.
    const drawing = ask(service.app, { url: path.replace(':id', score.id) })
    for (let n = 0; n < 3; n++) await ask(service.app, { url: `/v1/score/${score.id}` })
    let isDrawn = false
    void drawing.then(() => (isDrawn = true))
    await hideAda(service)
    if (isDrawn) return t.skip('it was drawn before the take-down returned')
    assertHidden(await drawing)
  })
