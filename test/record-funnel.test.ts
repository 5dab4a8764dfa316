import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { decideOutcomes } from '../src/outcomes/deciding/decide-outcomes.ts'
import { foldSealedDays } from '../src/outcomes/track-record/fold-track-record.ts'
import { recompute } from '../src/outcomes/track-record/recompute.ts'
import { ask, startApp } from './world/app.ts'
import { handClock } from './world/waiting.ts'
import { downloadDays } from './world/outcomes.ts'
import { seedFollowed, seedScoreFor, seedSubmission } from './world/seed.ts'

const never = new AbortController().signal
const dayMs = 24 * 3_600_000
const firstDay = Date.parse('2026-06-01T00:00:00.000Z')

/** The service on the first day of its record, and how it seals that day and the next ones. */
async function startRecord(t: TestContext) {
  const clock = handClock('2026-06-01T12:00:00.000Z')
  const environment = {
    MARKET_DATA_URL: 'http://127.0.0.1:9',
    OUTCOME_CLAIMS: 'green=0.35,amber=0.2,red=0.08,rugged=0.05',
  }
  const { app, deps } = await startApp(t, { clock, environment })
  await foldSealedDays(deps, never) // fixes the claims, which begin the record
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
  const readFunnel = async (population: string) =>
    (await ask(app, { url: `/api/v1/track-record?population=${population}&unit=token` })).body.funnel
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
  assert.equal((await readFunnel('observed')).scored, 2)
  await score(first, 0)
  await sealDay()
  assert.equal((await readFunnel('observed')).scored, 2)
})

test('a launch is not launched when it has no token 180 days after its first score', async (t) => {
  const { app, deps, score, sealDay, readFunnel } = await startRecord(t)
  await score(await seedSubmission(deps.db), 250)
  const young = await seedSubmission(deps.db)
  await score(young, 179)
  await score(young, 2)
  await sealDay()
  assert.equal((await readFunnel('observed')).neverLaunched, 1)
  await sealDay()
  const funnel = await readFunnel('observed')
  assert.deepEqual([funnel.scored, funnel.neverLaunched], [2, 2])
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
  for (const population of ['committed', 'observed']) {
    const { scored, launched, neverLaunched } = await readFunnel(population)
    assert.deepEqual([scored, launched, neverLaunched], [1, 0, 0], population)
  }
})

test('an enrolled launch without a token is counted 180 days after its enrollment', async (t) => {
  const { deps, sealDay, readFunnel } = await startRecord(t)
  const { bindingId } = await seedFollowed(deps.db, {
    observations: [],
    tradingSince: new Date(firstDay - 190 * dayMs),
  })
  for (const table of ['token_proofs', 'watches', 'token_bindings'])
    await sql`delete from ${sql.table(table)} where ${sql.ref(table === 'token_bindings' ? 'id' : 'binding_id')} = ${bindingId}`.execute(
      deps.db,
    )
  await sealDay()
  assert.equal((await readFunnel('committed')).neverLaunched, 1)
  assert.equal((await readFunnel('observed')).neverLaunched, 1)
})
