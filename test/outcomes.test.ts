import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db, Tx } from '../src/database/db.ts'
import { updateEnded } from '../src/tokens/binding-store.ts'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { ask, startApp } from './world/app.ts'
import { type Followed, insertObservations, listSeries, type Series, seedFollowed } from './world/seed.ts'

const never = new AbortController().signal
const since = new Date('2026-06-01T12:00:00.000Z')
const hourMs = 3_600_000

const readOutcomes = async (db: Parameters<typeof seedFollowed>[0]) =>
  (
    await sql<{ bindingId: string; horizon: string; outcome: string; cause: string | null }>`
      select binding_id as "bindingId", horizon, outcome, cause from outcomes order by binding_id, horizon`.execute(db)
  ).rows

test('each series of observations gives its outcomes, and one event per graduation', async (t) => {
  let now = since
  const { app, deps } = await startApp(t, { clock: { now: () => now } })
  const series = listSeries()
  const launches: (Followed & Pick<Series, 'observations'>)[] = []
  for (const { observations } of series)
    launches.push({ ...(await seedFollowed(deps.db, { observations: [], tradingSince: since })), observations })
  // Observations arrive as time passes, and the job runs between them.
  const hours = [25, 60, 100, 170, 240, 400, 721, 800, 1500, 2161, 2600]
  for (const [index, hour] of hours.entries()) {
    const from = hours[index - 1] ?? -1
    now = new Date(since.getTime() + hour * hourMs)
    for (const { bindingId, observations } of launches)
      await insertObservations(
        deps.db,
        bindingId,
        since,
        observations.filter((observation) => observation.t > from && observation.t <= hour),
      )
    now = new Date(now.getTime() + 700_000)
    await decideOutcomes(deps, never)
  }
  await decideOutcomes(deps, never)
  const rows = await readOutcomes(deps.db)
  for (const [index, { name, expected }] of series.entries())
    for (const [horizon, { outcome, cause }] of Object.entries(expected.outcomes)) {
      const row = rows.find((one) => one.bindingId === launches[index]?.bindingId && one.horizon === horizon)
      assert.deepEqual([row?.outcome, row?.cause], [outcome, cause], `${name} at ${horizon}`)
    }
  const graduates = series.filter(({ expected }) => expected.graduatedAt !== null)
  const { rows: events } = await sql<{ body: string }>`
    select body from outbox where event = 'graduation.occurred'`.execute(deps.db)
  assert.equal(events.length, graduates.length)

  const { status, body } = await ask(app, { url: '/api/v1/graduates?limit=2' })
  assert.equal(status, 200)
  assert.equal(body.count, graduates.length)
  assert.equal(body.observing, false)
  assert.equal(body.graduates.length, 2)
  const next = await ask(app, { url: `/api/v1/graduates?limit=50&cursor=${body.nextCursor}` })
  const listed = [...body.graduates, ...next.body.graduates] as { scoreRequestId: string; graduatedAt: string }[]
  assert.deepEqual(
    new Set(listed.map(({ scoreRequestId }) => scoreRequestId)),
    new Set(launches.filter((_, index) => series[index]?.expected.graduatedAt !== null).map(({ score }) => score.id)),
  )
  for (const { scoreRequestId, graduatedAt } of listed) {
    const index = launches.findIndex(({ score }) => score.id === scoreRequestId)
    const expected = since.getTime() + (series[index]?.expected.graduatedAt ?? 0) * hourMs
    assert.equal(Date.parse(graduatedAt), expected)
  }
})

/** The database, where `act` runs before each transaction. */
const actBefore = (db: Db, act: () => Promise<unknown>): Db =>
  new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => ({
          execute: async (work: (tx: Tx) => Promise<unknown>) => {
            await act()
            return target.transaction().execute(work)
          },
        })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

test('a binding that is taken back meanwhile has no outcome and no graduation', async (t) => {
  const { deps } = await startApp(t, { clock: { now: () => new Date(since.getTime() + 3000 * hourMs) } })
  const [series] = listSeries().filter(({ expected }) => expected.graduatedAt !== null)
  const { bindingId } = await seedFollowed(deps.db, { observations: series?.observations ?? [], tradingSince: since })
  const takeBack = () => deps.db.transaction().execute((tx) => updateEnded(tx, bindingId, 'corrected'))
  await decideOutcomes({ ...deps, db: actBefore(deps.db, takeBack) }, never)
  assert.deepEqual(await readOutcomes(deps.db), [])
  const { rows } = await sql`select from graduations`.execute(deps.db)
  assert.equal(rows.length, 0)
  const binding = await deps.db.selectFrom('token_bindings').select('state').executeTakeFirstOrThrow()
  assert.equal(binding.state, 'corrected')
})

test('no row of the record can be changed or removed', async (t) => {
  const { deps } = await startApp(t, { clock: { now: () => new Date(since.getTime() + 3000 * hourMs) } })
  const [series] = listSeries().filter(({ expected }) => expected.graduatedAt !== null)
  await seedFollowed(deps.db, { observations: series?.observations ?? [], tradingSince: since })
  await decideOutcomes(deps, never)
  const columns = {
    recorded_launches: 'binding_id',
    recorded_starts: 'binding_id',
    recorded_venue_graduations: 'binding_id',
    outcomes: 'binding_id',
    graduations: 'binding_id',
    corrections: 'id',
    record_days: 'day',
  }
  for (const [table, column] of Object.entries(columns)) {
    await assert.rejects(
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`.execute(deps.db),
      /appended/,
    )
    await assert.rejects(sql`delete from ${sql.table(table)}`.execute(deps.db), /appended/)
  }
})
