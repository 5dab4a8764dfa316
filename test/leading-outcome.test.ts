import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../src/database/db.ts'
import { updateEnded } from '../src/tokens/binding-store.ts'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { startApp } from './world/app.ts'
import { insertObservations, listSeries, seedFollowed } from './world/seed.ts'

const never = new AbortController().signal
const since = new Date('2026-06-01T12:00:00.000Z')
const hourMs = 3_600_000

async function readOutcome(db: Db, scoreId: string) {
  const { rows } = await sql<{ outcome: string | null; at: Date | null }>`
    select outcome, outcome_at as at from submissions where id = (select submission_id from scores where id = ${scoreId})`.execute(
    db,
  )
  assert.ok(rows[0])
  return rows[0]
}

/** A launch of the fixtures by name, observed for `hours` and decided. */
async function follow(t: Parameters<typeof startApp>[0], name: string, hours: number) {
  let now = since
  const { app, deps } = await startApp(t, { clock: { now: () => now } })
  const series = listSeries().find((one) => one.name === name)
  assert.ok(series, name)
  const launch = await seedFollowed(deps.db, { observations: [], tradingSince: since })
  const decideUpTo = async (from: number, until: number) => {
    const observed = series.observations.filter((one) => one.t > from && one.t <= until)
    await insertObservations(deps.db, launch.bindingId, since, observed)
    now = new Date(since.getTime() + until * hourMs + 700_000)
    await decideOutcomes(deps, never)
  }
  await decideUpTo(-1, hours)
  return { app, deps, launch, decideUpTo, series, now: () => now }
}

test('the outcome of a launch is the newest decided one, and a rug stays', async (t) => {
  let now = since
  const { deps } = await startApp(t, { clock: { now: () => now } })
  const launches = []
  for (const series of listSeries())
    launches.push({
      series,
      ...(await seedFollowed(deps.db, { observations: series.observations, tradingSince: since })),
    })
  now = new Date(since.getTime() + 2700 * hourMs)
  await decideOutcomes(deps, never)
  const seen = new Set<string>()
  for (const { series, score } of launches) {
    const { outcomes, graduatedAt } = series.expected
    const decided = ['24h', '7d', '30d', '90d'].flatMap((horizon) => outcomes[horizon]?.outcome ?? [])
    const { outcome } = await readOutcome(deps.db, score.id)
    seen.add(String(outcome))
    if (decided.includes('rugged')) assert.equal(outcome, 'rugged', series.name)
    else if (decided.length === 4 && decided[3] !== 'unknown') assert.equal(outcome, decided[3], series.name)
    else assert.notEqual(outcome, 'alive', series.name)
    if (graduatedAt !== null) assert.match(String(outcome), /graduated|dead|rugged/, series.name)
  }
  assert.deepEqual([...seen].toSorted(), ['dead', 'graduated', 'null', 'rugged'])
})

test('a launch is alive until nothing newer is known, and graduated as soon as it graduates', async (t) => {
  const alive = await follow(t, 'alive', 200)
  const shown = await readOutcome(alive.deps.db, alive.launch.score.id)
  assert.equal(shown.outcome, 'alive')
  assert.deepEqual(shown.at, alive.now())
  await alive.decideUpTo(3000, 3000)
  assert.deepEqual(await readOutcome(alive.deps.db, alive.launch.score.id), { outcome: null, at: null })
  const graduated = await follow(t, 'graduated', 239)
  assert.equal((await readOutcome(graduated.deps.db, graduated.launch.score.id)).outcome, 'graduated')
})

test('a correction takes the outcome back, and so does the end of the binding', async (t) => {
  const { deps, launch, now } = await follow(t, 'rugged-removed', 200)
  const { db } = deps
  assert.equal((await readOutcome(db, launch.score.id)).outcome, 'rugged')
  for (const horizon of ['24h', '7d', '30d', '90d'])
    await sql`insert into corrections (id, subject, reason, explanation, corrected_at)
      values (${randomUUID()}, ${`outcome:${launch.bindingId}:${horizon}`}, 'wrong_data', 'test', ${now()})`.execute(db)
  assert.deepEqual(await readOutcome(db, launch.score.id), { outcome: null, at: null })
  const other = await follow(t, 'rugged-removed', 200)
  await other.deps.db.transaction().execute((tx) => updateEnded(tx, other.launch.bindingId, 'replaced'))
  assert.deepEqual(await readOutcome(other.deps.db, other.launch.score.id), { outcome: null, at: null })
})

test('the outcome of a binding that does not count is not shown with the score', async (t) => {
  const { deps, launch } = await follow(t, 'rugged-removed', 200)
  const exclude = (excluded: string | null) =>
    sql`update token_bindings set excluded = ${excluded} where id = ${launch.bindingId}`.execute(deps.db)
  await exclude('renamed')
  assert.equal((await readOutcome(deps.db, launch.score.id)).outcome, null)
  await exclude(null)
  assert.equal((await readOutcome(deps.db, launch.score.id)).outcome, 'rugged')
})

test('pages and frames give the day of a graduation or a death, however late it was decided', async (t) => {
  for (const [name, words] of [
    ['graduated', [/Graduated on 10 Jun 2026/]],
    ['dead-quiet', [/Dead on 8 Jun 2026/, /7 days after launch/i]],
  ] as const) {
    const { app, launch } = await follow(t, name, 2700)
    const { body } = await app.inject({ url: `/embed/score/${launch.score.id}` })
    for (const one of words) assert.match(body, one)
  }
})
