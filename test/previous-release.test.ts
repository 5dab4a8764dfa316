import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/database/db.ts'
import {
  SchemaMismatch,
  listMigrationNames,
  migrate,
  requireMigrated,
  migrationsFolder,
} from '../src/database/migrate.ts'
import { listMigrations } from '../src/database/transfer.ts'
import { ask, startReplica, startWorld } from './world/app.ts'
import { previousAnswers, restorePrevious } from './restore-previous.ts'
import { handClock } from './world/waiting.ts'
import { openTestDb } from './world/database.ts'
import { encryptionKey } from './world/webhooks.ts'

interface PreviousRelease {
  release: string
  migrations: string[]
}

const previous = JSON.parse(readFileSync(join(migrationsFolder, 'previous.json'), 'utf8')) as PreviousRelease

/** The migrations of the previous release, none of which can run again. */
function createPreviousFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of previous.migrations) writeFileSync(join(folder, `${name}.sql`), 'select 1/0')
  writeFileSync(join(folder, 'previous.json'), JSON.stringify({ release: '0.1.0', migrations: [] }))
  return folder
}

// The tests follow one database from the previous release to this one, because making it takes seconds.
test('a database of the previous release', async (t) => {
  const { db, reads, migrations, close } = await openTestDb()
  t.after(close)
  await sql`drop schema public cascade`.execute(migrations)
  await sql`create schema public`.execute(migrations)
  await restorePrevious(migrations)

  await t.test('part of its migrations: it is told to finish them first', async () => {
    const last = previous.migrations.slice(-2)
    await sql`delete from migrations where name = any(${last})`.execute(migrations)
    const refusal = {
      name: 'Error',
      message: `The database lacks 2 of the ${previous.migrations.length} migrations of Launchscore ${previous.release}, the first is ${last[0]}. Start the last build of ${previous.release} on it, and then this release.`,
    }
    await assert.rejects(migrate(migrations, migrationsFolder), refusal)
    await assert.rejects(migrate(migrations, migrationsFolder), SchemaMismatch)
    await assert.rejects(requireMigrated(migrations, migrationsFolder), refusal)
    assert.deepEqual(await listMigrations(migrations), previous.migrations.slice(0, -2))
    for (const name of last)
      await sql`insert into migrations (name, oldest_release) values (${name}, ${previous.release})`.execute(migrations)
  })

  await t.test('later migrations run in the transaction that records the baselines', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'launchscore-migrations-'))
    t.after(() => rmSync(folder, { recursive: true }))
    cpSync(migrationsFolder, folder, { recursive: true })
    writeFileSync(
      join(folder, '9001-keys.sql'),
      "do $$ begin raise 'run with % key', (select count(*) from api_keys); end $$",
    )
    await assert.rejects(migrate(migrations, folder), { message: 'run with 1 key' })
    assert.deepEqual(await listMigrations(migrations), previous.migrations)
  })

  await t.test('the service starts, and nothing is lost', async (t) => {
    assert.deepEqual(await listMigrations(migrations), previous.migrations)
    assert.deepEqual(await migrate(migrations, migrationsFolder), listMigrationNames(migrationsFolder))
    assert.deepEqual(await migrate(migrations, migrationsFolder), [])
    await requireMigrated(migrations, migrationsFolder)

    const { now, authorization, key, score, launch, best, webhook, deliveries, launched, outcomes } = previousAnswers
    const world = await startWorld(t)
    const environment = { ...world.environment, ENCRYPTION_KEY: encryptionKey }
    const started = await startReplica(t, { db, reads }, { world, environment, clock: handClock(now) })
    const read = async (url: string) => {
      const { status, body } = await ask(started.app, { url, headers: { authorization } })
      assert.equal(status, 200, url)
      return body
    }
    const readBest = async () =>
      ((await read('/api/v1/leaderboards?window=all')).best as { scoreId: string }[]).map(({ scoreId }) => scoreId)

    assert.deepEqual(await read(`/v1/score/${score.id}`), score)
    assert.partialDeepStrictEqual(await read(`/v1/launch/${score.id}`), launch)
    assert.deepEqual(await readBest(), best)
    assert.partialDeepStrictEqual(await read('/v1/me'), key)
    assert.partialDeepStrictEqual(await read(`/v1/webhooks/${webhook.id}`), webhook)
    assert.partialDeepStrictEqual((await read(`/v1/launch/${launched}/token`)).outcomes, outcomes)

    const added = await started.score({ name: 'Paper Boat', symbol: 'BOAT' }, { authorization })
    assert.equal(added.status, 201)
    assert.deepEqual(new Set(await readBest()), new Set([...best, added.body.id]))
    const queued = (await read(`/v1/webhooks/${webhook.id}/deliveries`)).deliveries as { id: string; event: string }[]
    assert.equal(queued.length, deliveries.length + 1)
    assert.deepEqual(
      queued.slice(1).map(({ id }) => id),
      deliveries,
    )
  })

  await t.test('a new database has the same tables, and the previous release starts on neither', async (t) => {
    const fresh = await openTestDb()
    t.after(fresh.close)
    assert.deepEqual(await describeSchema(migrations), await describeSchema(fresh.migrations))
    for (const db of [migrations, fresh.migrations])
      await assert.rejects(migrate(db, createPreviousFolder(t), { release: previous.release }), {
        message: /and needs Launchscore 1\.1\.0 or newer; this is 1\.0\.0/,
      })
  })
})

/** Partitions of a day or a month aside, which jobs make. */
async function describeSchema(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with tables as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'i', 'I', 'S') and relname !~ '_20[0-9]+(_|$)')
    select concat_ws(' ', relname, relkind, reloptions, pg_get_expr(relpartbound, oid), pg_get_partkeydef(oid)) as line
      from pg_class join tables using (oid, relname)
    union all
    select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attstorage, attcollation,
        pg_get_expr(adbin, adrelid))
      from tables join pg_attribute on attrelid = oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', relname, conname, pg_get_constraintdef(c.oid))
      from tables join pg_constraint as c on conrelid = tables.oid
    union all
    select pg_get_indexdef(indexrelid) from tables join pg_index on indexrelid = oid
    union all
    select concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled)
      from tables join pg_trigger as t on tgrelid = tables.oid where not tgisinternal
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`.execute(db)
  return rows.map(({ line }) => line).sort()
}
