import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { foldSealedDays } from '../src/record/fold-track-record.ts'
import { recompute } from '../src/record/recompute.ts'
import { ask, startApp } from './world/app.ts'
import { downloadDays } from './world/outcomes.ts'
import { seedFollowed, seedLaunches, seedScoreFor, seedSubmission } from './world/seed.ts'
import { handClock } from './world/waiting.ts'

const never = new AbortController().signal
const dayMs = 24 * 3_600_000
const firstDay = Date.parse('2026-06-01T00:00:00.000Z')

/** The service on the first day of its record, and how it seals that day and the next ones. */
async function startRecord(t: TestContext) {
  const clock = handClock('2026-06-01T12:00:00.000Z')
  const { app, deps } = await startApp(t, { clock, environment: { MARKET_DATA_URL: 'http://127.0.0.1:9' } })
  const score = (submissionId: string, daysBefore: number) =>
    seedScoreFor(deps.db, {
      submissionId,
      aggregateX100: 5000,
      createdAt: new Date(firstDay - daysBefore * dayMs),
    })
  const sealDay = async () => {
    await decideOutcomes(deps, never)
    clock.move(dayMs)
    await foldSealedDays(deps, never)
  }
  const readFunnel = async () => (await ask(app, { url: '/api/v1/track-record' })).body.funnel
  return { app, deps, score, sealDay, readFunnel }
}

test('the funnel counts a launch once, however often it is scored or submitted', async (t) => {
  const { deps, score, sealDay, readFunnel } = await startRecord(t)
  const launch = { name: 'Left Sock', image: 'ab' }
  const own = { ...launch, creatorAddress: `0x${'0'.repeat(39)}1` }
  const [first, again] = [await seedSubmission(deps.db, own), await seedSubmission(deps.db, own)]
  for (const [submission, daysBefore] of [
    [first, 250],
    [first, 249],
    [again, 3],
  ] as const)
    await score(submission, daysBefore)
  await score(await seedSubmission(deps.db, { ...launch, creatorAddress: `0x${'0'.repeat(39)}2` }), 3)
  await sealDay()
  assert.equal((await readFunnel()).scored, 2)
  await score(first, 0)
  await sealDay()
  assert.equal((await readFunnel()).scored, 2)
})

test('a launch is not launched when it has no token 180 days after its first enrollment', async (t) => {
  const { app, deps, sealDay, readFunnel } = await startRecord(t)
  const enroll = async (daysBefore: number) => {
    const enrolledAt = new Date(firstDay - daysBefore * dayMs)
    const creatorAddress = `0x${daysBefore.toString(16).padStart(40, '0')}`
    const [launch] = await seedLaunches(deps.db, [{ creatorAddress, enrolledAt }])
    const scores = deps.db.updateTable('scores').set({ created_at: enrolledAt })
    await scores.where('id', '=', launch?.score.id ?? '').execute()
  }
  await enroll(250)
  await enroll(179)
  await sealDay()
  assert.equal((await readFunnel()).neverLaunched, 1)
  await sealDay()
  const { enrolled, neverLaunched } = await readFunnel()
  assert.deepEqual([enrolled, neverLaunched], [2, 2])
  assert.deepEqual((await recompute(await downloadDays({ app }))).differences, [])
})

test('a launch whose token doesn’t count is launched all the same', async (t) => {
  const { deps, sealDay, readFunnel } = await startRecord(t)
  const { score, bindingId } = await seedFollowed(deps.db, {
    observations: [],
    tradingSince: new Date(firstDay - 190 * dayMs),
  })
  await sql`update token_bindings set excluded = 'scored_after_creation' where id = ${bindingId}`.execute(deps.db)
  assert.equal(score.confidence, 'final')
  await sealDay()
  const { scored, launched, neverLaunched } = await readFunnel()
  assert.deepEqual([scored, launched, neverLaunched], [1, 0, 0])
})
