import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Arrived, type Reaction, type Receiver, startReceiver } from '../../dev/stand-ins/receiver.ts'
import type { Db } from '../../src/deps.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { openSecretBox } from '../../src/platform/secret-box.ts'
import { type CuttingProxy, startCuttingProxy } from '../cutting-proxy.ts'
import { openServer, openTestDb } from '../test-db.ts'
import { assertInvariants } from '../webhook-invariants.ts'
import { emit, encryptionKey, secret } from '../webhook-world.ts'

const databaseUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
const replicas = 3
const rounds = 6
const killsEach = 51
/** Of one dispatcher: eight attempts for each of the four subscribers. */
const mostUnderWay = 4 * 8
const minuteMs = 60_000
/** The longest wait before a repetition, and the longest pause, are over by then. */
const leapMs = 365 * minuteMs

interface Arena {
  t: TestContext
  db: Db
  /** The same database by a way that is cut now and then. */
  bad: Db
  proxy: CuttingProxy
  receiver: Receiver
  environment: NodeJS.ProcessEnv
  /** The time that all agree on: the database's, which leaps ahead between two rounds. */
  clock: { now: () => Date; leap: () => Promise<void> }
  /** Events whose commit was answered. */
  accepted: string[]
  answered: WeakMap<Arrived, Reaction>
  counts: { kills: number; restarts: number; leaps: number; unanswered: number }
  isFaulty: boolean
}

const title = `${rounds * killsEach} kills of ${replicas} dispatchers under faults of all kinds: every accepted event ends once, none is lost, none early`
test(title, { timeout: 300_000 }, async (t) => {
  const arena = await openArena(t)
  for (let round = 0; round < rounds; round++) await killForARound(arena)
  const before = arena.receiver.arrived.length
  await arena.clock.leap()
  await sendInPeace(arena)
  await untilAllEnded(arena)
  const { receiver, counts, proxy, accepted } = arena
  const verdict = await assertInvariants({ ...arena, calm: before, mostRepeated: counts.kills * mostUnderWay })
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
  const through = openServer(proxy.url, 5000)
  t.after(through.close)
  const answered = new WeakMap<Arrived, Reaction>()
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
  const counts = { kills: 0, restarts: 0, leaps: 0, unanswered: 0 }
  const arena: Arena = {
    t,
    db,
    bad: through.db,
    proxy,
    receiver,
    environment,
    clock,
    answered,
    counts,
    accepted: [],
    isFaulty: true,
  }
  for (let n = 0; n < 4; n++) await storeSubscription(arena, `${receiver.url}/${n}`)
  return arena
}

/** Puts a clock before the database's own that can be told to leap; connections opened from now on go by it. */
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
  const sealed = openSecretBox([Buffer.from(encryptionKey, 'base64')]).seal(secret, id)
  const [owner_id, created_at] = [systemRandom.uuid(), clock.now()]
  const row = { id, owner_id, endpoint, events: ['score.created'], secret: sealed, created_at }
  await db.insertInto('webhook_subscriptions').values(row).execute()
}

const faults: Reaction[] = [302, 500, 503, 404, 410, 429, 'hang', 'drip', 'flood', 'cut', 'garbage']

/** Three of four are taken; the last subscriber is worse than the others. */
function reactTo({ isFaulty, answered }: Arena, arrived: Arrived): Reaction {
  const share = !isFaulty ? 0 : arrived.path === '/3' ? 0.7 : 0.12
  const fault = faults[Math.floor(Math.random() * faults.length)] ?? 500
  const reaction = Math.random() < share ? fault : 200
  answered.set(arrived, reaction)
  return reaction
}

/** Dispatchers are killed at any moment while events come in and the database comes and goes; then the time leaps ahead. */
async function killForARound(arena: Arena): Promise<void> {
  const over = new AbortController()
  const last = arena.counts.kills + killsEach
  const storms = [emitAgainAndAgain(arena, over.signal), restartAgainAndAgain(arena, over.signal)]
  await Promise.all(Array.from({ length: replicas }, () => killAgainAndAgain(arena, last)))
  over.abort()
  await Promise.all(storms)
  await arena.clock.leap()
  arena.counts.leaps++
}

async function killAgainAndAgain(arena: Arena, last: number): Promise<void> {
  while (arena.counts.kills < last) {
    arena.counts.kills++
    const dispatcher = await startDispatcher(arena)
    await pause(Math.random() * 500)
    dispatcher.kill('SIGKILL')
    await once(dispatcher, 'exit')
  }
}

async function startDispatcher({ t, environment }: Arena): Promise<ChildProcess> {
  const root = join(import.meta.dirname, '../..')
  const dispatcher = spawn(process.execPath, ['test/dispatching-process.ts'], { cwd: root, env: environment })
  dispatcher.stderr.pipe(process.stderr)
  const kill = () => void dispatcher.kill('SIGKILL')
  process.once('exit', kill)
  dispatcher.once('exit', () => process.off('exit', kill))
  t.after(kill)
  await once(dispatcher.stdout, 'data')
  return dispatcher
}

/** What is answered is accepted; what is cut off in its commit may be stored or not. */
async function emitAgainAndAgain(arena: Arena, over: AbortSignal): Promise<void> {
  const { bad, clock, accepted, counts } = arena
  while (!over.aborted) {
    const uuid = systemRandom.uuid()
    const random = { ...systemRandom, uuid: () => uuid }
    try {
      await emit({ db: bad, clock, random })
      accepted.push(`evt_${uuid.replaceAll('-', '')}`)
    } catch {
      counts.unanswered++
    }
    await pause(25)
  }
}

/** By turns all connections are refused for a while, and the server ends them one and all. */
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

/** Nobody is killed and nothing is cut any more: what comes now comes once for each attempt. */
async function sendInPeace(arena: Arena): Promise<void> {
  arena.proxy.heal()
  const dispatchers = await Promise.all(Array.from({ length: replicas }, () => startDispatcher(arena)))
  const over = new AbortController()
  const emitting = emitAgainAndAgain(arena, over.signal)
  await pause(8000)
  over.abort()
  await emitting
  await untilNothingIsDue(arena)
  await stopAll(dispatchers)
}

const stopAll = (dispatchers: ChildProcess[]) =>
  Promise.all(
    dispatchers.map(async (one) => {
      one.kill('SIGTERM')
      await once(one, 'exit')
    }),
  )

async function untilNothingIsDue({ db, clock }: Arena): Promise<void> {
  const countDue = async () => {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from deliveries d join webhook_subscriptions s on s.id = d.subscription_id
      where due_at <= ${clock.now()} and (lane = 0 or s.paused_until is null or s.paused_until <= ${clock.now()})
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
    const dispatcher = await startDispatcher(arena)
    await untilNothingIsDue(arena)
    await stopAll([dispatcher])
  }
}
