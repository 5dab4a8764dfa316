import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/deps.ts'
import type { App } from '../src/platform/http.ts'
import { foldStandings } from '../src/standings/fold-standings.ts'
import { ask, startApp } from './harness.ts'
import { type SeededScore, seedScoreOf, seedSubmission } from './seed-scores.ts'
import { cohortOf, inOrder, percentileIn } from './standings-model.ts'
import { type Board, boardOf, idsOf, walkOn } from './walk-boards.ts'

const hourMs = 3600 * 1000
const start = Date.parse('2026-11-20T12:00:00.000Z')
const boardWindows = ['24h', '7d', 'all'] as const

/** A database of scores that starts empty again and again, and all that was scored in it. */
async function openScores(db: Db) {
  await sql`truncate submissions, scores, standings, standing_changes, standing_counts, standing_edges cascade`.execute(
    db,
  )
  const submissions = await Promise.all(Array.from({ length: 6 }, () => seedSubmission(db)))
  const all: SeededScore[] = []
  const add = async ({ submission, points, ...score }: Scoring & { createdAt: Date }) => {
    const submissionId = submissions[submission] ?? ''
    all.push(await seedScoreOf(db, { submissionId, aggregateX100: points * 100, ...score }))
  }
  return { all, add }
}

interface Scoring {
  submission: number
  points: number
  hasStubs: boolean
  major: number
}

const scoring = fc.record({
  submission: fc.nat(5),
  points: fc.constantFrom(0, 44, 45, 45.01, 70, 100),
  hasStubs: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  major: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.constant(2)),
})
const agoMs = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: 0, max: 40 * 24 * hourMs }))
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ scoring, agoMs }) },
  { weight: 2, arbitrary: fc.record({ waitMs: fc.integer({ min: -60_000, max: 10 * 24 * hourMs }) }) },
  { weight: 2, arbitrary: fc.constant('fold' as const) },
)

test('whatever is scored in whatever order, counted or not: reads give what counting by hand gives', async (t) => {
  const clock = { at: start, now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      clock.at = start
      const scores = await openScores(deps.db)
      for (const step of steps) {
        if (step === 'fold') await foldStandings(deps)
        else if ('waitMs' in step) clock.at += step.waitMs
        else await scores.add({ ...step.scoring, createdAt: new Date(clock.at - step.agoMs) })
      }
      await compare(app, scores.all, clock.now())
    }),
    { numRuns: 50 },
  )
})

async function compare(app: App, scores: SeededScore[], end: Date): Promise<void> {
  for (const window of boardWindows) {
    const query = `window=${window}&limit=2`
    const walked = await walkOn(app, query, await boardOf(app, query))
    assertBoard(walked, cohortOf(scores, { window, end }))
  }
  for (const subject of [...scores.slice(0, 2), ...scores.slice(-2)])
    for (const window of [...boardWindows, '30d'] as const) {
      const { body } = await ask(app, { url: `/v1/score/${subject.id}/percentile?window=${window}` })
      const { percentile, cohortSize } = body
      const cohort = cohortOf(scores, { window, end, major: subject.major })
      assert.deepEqual({ percentile, cohortSize }, percentileIn(cohort, subject.aggregateX100), window)
    }
}

function assertBoard({ best, worst }: Board, cohort: SeededScore[]): void {
  assert.deepEqual(
    idsOf(best),
    inOrder(cohort, 'best').map(({ id }) => id),
  )
  assert.deepEqual(
    idsOf(worst),
    inOrder(cohort, 'worst').map(({ id }) => id),
  )
}

test('whoever walks a board sees it as it was at the first page, whatever is scored, expires or is counted meanwhile', async (t) => {
  const clock = { at: start, now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  const events = fc.array(fc.oneof({ weight: 4, arbitrary: scoring }, fc.constant('fold' as const)), { maxLength: 12 })
  const aboutToLeave = fc.integer({ min: 24 * hourMs - 600_000, max: 24 * hourMs - 1 })
  const seeds = fc.array(fc.tuple(scoring, fc.oneof(fc.integer({ min: 0, max: 25 * hourMs }), aboutToLeave)), {
    maxLength: 20,
  })
  const asked = fc.record({ window: fc.constantFrom(...boardWindows), limit: fc.integer({ min: 1, max: 3 }) })
  await fc.assert(
    fc.asyncProperty(
      seeds,
      events,
      asked,
      fc.integer({ min: 1, max: 50_000 }),
      async (seeds, events, { window, limit }, waitMs) => {
        clock.at = start
        const scores = await openScores(deps.db)
        for (const [scoring, agoMs] of seeds) await scores.add({ ...scoring, createdAt: new Date(clock.at - agoMs) })
        await foldStandings(deps)
        const query = `window=${window}&limit=${limit}`
        const expected = cohortOf(scores.all, { window, end: clock.now() })
        let walked = await boardOf(app, query)
        for (const event of events) {
          clock.at += waitMs
          if (event === 'fold') await foldStandings(deps)
          else await scores.add({ ...event, createdAt: clock.now() })
          if (walked.nextCursor !== null) walked = await walkOn(app, query, walked, 1)
        }
        assertBoard(await walkOn(app, query, walked), expected)
      },
    ),
    { numRuns: 50 },
  )
})

test('of many scores of one submission at once exactly the newest stands, and is counted once', async (t) => {
  const { app, deps } = await startApp(t)
  const submissionId = await seedSubmission(deps.db)
  const now = Date.now()
  const scored = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      seedScoreOf(deps.db, { submissionId, aggregateX100: 4000 + (n % 7), createdAt: new Date(now - (n % 5)) }),
    ),
  )
  const check = async () => {
    const cohort = cohortOf(scored, { window: 'all', end: new Date(now) })
    assert.equal(cohort.length, 1)
    assertBoard(await boardOf(app, 'window=all'), cohort)
    const { body } = await ask(app, { url: `/v1/score/${cohort[0]?.id}/percentile?window=all` })
    assert.deepEqual([body.percentile, body.cohortSize], [50, 1])
  }
  await check()
  await Promise.all([foldStandings(deps), foldStandings(deps), foldStandings(deps)])
  await check()
})

test('counts kept up score by score are those made anew from all scores', async (t) => {
  const { deps } = await startApp(t)
  const now = Date.now()
  const scores = await openScores(deps.db)
  for (const [one, ms] of fc.sample(fc.tuple(scoring, agoMs), { numRuns: 80, seed: 4 }))
    await scores.add({ ...one, createdAt: new Date(now - ms) })
  await foldStandings(deps)
  const kept = await tablesOf(deps.db)
  await sql`select rebuild_standings()`.execute(deps.db)
  await foldStandings(deps)
  assert.deepEqual(await tablesOf(deps.db), kept)
  assert.ok(kept.counts.length > 10)
})

async function tablesOf(db: Db) {
  const standings = await db.selectFrom('standings').selectAll().orderBy('submission_id').orderBy('cohort').execute()
  const counts = await db
    .selectFrom('standing_counts')
    .selectAll()
    .orderBy('cohort')
    .orderBy('span')
    .orderBy('step')
    .orderBy('bucket')
    .execute()
  return { standings, counts }
}
