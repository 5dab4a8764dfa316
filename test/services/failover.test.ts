import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { migrate, migrationsFolder } from '../../src/database/migrate.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { type PostgresServer, promote, startPostgres } from '../servers/postgres.ts'
import { startLogged } from '../servers/processes.ts'
import { openTcpProxy } from '../servers/proxies.ts'
import { openServer } from '../world/database.ts'
import { until } from '../world/waiting.ts'

// These tests share one primary, gone after the last of them.
const cleanups: (() => unknown)[] = []
const file = { after: (cleanup: () => unknown) => void cleanups.push(cleanup) }
let primary: PostgresServer

const startStandby = (name: string) => startPostgres(file, { primary: { server: primary, name } })

before(async () => {
  primary = await startPostgres(file)
  const database = openServer(primary.url)
  await migrate(database.migrations, migrationsFolder)
  await database.close()
})
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

test('connections to a server that is read-only are left for what the address leads to later', async (t) => {
  const standby = await startStandby('standby')
  const address = await openTcpProxy(t, standby.url)
  const { db, reads, close } = openServer(address.url)
  t.after(close)
  const find = async (from: typeof db) => {
    const { rows } = await sql<{ port: number }>`select current_setting('port')::int as port`.execute(from)
    return rows[0]?.port
  }
  const write = () => sql`create table if not exists written (n int)`.execute(db)
  assert.deepEqual([await find(db), await find(reads)], [standby.port, standby.port])
  await assert.rejects(write, { code: '25006' })
  address.leadTo(primary.url)
  await until(async () => (await find(reads)) === primary.port && (await find(db)) === primary.port)
  await write()
})

test('of several replicas behind one address, one that is promoted is left for another', async (t) => {
  const [parting, other] = [await startStandby('parting'), await startStandby('other')]
  const address = await openTcpProxy(t, parting.url)
  const environment = { DATABASE_URL: primary.url, DATABASE_READ_URL: address.url, TRUST_PROXY: '127.0.0.1' }
  const service = await startLogged(t, environment)
  const isInUse = async () => {
    await fetch(`${service.url}/api/v1/leaderboards`, { headers: { 'x-forwarded-for': freshAddress() } })
    const metrics = await fetch(`${service.url}/metrics`)
    return /^launchscore_replica_in_use 1$/m.test(await metrics.text())
  }
  await until(isInUse)
  await promote(parting)
  await until(async () => !(await isInUse()))
  address.leadTo(other.url)
  await until(isInUse)
  const sessions = `select from pg_stat_activity where application_name = 'launchscore replica'`
  await until(async () => (await parting.query(sessions)).length === 0)
  assert.notEqual((await other.query(sessions)).length, 0)
})
