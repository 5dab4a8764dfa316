import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/database/db.ts'
import type { App } from '../src/platform/http/app.ts'
import { identifyLaunches } from '../src/scoring/identity/identify-launches.ts'
import { markSigned } from '../src/scoring/identity/mark-signed.ts'
import { rollUpChanges } from '../src/rankings/ranking-count-store.ts'
import { rollUpRankings } from '../src/rankings/roll-up-rankings.ts'
import { toWindowStarts } from '../src/rankings/windows.ts'
import { ask, startApp } from './harness.ts'
import { memoryLog } from './memory-log.ts'
import { countRuns } from './property-runs.ts'
import { type SeededScore, seedScoreFor, seedSubmission } from './seed-scores.ts'
import { type ModelSubmissions, filterCohort, inOrder, percentileIn } from './rankings-model.ts'
import { emptyTables } from './test-db.ts'
import { type Board, readBoard, listIds, walkOn } from './walk-boards.ts'

const never = new AbortController().signal

const hourMs = 3600 * 1000
const start = Date.parse('2026-11-20T12:00:00.000Z')
const leaderboardWindows = ['24h', '7d', 'all'] as const

/** How each submission spells the launch that it is of. */
const spellings = [
  { name: 'Left Sock', launch: 'left sock' },
  { name: 'LEFT SОСK!', launch: 'left sock' },
  { name: 'ｌｅｆｔ  sock', launch: 'left sock' },
  { name: 'Right Sock', launch: 'right sock' },
  { name: 'Moon', launch: 'moon' },
  { name: 'rnооn', launch: 'moon' },
  { name: 'moon', launch: 'moon' },
]

/** A database of scores that starts empty again and again, and all that was scored and signed in it. */
async function openScores(db: Db) {
  await emptyTables(db)
  const ids: string[] = []
  const submissions: ModelSubmissions = {}
  for (const [n, { name, launch }] of spellings.entries()) {
    const isUnidentified = n >= 5 // stored before launches had identities, until `identify`
    const id = await seedSubmission(db, { name, isUnidentified })
    submissions[id] = { launch: isUnidentified ? id : launch, isSigned: false }
    ids.push(id)
  }
  const all: SeededScore[] = []
  const add = async ({ submission, points, ...score }: Scoring & { createdAt: Date }) => {
    const submissionId = ids[submission] ?? ''
    all.push(await seedScoreFor(db, { submissionId, aggregateX100: points * 100, ...score }))
  }
  const sign = async (submission: number, at: Date) => {
    const submissionId = ids[submission] ?? ''
    await db.transaction().execute((tx) => markSigned(tx, { submissionId, at }))
    submissions[submissionId] = { launch: submissions[submissionId]?.launch ?? '', isSigned: true }
  }
  const identify = async () => {
    await identifyLaunches({ db, log: memoryLog().log }, new AbortController().signal)
    for (const [n, id] of ids.entries())
      submissions[id] = { launch: spellings[n]?.launch ?? '', isSigned: submissions[id]?.isSigned ?? false }
  }
  return { all, submissions, add, sign, identify }
}

interface Scoring {
  submission: number
  points: number
  hasStubs: boolean
  isCurrent: boolean
  major: number
}

const mostly = (usual: boolean) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(!usual) })
const submission = fc.nat(spellings.length - 1)
const scoring = fc.record({
  submission,
  points: fc.constantFrom(0, 44, 45, 45.01, 70, 100),
  hasStubs: mostly(false),
  isCurrent: mostly(true),
  major: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.constant(2)),
})
const agoMs = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: 0, max: 40 * 24 * hourMs }))
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ scoring, agoMs }) },
  { weight: 2, arbitrary: fc.record({ waitMs: fc.integer({ min: -60_000, max: 10 * 24 * hourMs }) }) },
  { weight: 2, arbitrary: fc.constant('fold' as const) },
  { weight: 2, arbitrary: fc.constant('fold some' as const) },
  { weight: 2, arbitrary: fc.record({ signed: submission }) },
  { weight: 1, arbitrary: fc.constant('identify' as const) },
)

test('for any scores, rolled up or not, reads equal a full count', async (t) => {
  const clock = { at: start, now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      clock.at = start
      const scores = await openScores(deps.db)
      for (const step of steps) {
        if (step === 'fold') await rollUpRankings(deps, never)
        else if (step === 'fold some') await foldSome(deps.db, clock.now())
        else if (step === 'identify') await scores.identify()
        else if ('signed' in step) await scores.sign(step.signed, clock.now())
        else if ('waitMs' in step) clock.at += step.waitMs
        else await scores.add({ ...step.scoring, createdAt: new Date(clock.at - step.agoMs) })
      }
      await compare(app, scores, clock.now())
    }),
    { numRuns: countRuns({ test: 15, search: 200 }) },
  )
})

/** A rollup that leaves changes for the next one, as after a long time without any. */
const foldSome = (db: Db, now: Date) => db.transaction().execute((tx) => rollUpChanges(tx, toWindowStarts(now), 2))

async function compare(app: App, { all, submissions }: Scores, end: Date): Promise<void> {
  for (const window of leaderboardWindows)
    for (const isSigned of [false, true]) {
      const query = `window=${window}&limit=2&signed=${isSigned}`
      const walked = await walkOn(app, query, await readBoard(app, query))
      assertBoard(walked, filterCohort(all, { window, end, submissions, isSigned }))
    }
  for (const subject of [...all.slice(0, 2), ...all.slice(-2)])
    for (const window of [...leaderboardWindows, '30d'] as const) {
      const { body } = await ask(app, { url: `/v1/score/${subject.id}/percentile?window=${window}` })
      const { percentile, cohortSize } = body
      const cohort = filterCohort(all, { window, end, submissions, major: subject.major })
      assert.deepEqual({ percentile, cohortSize }, percentileIn(cohort, subject.aggregateX100), window)
    }
}

type Scores = Pick<Awaited<ReturnType<typeof openScores>>, 'all' | 'submissions'>

function assertBoard({ best, worst }: Board, cohort: SeededScore[]): void {
  assert.deepEqual(
    listIds(best),
    inOrder(cohort, 'best').map(({ id }) => id),
  )
  assert.deepEqual(
    listIds(worst),
    inOrder(cohort, 'worst').map(({ id }) => id),
  )
}

test('all pages show the leaderboard as of the first page', async (t) => {
  const clock = { at: start, now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  const signing = fc.record({ signed: submission })
  const event = fc.oneof(
    { weight: 4, arbitrary: scoring },
    { weight: 2, arbitrary: signing },
    fc.constant('fold' as const),
  )
  const events = fc.array(event, { maxLength: 12 })
  const aboutToLeave = fc.integer({ min: 24 * hourMs - 600_000, max: 24 * hourMs - 1 })
  const seeds = fc.array(fc.tuple(scoring, fc.oneof(fc.integer({ min: 0, max: 25 * hourMs }), aboutToLeave)), {
    maxLength: 20,
  })
  const asked = fc.record({
    window: fc.constantFrom(...leaderboardWindows),
    limit: fc.integer({ min: 1, max: 3 }),
    isSigned: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      seeds,
      fc.array(submission, { maxLength: 3 }),
      events,
      asked,
      fc.integer({ min: 1, max: 50_000 }),
      async (seeds, signed, events, { window, limit, isSigned }, waitMs) => {
        clock.at = start
        const scores = await openScores(deps.db)
        for (const [scoring, agoMs] of seeds) await scores.add({ ...scoring, createdAt: new Date(clock.at - agoMs) })
        for (const submission of signed) await scores.sign(submission, clock.now())
        await rollUpRankings(deps, never)
        const query = `window=${window}&limit=${limit}&signed=${isSigned}`
        const { submissions } = scores
        const expected = filterCohort(scores.all, { window, end: clock.now(), submissions, isSigned })
        let walked = await readBoard(app, query)
        for (const event of events) {
          clock.at += waitMs
          if (event === 'fold') await rollUpRankings(deps, never)
          else if ('signed' in event) await scores.sign(event.signed, clock.now())
          else await scores.add({ ...event, createdAt: clock.now() })
          if (walked.nextCursor !== null) walked = await walkOn(app, query, walked, 1)
        }
        assertBoard(await walkOn(app, query, walked), expected)
      },
    ),
    { numRuns: countRuns({ test: 15, search: 200 }) },
  )
})

test('of concurrent scores of a submission the newest stands and counts once', async (t) => {
  const { app, deps } = await startApp(t)
  const submissionId = await seedSubmission(deps.db)
  const now = Date.now()
  const scored = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      seedScoreFor(deps.db, { submissionId, aggregateX100: 4000 + (n % 7), createdAt: new Date(now - (n % 5)) }),
    ),
  )
  const check = async () => {
    const cohort = filterCohort(scored, { window: 'all', end: new Date(now) })
    assert.equal(cohort.length, 1)
    assertBoard(await readBoard(app, 'window=all'), cohort)
    const { body } = await ask(app, { url: `/v1/score/${cohort[0]?.id}/percentile?window=all` })
    assert.deepEqual([body.percentile, body.cohortSize], [50, 1])
  }
  await check()
  await Promise.all([rollUpRankings(deps, never), rollUpRankings(deps, never), rollUpRankings(deps, never)])
  await check()
})

test('incremental counts equal rebuilt ones', async (t) => {
  const { deps } = await startApp(t)
  const now = Date.now()
  const scores = await openScores(deps.db)
  for (const [one, ms] of fc.sample(fc.tuple(scoring, agoMs), { numRuns: 80, seed: 4 }))
    await scores.add({ ...one, createdAt: new Date(now - ms) })
  for (const submission of [0, 3, 5]) await scores.sign(submission, new Date(now))
  await scores.identify()
  await rollUpRankings(deps, never)
  const kept = await readTables(deps.db)
  await sql`select rebuild_rankings()`.execute(deps.db)
  await rollUpRankings(deps, never)
  assert.deepEqual(await readTables(deps.db), kept)
  assert.ok(kept.counts.length > 10)
})

test('a backlog of ranking changes that takes several rollups is counted in full', async (t) => {
  const { deps } = await startApp(t)
  const now = Date.now()
  const scores = await openScores(deps.db)
  for (const submission of [0, 3, 4, 5, 6])
    await scores.add({ ...usual, submission, createdAt: new Date(now - 2 * submission * 24 * hourMs) })
  for (let n = 0; n < 4; n += 1) await foldSome(deps.db, new Date(now))
  const rolledUp = await readTables(deps.db)
  await sql`select rebuild_rankings()`.execute(deps.db)
  assert.deepEqual(rolledUp, await readTables(deps.db))
})

const usual = { points: 70, hasStubs: false, isCurrent: true, major: 1 }

async function readTables(db: Db) {
  const rankings = await db
    .selectFrom('rankings')
    .select(['identity', 'cohort', 'submission_id', 'score_id', 'aggregate_x100', 'band', 'is_signed', 'created_at'])
    .orderBy('identity')
    .orderBy('cohort')
    .execute()
  const counts = await db
    .selectFrom('ranking_counts')
    .selectAll()
    .orderBy('cohort')
    .orderBy('span')
    .orderBy('step')
    .orderBy('bucket')
    .execute()
  return { rankings, counts }
}
