import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { clankerTx, bindToken, namedToken, startFinding } from './world/finding.ts'
import { ask } from './world/app.ts'
import { seedLaunches } from './world/seed.ts'
import { creator } from './fixtures/keys.ts'

const wallet = creator.address.toLowerCase()
const minuteMs = 60_000

/** The wallet launched a token after a score that it hasn't enrolled, and made another score after the token. */
async function startScoringAgain(t: TestContext) {
  const world = await startFinding(t, 'Frog of Base', { launcher: wallet, creations: { [namedToken]: clankerTx } })
  const { db } = world.deps
  await db.deleteFrom('enrollments').execute()
  const [late] = await seedLaunches(db, [{ creatorAddress: wallet, name: 'Frog of Base' }])
  const lateId = late?.score.id ?? ''
  await db.updateTable('submissions').set({ symbol: 'frog' }).execute()
  const createdAt = new Date(world.nodeWorld.minedAt.getTime() + minuteMs)
  await db.updateTable('scores').set({ created_at: createdAt }).where('id', '=', lateId).execute()
  const readToken = async (id: string) => {
    const { status, body } = await ask(world.app, { url: `/v1/launch/${id}/token` })
    return [status, body.state, body.counts, body.reason]
  }
  return { ...world, lateId, readToken }
}

test('a score that is made and enrolled after the token doesn’t take the token', async (t) => {
  const { find, prove, readToken, scoreId, lateId } = await startScoringAgain(t)
  await find()
  await prove()
  assert.deepEqual(await readToken(scoreId), [200, 'proven', true, null])
  assert.equal((await readToken(lateId))[0], 404)
})

test('a re-score that is enrolled after the token doesn’t take the token', async (t) => {
  const { find, prove, readToken, scoreId, lateId, deps } = await startScoringAgain(t)
  const { submission_id: own } = await deps.db
    .selectFrom('scores')
    .select('submission_id')
    .where('id', '=', scoreId)
    .executeTakeFirstOrThrow()
  for (const table of ['scores', 'enrollments'] as const)
    await deps.db
      .updateTable(table)
      .set({ submission_id: own })
      .where(table === 'scores' ? 'id' : 'score_id', '=', lateId)
      .execute()
  await find()
  await prove()
  assert.deepEqual(await readToken(scoreId), [200, 'proven', true, null])
  const bindings = await deps.db.selectFrom('token_bindings').select('score_id').execute()
  assert.deepEqual(bindings, [{ score_id: scoreId }])
})

test('POST /v1/launch/:id/token: 409 for a later score if an earlier one exists', async (t) => {
  const world = await startScoringAgain(t)
  const { status, body } = await bindToken({ ...world, scoreId: world.lateId }, namedToken, { creationTx: clankerTx })
  assert.deepEqual([status, body.error.code], [409, 'conflict'])
  assert.ok(body.error.message.includes(world.scoreId))
  assert.deepEqual(await world.deps.db.selectFrom('token_bindings').select('id').execute(), [])
})

test('a score after the token is bound with `counts: false` if no earlier one exists', async (t) => {
  const world = await startScoringAgain(t)
  await world.deps.db
    .updateTable('submissions')
    .set({ name: 'Toad' })
    .where('id', 'in', (where) => where.selectFrom('scores').select('submission_id').where('id', '=', world.scoreId))
    .execute()
  const { status, body } = await bindToken({ ...world, scoreId: world.lateId }, namedToken, { creationTx: clankerTx })
  assert.deepEqual([status, body.state, body.counts, body.reason], [201, 'proven', false, 'scored_after_creation'])
})
