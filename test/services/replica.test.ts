import assert from 'node:assert/strict'
import { type TestContext, after, before, test } from 'node:test'
import { migrate, migrationsFolder } from '../../src/database/migrate.ts'
import { systemClock } from '../../src/platform/time.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { type PostgresServer, startPostgres } from '../servers/postgres.ts'
import { runCli, startLogged } from '../servers/processes.ts'
import { seedScore } from '../world/seed.ts'
import { openServer } from '../world/database.ts'
import { until } from '../world/waiting.ts'
import { makeDeps, oneChain } from '../world/deps.ts'

// These tests share one primary, one streaming replica of it and one service, gone after the last of them.
const cleanups: (() => unknown)[] = []
const file = { after: (cleanup: () => unknown) => void cleanups.push(cleanup) }
let primary: PostgresServer
let replica: PostgresServer
let database: ReturnType<typeof openServer>
let service: Awaited<ReturnType<typeof startLogged>>

before(async () => {
  primary = await startPostgres(file)
  database = openServer(primary.url)
  await migrate(database.migrations, migrationsFolder)
  replica = await startPostgres(file, { primary: { server: primary, name: 'replica' } })
  const environment = { DATABASE_URL: primary.url, TRUST_PROXY: '127.0.0.1' }
  service = await startLogged(file, { ...environment, DATABASE_READ_URL: replica.url })
})
after(async () => {
  await database.close()
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

/** The fields that these tests read, of several responses. */
interface Body {
  best: { scoreId: string }[]
  worst: { scoreId: string }[]
  nextCursor: string | null
  asOf: string
  cohortSize: number
}

async function get(path: string, url = service.url) {
  const response = await fetch(url + path, { headers: { 'x-forwarded-for': freshAddress() } })
  return { status: response.status, body: (await response.json()) as Body }
}

async function isInUse(): Promise<boolean> {
  await get('/api/v1/leaderboards')
  const metrics = await fetch(`${service.url}/metrics`)
  return /^launchscore_replica_in_use 1$/m.test(await metrics.text())
}

const untilInUse = () => until(isInUse)

/** The service's log lines about the replica. */
const messages = () => service.lines.map(({ msg }) => msg).filter((text) => /replica/.test(text))

/** A score of a creator and a picture of their own: boards have a bounded number of rows of each. */
const seed = (over: Partial<Parameters<typeof seedScore>[1]> = {}) => {
  const own = systemRandom.uuid().replaceAll('-', '')
  return seedScore(makeDeps({ db: database.db, clock: systemClock, random: systemRandom, ...oneChain({}) }), {
    name: systemRandom.uuid(),
    creatorAddress: `0x${own}aaaaaaaa`,
    imageHash: own + own,
    ...over,
  })
}

/** Stops the replica's replay until the test has ended. */
async function pauseReplay(t: TestContext): Promise<void> {
  t.after(() => replica.query('select pg_wal_replay_resume()'))
  await replica.query('select pg_wal_replay_pause()')
  await until(async () => {
    const [row] = await replica.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
    return row?.state === 'paused'
  })
}

const readsOf = (server: PostgresServer, table: string) =>
  server.query(`select from pg_stat_activity where application_name like 'launchscore%' and query ~ '${table}'`)

test('lists are read from the replica, a score by its id is read from the primary', async () => {
  const id = await seed()
  await untilInUse()
  assert.equal((await get('/api/v1/leaderboards')).status, 200)
  assert.equal((await get(`/v1/score/${id}`)).status, 200)
  assert.equal((await readsOf(replica, 'rankings')).length > 0, true)
  assert.deepEqual(await readsOf(replica, 'submissions\\.hidden_reason'), [])
})

test('a replica that stops replaying is not read until it follows again', async (t) => {
  await untilInUse()
  const before = messages().length
  await pauseReplay(t)
  const id = await seed({ points: 99 })
  const isListed = async () => {
    const { body } = await get('/api/v1/leaderboards?limit=50')
    return body.best.some(({ scoreId }) => scoreId === id)
  }
  await until(isListed)
  assert.deepEqual(messages().slice(before), [
    'the replica is down or more than a second behind; reading lists from the primary',
  ])
  await replica.query('select pg_wal_replay_resume()')
  await until(isInUse)
  assert.equal(await isListed(), true)
})

test('a percentile counts every score that was stored before its asOf', async (t) => {
  const subject = await seed()
  await untilInUse()
  const storedAt: number[] = []
  const over = new AbortController()
  const storing = (async () => {
    while (!over.signal.aborted) {
      await seed()
      storedAt.push(Date.now())
    }
  })()
  const [first] = await database.db
    .selectFrom('rankings')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('cohort', 'not like', '%/%')
    .execute()
  const before = Number(first?.count) - storedAt.length - 1 // one may be on its way
  for (let n = 0; n < 60; n += 1) {
    if (n === 20) await pauseReplay(t)
    if (n === 40) await replica.query('select pg_wal_replay_resume()')
    const { body } = await get(`/v1/score/${subject}/percentile?window=all`)
    const stored = storedAt.filter((at) => at < Date.parse(body.asOf)).length
    assert.ok(body.cohortSize >= before + stored, `${body.cohortSize} of ${before + stored}`)
  }
  over.abort()
  await storing
})

test('a later page misses nothing that the replica does not have yet', async (t) => {
  const other = await startLogged(t, { DATABASE_URL: primary.url, TRUST_PROXY: '127.0.0.1' })
  await untilInUse()
  await pauseReplay(t)
  const id = await seed({ points: 1 })
  await seed({ points: 0 })
  const first = await get('/api/v1/leaderboards?limit=1', other.url)
  const later = await get(`/api/v1/leaderboards?limit=1&cursor=${first.body.nextCursor}`)
  assert.equal(later.body.worst[0]?.scoreId, id)
})

test('the percentile of a score that the replica does not have yet is found', async (t) => {
  await untilInUse()
  await pauseReplay(t)
  const { status } = await get(`/v1/score/${await seed()}/percentile`)
  assert.equal(status, 200)
})

test('doctor: tells a replica from a server that is none', async () => {
  const examine = async (readUrl: string) => {
    const environment = { DATABASE_URL: primary.url, DATABASE_READ_URL: readUrl, PUBLIC_URL: 'http://127.0.0.1:3000' }
    const { stdout } = await runCli(['doctor', '--json'], environment)
    const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; reason: string }[] }
    const { state, reason } = checks.find(({ name }) => name === 'database replica') ?? {}
    return [state, reason]
  }
  assert.deepEqual(await examine(replica.url), ['ok', 'responds'])
  const none = 'it is no streaming replica, so lists are read from the primary'
  assert.deepEqual(await examine(primary.url), ['failed', none])
})

test('reads go on when the replica is killed, and return to it when it is back', async () => {
  await untilInUse()
  const statuses: number[] = []
  const over = new AbortController()
  const reading = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) statuses.push((await get('/api/v1/leaderboards')).status)
    }),
  )
  await until(() => statuses.length > 50)
  await replica.kill()
  const atKill = statuses.length
  await until(() => statuses.length > atKill + 200)
  over.abort()
  await reading
  assert.deepEqual(new Set(statuses), new Set([200]))
  await replica.start()
  await until(isInUse)
})

test('a replica that was promoted is not read', async () => {
  await untilInUse()
  await replica.query('select pg_promote(true, 60)')
  await until(async () => !(await isInUse()) && /from the primary/.test(messages().at(-1) ?? ''))
})
