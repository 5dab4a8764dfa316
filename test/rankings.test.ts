import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import type { WarningCode } from '../contract/schemas/score.ts'
import { nilUuid } from '../contract/uuid.ts'
import { leadWarning } from '../contract/warning-words.ts'
import type { Db } from '../src/database/db.ts'
import type { App } from '../src/platform/http/app.ts'
import { rollUpChanges } from '../src/rankings/ranking-count-store.ts'
import { rollUpRankings } from '../src/rankings/roll-up-rankings.ts'
import { toWindowStarts } from '../src/rankings/windows.ts'
import { identifyLaunches } from '../src/scoring/identity.ts'
import { markSigned } from '../src/scoring/store.ts'
import { countRuns } from './property-runs.ts'
import { ask, startApp } from './world/app.ts'
import { emptyTables } from './world/database.ts'
import { makeDeps, memoryLog } from './world/deps.ts'
import {
  type Board,
  filterCohort,
  listIds,
  listSide,
  type ModelSubmission,
  type ModelWorld,
  percentileIn,
  readBoard,
  type Standing,
  walkOn,
} from './world/rankings.ts'
import { seedScoreFor, seedSubmission, toSeedIdentity } from './world/seed.ts'

const never = new AbortController().signal

const hourMs = 3600 * 1000
const start = Date.parse('2026-11-20T12:00:00.000Z')
const leaderboardWindows = ['24h', '7d', 'all'] as const

const [ann, ben, cat] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`, `0x${'c'.repeat(40)}`]
const token = `0x${'7'.repeat(40)}`

interface Sent {
  name: string
  creator: string
  image: string
  contract?: string
  isUnidentified?: boolean
}

/** The submissions: some of one launch, some with one contract, some of one picture, and too many of one creator. */
const sent: Sent[] = [
  { name: 'Left Sock', creator: ann, image: '01' },
  { name: 'LEFT SОСK!', creator: ben, image: '01', contract: token },
  { name: 'ｌｅｆｔ  sock', creator: ann, image: '01', contract: token },
  { name: 'Right Sock', creator: ann, image: '01', contract: token },
  { name: 'Right Sock', creator: cat, image: '02' },
  { name: 'Third Sock', creator: ann, image: '03' },
  { name: 'Fourth Sock', creator: ann, image: '04' },
  { name: 'Fifth Sock', creator: ann, image: '05', contract: token },
  { name: 'Moon', creator: ben, image: '06', isUnidentified: true }, // stored before launches had identities, until `identify`
  { name: 'rnооn', creator: ann, image: '06', isUnidentified: true },
  { name: 'moon', creator: cat, image: '06' },
]

/** A database of scores that starts empty again and again, and all that was scored and signed in it. */
async function openScores(db: Db) {
  await emptyTables(db)
  const ids: string[] = []
  const world: ModelWorld & { reportedAt: Record<string, number> } = {
    scores: [],
    submissions: {},
    contracts: { deployers: {}, critical: [] },
    reportedAt: {},
  }
  for (const { name, creator, image, contract = null, isUnidentified = false } of sent) {
    const id = await seedSubmission(db, {
      name,
      creatorAddress: creator,
      image,
      contractAddress: contract,
      isUnidentified,
    })
    const identity = isUnidentified ? id.replaceAll('-', '') : toSeedIdentity(name, image).toString('hex')
    const state = { signedAt: null, network: null, isHidden: false, outcome: null }
    world.submissions[id] = { identity, creator, contract, picture: image, ...state }
    ids.push(id)
  }
  const toId = (submission: number) => ids[submission] ?? ''
  const toModel = (submission: number): ModelSubmission => {
    const found = world.submissions[toId(submission)]
    assert.ok(found)
    return found
  }
  const add = async ({ submission, points, reported, ...score }: Scoring & { createdAt: Date }) => {
    const { contract } = toModel(submission)
    const reportedDeployer = contract === null ? null : reported
    const row = { submissionId: toId(submission), aggregateX100: points * 100, ...score, reportedDeployer }
    world.scores.push(await seedScoreFor(db, row))
    const at = score.createdAt.getTime()
    if (contract === null || reported === null || at < (world.reportedAt[contract] ?? -Infinity)) return
    world.contracts.deployers[contract] = reported
    world.reportedAt[contract] = at
  }
  const sign = async (submission: number, at: Date) => {
    await db.transaction().execute((tx) => markSigned(tx, { submissionId: toId(submission), at }))
    toModel(submission).signedAt ??= at.getTime()
  }
  const hide = async (submission: number) => {
    const isHidden = (toModel(submission).isHidden = !toModel(submission).isHidden)
    await db
      .updateTable('submissions')
      .set({ hidden_reason: isHidden ? 'Phishing.' : null })
      .where('id', '=', toId(submission))
      .execute()
  }
  const decide = async (submission: number, outcome: string | null, at: Date) => {
    toModel(submission).outcome = outcome
    await db.updateTable('submissions').set({ outcome, outcome_at: at }).where('id', '=', toId(submission)).execute()
  }
  const read = async (warnings: WarningCode[], at: Date) => {
    world.contracts.critical = leadWarning(warnings) === undefined ? [] : [token]
    const row = { contract_address: token, score_id: nilUuid, warning_codes: warnings, read_at: at }
    await db
      .insertInto('contract_readings')
      .values(row)
      .onConflict((conflict) => conflict.column('contract_address').doUpdateSet(row))
      .execute()
  }
  const identify = async () => {
    await identifyLaunches(makeDeps({ db, log: memoryLog().log }), never)
    for (const [n, { name, image }] of sent.entries()) toModel(n).identity = toSeedIdentity(name, image).toString('hex')
  }
  return { ...world, add, sign, hide, decide, read, identify }
}

interface Scoring {
  submission: number
  points: number
  hasStubs: boolean
  isCurrent: boolean
  major: number
  reported: string | null
  warnings: WarningCode[]
}

const mostly = (usual: boolean) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(!usual) })
const submission = fc.nat(sent.length - 1)
const warnings = fc.oneof(
  { weight: 4, arbitrary: fc.constant<WarningCode[]>([]) },
  fc.constantFrom<WarningCode[]>(['copycat'], ['copycat', 'honeypot']),
)
const scoring = fc.record({
  submission,
  points: fc.constantFrom(0, 44, 45, 45.01, 70, 100),
  hasStubs: mostly(false),
  isCurrent: mostly(true),
  major: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.constant(2)),
  reported: fc.constantFrom(null, null, null, ann, ben, `0x${'d'.repeat(40)}`),
  warnings,
})
const agoMs = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: 0, max: 40 * 24 * hourMs }))
const outcome = fc.record({
  decided: submission,
  outcome: fc.constantFrom(null, 'alive', 'graduated', 'dead', 'rugged'),
})
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ scoring, agoMs }) },
  { weight: 2, arbitrary: fc.record({ waitMs: fc.integer({ min: -60_000, max: 10 * 24 * hourMs }) }) },
  { weight: 2, arbitrary: fc.constant('fold' as const) },
  { weight: 2, arbitrary: fc.constant('fold some' as const) },
  { weight: 5, arbitrary: fc.record({ signed: submission }) },
  { weight: 1, arbitrary: fc.record({ hidden: submission }) },
  { weight: 1, arbitrary: outcome },
  { weight: 1, arbitrary: fc.record({ reading: warnings }) },
  { weight: 1, arbitrary: fc.constant('identify' as const) },
)

test('for any scores, rolled up or not, reads equal a full count', async (t) => {
  const clock = { at: start, now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50, size: 'max' }), async (steps) => {
      clock.at = start
      const scores = await openScores(deps.db)
      for (const step of steps) {
        if (step === 'fold') await rollUpRankings(deps, never)
        else if (step === 'fold some') await foldSome(deps.db, clock.now())
        else if (step === 'identify') await scores.identify()
        else if ('signed' in step) await scores.sign(step.signed, clock.now())
        else if ('hidden' in step) await scores.hide(step.hidden)
        else if ('decided' in step) await scores.decide(step.decided, step.outcome, clock.now())
        else if ('reading' in step) await scores.read(step.reading, clock.now())
        else if ('waitMs' in step) clock.at += step.waitMs
        else await scores.add({ ...step.scoring, createdAt: new Date(clock.at - step.agoMs) })
      }
      await compare(app, scores, clock.now())
      const kept = await readTables(deps.db)
      await sql`select rebuild_rankings()`.execute(deps.db)
      const rebuilt = await readTables(deps.db)
      assert.deepEqual(
        [kept.originals, kept.standings, kept.rankings],
        [rebuilt.originals, rebuilt.standings, rebuilt.rankings],
      )
    }),
    { numRuns: countRuns({ test: 15, search: 200 }) },
  )
})

/** A rollup that leaves changes for the next one, as after a long time without any. */
const foldSome = (db: Db, now: Date) => db.transaction().execute((tx) => rollUpChanges(tx, toWindowStarts(now), 2))

async function compare(app: App, world: ModelWorld, end: Date): Promise<void> {
  for (const window of leaderboardWindows)
    for (const isSigned of [false, true]) {
      const query = `window=${window}&limit=2&signed=${isSigned}`
      const walked = await walkOn(app, query, await readBoard(app, query))
      assert.deepEqual(toSides(walked), listSides(filterCohort(world, { window, end, isSigned }), world))
    }
  const { scores } = world
  for (const subject of [...scores.slice(0, 2), ...scores.slice(-2)])
    for (const window of [...leaderboardWindows, '30d'] as const) {
      const { status, body } = await ask(app, { url: `/v1/score/${subject.id}/percentile?window=${window}` })
      if (status === 451) continue
      const { percentile, cohortSize } = body
      const cohort = filterCohort(world, { window, end, major: subject.major })
      assert.deepEqual({ percentile, cohortSize }, percentileIn(cohort, subject.aggregateX100), window)
    }
}

const toSides = ({ best, worst }: Board) => ({ best: listIds(best), worst: listIds(worst) })

const listSides = (rows: Standing[], { contracts }: ModelWorld) => ({
  best: listSide(rows, 'best', contracts),
  worst: listSide(rows, 'worst', contracts),
})

test('all pages show the leaderboard as of the first page', async (t) => {
  const clock = { at: start, now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  const signing = fc.record({ signed: submission })
  const event = fc.oneof(
    { weight: 4, arbitrary: scoring },
    { weight: 2, arbitrary: signing },
    outcome,
    fc.record({ reading: warnings }),
    fc.constant('fold' as const),
  )
  const events = fc.array(event, { maxLength: 12, size: 'max' })
  const aboutToLeave = fc.integer({ min: 24 * hourMs - 600_000, max: 24 * hourMs - 1 })
  const seeds = fc.array(fc.tuple(scoring, fc.oneof(fc.integer({ min: 0, max: 25 * hourMs }), aboutToLeave)), {
    maxLength: 30,
    size: 'max',
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
        const expected = listSides(filterCohort(scores, { window, end: clock.now(), isSigned }), scores)
        let walked = await readBoard(app, query)
        for (const event of events) {
          clock.at += waitMs
          if (event === 'fold') await rollUpRankings(deps, never)
          else if ('signed' in event) await scores.sign(event.signed, clock.now())
          else if ('decided' in event) await scores.decide(event.decided, event.outcome, clock.now())
          else if ('reading' in event) await scores.read(event.reading, clock.now())
          else await scores.add({ ...event, createdAt: clock.now() })
          if (walked.nextCursor !== null) walked = await walkOn(app, query, walked, 1)
        }
        assert.deepEqual(toSides(await walkOn(app, query, walked)), expected)
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
    const [newest] = scored.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    const { best, worst } = await readBoard(app, 'window=all')
    assert.deepEqual([listIds(best), listIds(worst)], [[newest?.id], [newest?.id]])
    const { body } = await ask(app, { url: `/v1/score/${newest?.id}/percentile?window=all` })
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
  for (const submission of [0, 3, 5, 8]) await scores.sign(submission, new Date(now))
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
  for (const submission of [0, 1, 4, 8, 10])
    await scores.add({ ...usual, submission, createdAt: new Date(now - 2 * submission * 24 * hourMs) })
  for (let n = 0; n < 4; n += 1) await foldSome(deps.db, new Date(now))
  const rolledUp = await readTables(deps.db)
  await sql`select rebuild_rankings()`.execute(deps.db)
  assert.deepEqual(rolledUp, await readTables(deps.db))
})

const usual = { points: 70, hasStubs: false, isCurrent: true, major: 1, reported: null, warnings: [] }

async function readTables(db: Db) {
  const rankings = await db
    .selectFrom('rankings')
    .select(['identity', 'cohort', 'submission_id', 'score_id', 'aggregate_x100', 'band', 'is_signed', 'created_at'])
    .select(['place', 'is_critical'])
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
  const standings = await db.selectFrom('launch_standings').selectAll().orderBy('launch').orderBy('cohort').execute()
  const originals = await db.selectFrom('launch_originals').selectAll().orderBy('identity').execute()
  return { originals, standings, rankings, counts }
}
