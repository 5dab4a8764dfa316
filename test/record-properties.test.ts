import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/database/db.ts'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { foldSealedDays } from '../src/record/fold-track-record.ts'
import { since } from './world/outcomes.ts'
import { startApp, startWorld } from './world/app.ts'
import { countRuns } from './property-runs.ts'
import { type SeededObservation, insertObservations, seedFollowed } from './world/seed.ts'

const hourMs = 3_600_000
const never = new AbortController().signal

/** Whose rows are only ever appended. */
const tables = [
  'recorded_launches',
  'recorded_starts',
  'recorded_venue_graduations',
  'observations',
  'outcomes',
  'graduations',
  'corrections',
  'outcome_claims',
  'closed_days',
  'record_days',
  'record_day_parts',
  'record_day_cohorts',
] as const

type Rows = Record<(typeof tables)[number], string[]>

async function readRows(db: Db): Promise<Rows> {
  const pairs: [string, string[]][] = []
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t`.execute(db)
    pairs.push([table, rows.map(({ row }) => row)])
  }
  return Object.fromEntries(pairs) as Rows
}

/** The hours at which the service decides and seals. */
const steps = [30, 60, 200, 400, 760, 830]

const dollars = fc.oneof(fc.constantFrom(999, 1000, 19_999, 20_000), fc.integer({ min: 0, max: 60_000 }))
const trades = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 }))
const anyFigures: fc.Arbitrary<Omit<SeededObservation, 't'>> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ state: fc.constant('seen' as const), depth: dollars, buys: trades, sells: trades }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      state: fc.constant('seen' as const),
      depth: fc.integer({ min: 0, max: 900 }),
      removal: fc.record({ share: fc.constantFrom(0.4, 0.98), by: fc.constantFrom('insider', 'other') }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ state: fc.constant('absent' as const), chainDepth: fc.option(dollars) }) },
  { weight: 1, arbitrary: fc.constantFrom({ state: 'uncounted' as const }) },
)
/** Half of the observations lie where horizons are decided. */
const anyHour = fc.oneof(
  fc.double({ min: 0.5, max: 820, noNaN: true }),
  fc.constantFrom(24, 29, 97, 121, 145, 169, 191, 673, 697, 721, 791),
)
const anyObservations: fc.Arbitrary<SeededObservation[]> = fc.uniqueArray(
  fc.tuple(anyHour, anyFigures).map(([t, figures]) => ({ t, ...figures })),
  { minLength: 5, maxLength: 25, selector: ({ t }) => Math.round(t * hourMs) },
)
test('rows of the record are only added, and the order of observations decides nothing', async (t) => {
  const anyOrder = fc.infiniteStream(fc.nat())
  const runs = countRuns({ test: 4, search: 100 })
  await fc.assert(
    fc.asyncProperty(anyObservations, anyOrder, async (observations, order) => {
      let now = since
      const world = await startWorld(t)
      const environment = { ...world.environment, CHAIN_ID: '8453', MARKET_DATA_URL: 'http://127.0.0.1:9' }
      const { deps } = await startApp(t, { world, environment, clock: { now: () => now } })
      const { db } = deps
      const inOrder = await seedFollowed(db, { observations: [], tradingSince: since })
      const shuffled = await seedFollowed(db, { observations: [], tradingSince: since })
      let before = await readRows(db)
      for (const [index, hour] of steps.entries()) {
        const own = observations.filter(
          (observation) => observation.t > (steps[index - 1] ?? 0) && observation.t <= hour,
        )
        await insertObservations(
          db,
          inOrder.bindingId,
          since,
          own.toSorted((a, b) => a.t - b.t),
        )
        const ranks = new Map(own.map((observation) => [observation, order.next().value as number]))
        const arriving = own.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
        await insertObservations(db, shuffled.bindingId, since, arriving)
        now = new Date(since.getTime() + hour * hourMs + 700_000)
        await decideOutcomes(deps, never)
        await foldSealedDays(deps, never)
        const after = await readRows(db)
        for (const one of tables)
          assert.deepEqual(
            before[one].filter((row) => !after[one].includes(row)),
            [],
            one,
          )
        before = after
      }
      const { rows } = await sql<{ horizon: string; outcomes: number; bindings: number }>`
        select horizon, count(distinct (outcome, cause, seen_at))::int as outcomes, count(*)::int as bindings
        from outcomes group by horizon order by 1`.execute(db)
      assert.deepEqual(rows, [
        { horizon: '24h', outcomes: 1, bindings: 2 },
        { horizon: '30d', outcomes: 1, bindings: 2 },
        { horizon: '7d', outcomes: 1, bindings: 2 },
      ])
    }),
    { numRuns: runs },
  )
})

test('every table of the record refuses update, delete and truncate', async (t) => {
  const world = await startWorld(t)
  const environment = { ...world.environment, MARKET_DATA_URL: 'http://127.0.0.1:9', CHAIN_ID: '8453' }
  const { deps } = await startApp(t, { world, environment })
  const { bindingId } = await seedFollowed(deps.db, { observations: [], tradingSince: since })
  await insertObservations(deps.db, bindingId, since, [{ t: 1, state: 'absent' }])
  for (const table of tables) {
    const { rows } = await sql<{ column: string }>`select column_name as column from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`.execute(deps.db)
    assert.ok(rows.length > 0, table)
    for (const { column } of rows)
      await assert.rejects(
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`.execute(deps.db),
        /only ever (?:appended|added)/,
        `${table}.${column}`,
      )
    await assert.rejects(sql`delete from ${sql.table(table)}`.execute(deps.db), /only ever/, table)
    await assert.rejects(sql`truncate ${sql.table(table)} cascade`.execute(deps.db), /only ever/, table)
  }
})
