import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Arrived, type Reaction, type Receiver, startReceiver } from '../../dev/stand-ins/receiver.ts'
import type { Db } from '../../src/database/db.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { type CuttingProxy, startCuttingProxy } from '../servers/proxies.ts'
import { openServer, openTestDb } from '../world/database.ts'
import { until } from '../world/waiting.ts'
import { assertInvariants, emit, encryptionKey, secret } from '../world/webhooks.ts'
import { makeDeps } from '../world/deps.ts'

const databaseUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
const replicas = 3
const rounds = 6
const killsEach = 51
/** Stored while nobody is killed. */
const calmEvents = 120
/** Per worker: eight attempts for each of the four subscriptions. */
const maxInFlight = 4 * 8
const minuteMs = 60_000
/** Longer than the longest wait before a retry and than a pause. */
const leapMs = 365 * minuteMs

interface Arena {
  t: TestContext
  db: Db
  /** The same database through a proxy that cuts connections. */
  bad: Db
  proxy: CuttingProxy
  receiver: Receiver
  environment: NodeJS.ProcessEnv
  /** The database's clock, which leaps ahead between two rounds. */
  clock: { now: () => Date; leap: () => Promise<void> }
  /** The events whose commit was confirmed. */
  accepted: string[]
  responded: WeakMap<Arrived, Reaction>
  counts: { kills: number; restarts: number; leaps: number; unresponsive: number }
  isFaulty: boolean
}

const title = `${rounds * killsEach} kills of ${replicas} workers: each accepted event ends once, none is lost or early`
test(title, { timeout: 600_000 }, async (t) => {
  const arena = await openArena(t)
  for (let round = 0; round < rounds; round++) await killForARound(arena)
  const before = arena.receiver.arrived.length
  await arena.clock.leap()
  await sendInPeace(arena)
  await untilAllEnded(arena)
  const { receiver, counts, proxy, accepted } = arena
  const verdict = await assertInvariants({ ...arena, calm: before, maxRepeated: counts.kills * maxInFlight })
  t.diagnostic(
    JSON.stringify({
      ...counts,
      cuts: proxy.cuts(),
      accepted: accepted.length,
      arrivals: receiver.arrived.length,
      ...verdict,
    }),
  )
})

async function openArena(t: TestContext): Promise<Arena> {
  const database = await openTestDb(databaseUrl)
  t.after(database.close)
  const { db, url } = database
  const clock = await openLeapingClock(db)
  const proxy = await startCuttingProxy(t, url ?? '', { commits: 0.1, others: 0.004 })
  const through = openServer(proxy.url, { statementTimeoutMs: 5000 })
  t.after(through.close)
  const responded = new WeakMap<Arrived, Reaction>()
  const receiver = await startReceiver({ secret, now: clock.now, react: (arrived) => reactTo(arena, arrived) })
  t.after(receiver.close)
  const environment = {
    PATH: process.env['PATH'],
    DATABASE_URL: proxy.url,
    ENCRYPTION_KEY: encryptionKey,
    OUTBOUND_ALLOW: receiver.host,
    DISPATCH_INTERVAL_SECONDS: '1',
    NODE_COMPILE_CACHE: join(tmpdir(), 'launchscore-compiled'),
  }
  const counts = { kills: 0, restarts: 0, leaps: 0, unresponsive: 0 }
  const arena: Arena = {
    t,
    db,
    bad: through.db,
    proxy,
    receiver,
    environment,
    clock,
    responded,
    counts,
    accepted: [],
    isFaulty: true,
  }
  for (let n = 0; n < 4; n++) await storeSubscription(arena, `${receiver.url}/${n}`)
  return arena
}

/** Replaces the database's clock, for new connections, by one that can leap. */
async function openLeapingClock(db: Db): Promise<Arena['clock']> {
  await sql`create schema leap`.execute(db)
  await sql`create table leap.by (ms bigint not null)`.execute(db)
  await sql`insert into leap.by values (0)`.execute(db)
  await sql`create function leap.clock_timestamp() returns timestamptz volatile language sql as $$
    select pg_catalog.clock_timestamp() + (select ms from leap.by) * interval '1 millisecond' $$`.execute(db)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql`alter database ${sql.ref(rows[0]?.name ?? '')} set search_path = leap, pg_catalog, public`.execute(db)
  let ms = 0
  const leap = async () => {
    ms += leapMs
    await sql`update leap.by set ms = ${ms}`.execute(db)
  }
  return { now: () => new Date(Date.now() + ms), leap }
}

async function storeSubscription({ db, clock }: Arena, endpoint: string): Promise<void> {
  const id = `sub_${systemRandom.uuid().replaceAll('-', '')}`
  const sealed = createSecretBox([Buffer.from(encryptionKey, 'base64')]).seal(secret, id)
  const [owner_id, created_at] = [systemRandom.uuid(), clock.now()]
  const row = { id, owner_id, endpoint, events: ['score.created'], secret: sealed, created_at }
  await db.insertInto('webhook_subscriptions').values(row).execute()
}

const faults: Reaction[] = [302, 500, 503, 404, 410, 429, 'hang', 'drip', 'flood', 'cut', 'garbage']

/** The last subscription fails more often than the others. */
function reactTo({ isFaulty, responded }: Arena, arrived: Arrived): Reaction {
  const faultyShare = arrived.path === '/3' ? 0.7 : 0.12
  const share = isFaulty ? faultyShare : 0
  const fault = faults[Math.floor(Math.random() * faults.length)] ?? 500
  const reaction = Math.random() < share ? fault : 200
  responded.set(arrived, reaction)
  return reaction
}

/** Kills workers at random moments, while events are stored and the database restarts. Then the clock leaps ahead. */
async function killForARound(arena: Arena): Promise<void> {
  const over = new AbortController()
  const stopped = AbortSignal.any([over.signal, arena.t.signal])
  const last = arena.counts.kills + killsEach
  const storms = [emitAgainAndAgain(arena, stopped), restartAgainAndAgain(arena, stopped)]
  await Promise.all(Array.from({ length: replicas }, () => killAgainAndAgain(arena, last)))
  over.abort()
  await Promise.all(storms)
  await arena.clock.leap()
  arena.counts.leaps++
}

async function killAgainAndAgain(arena: Arena, last: number): Promise<void> {
  while (arena.counts.kills < last && !arena.t.signal.aborted) {
    arena.counts.kills++
    const worker = await startWorkerProcess(arena)
    await pause(Math.random() * 500)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
}

async function startWorkerProcess({ t, environment }: Arena): Promise<ChildProcess> {
  const root = join(import.meta.dirname, '../..')
  const worker = spawn(process.execPath, ['test/servers/dispatching-process.ts'], { cwd: root, env: environment })
  worker.stderr.pipe(process.stderr)
  const kill = () => void worker.kill('SIGKILL')
  process.once('exit', kill)
  worker.once('exit', () => process.off('exit', kill))
  t.after(kill)
  await once(worker.stdout, 'data')
  return worker
}

/** An event is accepted when its commit is confirmed. One whose connection breaks during the commit may be stored or not. */
async function emitAgainAndAgain(arena: Arena, over: AbortSignal): Promise<void> {
  const { bad, clock, accepted, counts } = arena
  while (!over.aborted) {
    const uuid = systemRandom.uuid()
    const random = { ...systemRandom, uuid: () => uuid }
    try {
      await emit(makeDeps({ db: bad, clock, random }))
      accepted.push(`evt_${uuid.replaceAll('-', '')}`)
    } catch {
      counts.unresponsive++
    }
    await pause(25)
  }
}

/** Alternately refuses all connections for a while and terminates all backends. */
async function restartAgainAndAgain({ db, proxy, counts }: Arena, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await pause(1500 + Math.random() * 1500)
    if (counts.restarts++ % 2) await proxy.restart(200 + Math.random() * 800)
    else
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
        .execute(db)
        .catch(() => {})
  }
}

/** Stores events without kills or cut connections: every attempt arrives exactly once. */
async function sendInPeace(arena: Arena): Promise<void> {
  arena.proxy.heal()
  const workers = await Promise.all(Array.from({ length: replicas }, () => startWorkerProcess(arena)))
  const over = new AbortController()
  const emitting = emitAgainAndAgain(arena, AbortSignal.any([over.signal, arena.t.signal]))
  const enough = arena.accepted.length + calmEvents
  await until(() => arena.accepted.length >= enough)
  over.abort()
  await emitting
  await untilNothingIsDue(arena)
  await stopAll(workers)
}

const stopAll = (workers: ChildProcess[]) =>
  Promise.all(
    workers.map(async (one) => {
      one.kill('SIGTERM')
      await once(one, 'exit')
    }),
  )

async function untilNothingIsDue({ db, clock }: Arena): Promise<void> {
  const countDue = async () => {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from deliveries d join webhook_subscriptions s on s.id = d.subscription_id
      where due_at <= ${clock.now()} and (not is_retry or s.paused_until is null or s.paused_until <= ${clock.now()})
    `.execute(db)
    return Number(rows[0]?.count)
  }
  while ((await countDue()) > 0) await pause(50)
}

async function untilAllEnded(arena: Arena): Promise<void> {
  const { db, clock, counts } = arena
  const countOpen = async () => (await db.selectFrom('deliveries').select('id').execute()).length
  for (let left = await countOpen(); left > 0; left = await countOpen()) {
    if (counts.leaps > rounds + 5) arena.isFaulty = false
    await clock.leap()
    counts.leaps++
    const worker = await startWorkerProcess(arena)
    await untilNothingIsDue(arena)
    await stopAll([worker])
  }
}
