import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Tx } from '../../src/database/db.ts'
import { insertEvent } from '../../src/webhooks/event-store.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { queue } from '../lib/boss-sender.ts'
import { measureLatency } from '../lib/hook-latency.ts'
import { type HookWorld, makeEvent, openHookWorld, storeSubscriptions } from '../lib/hook-world.ts'
import { startForked, startService } from '../lib/processes.ts'
import { median, range } from '../lib/statistics.ts'

const endpoints = 100
const events = 300
const rounds = 2
/** How much faster than the sender on pg-boss. */
const minTimes = 2
/** How much faster the bare loop may be. */
const maxTimes = 1.5
/** How long to wait for deliveries that may never arrive: two timeouts. */
const maxMs = 20_000

/** Measures deliveries from the commit of their events to their recorded end. Runs on PostgreSQL only. */
export const webhooks: Benchmark = { name: 'webhooks', run }

async function run(bench: Bench): Promise<Measure[]> {
  if (bench.place.name !== 'PostgreSQL') return []
  return [...(await measureThroughput(bench)), ...(await measureLatency(bench))]
}

/** A sender of events to all endpoints. */
interface Sending {
  /** Stores one event in a transaction. */
  commit: () => Promise<void>
  /** Counts the deliveries that are recorded as delivered. */
  countDelivered: () => Promise<number>
}

type Open = (world: HookWorld, ids: string[], opened: AsyncDisposableStack) => Promise<Sending>

async function measureThroughput(bench: Bench): Promise<Measure[]> {
  const rates = { ours: [] as number[], boss: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    rates.ours.push(await measureRate(bench, openOurs, { hanging: 0, count: events }))
    rates.boss.push(await measureRate(bench, openBoss, { hanging: 0, count: events }))
    rates.bare.push(await measureRate(bench, openBare, { hanging: 0, count: events }))
  }
  const oneHangs = { hanging: 1, count: events / 3 }
  const [oursHanging, bossHanging] = [
    await measureRate(bench, openOurs, oneHangs),
    await measureRate(bench, openBoss, oneHangs),
  ]
  const [ours, boss, bare] = [median(rates.ours), median(rates.boss), median(rates.bare)]
  return [
    {
      what: `deliveries a second, ${endpoints} endpoints, commit to 2xx`,
      measured: `${ours.toFixed(0)} (${range(rates.ours, 0)})`,
    },
    {
      what: 'of a bare loop, which guards, shares and limits nothing',
      measured: `${(bare / ours).toFixed(2)} times (${bare.toFixed(0)}; ${range(rates.bare, 0)})`,
      bound: `≤ ${maxTimes} times`,
      isMet: bare <= maxTimes * ours,
    },
    {
      what: 'against a sender on pg-boss, all endpoints well',
      measured: `${(ours / boss).toFixed(2)} times (${boss.toFixed(0)}; ${range(rates.boss, 0)})`,
      bound: `≥ ${minTimes} times`,
      isMet: ours >= minTimes * boss,
    },
    {
      what: `the same while 1 of ${endpoints} endpoints hangs`,
      measured: `${(oursHanging / bossHanging).toFixed(1)} times (${oursHanging.toFixed(0)} to ${bossHanging.toFixed(0)})`,
      bound: `≥ ${minTimes} times`,
      isMet: oursHanging >= minTimes * bossHanging,
    },
  ]
}

/** Uses a new database and new processes for each run, so that runs don't influence each other. */
async function measureRate(bench: Bench, open: Open, { hanging, count }: { hanging: number; count: number }) {
  await using opened = new AsyncDisposableStack()
  const world = await openHookWorld({ ...bench, opened }, endpoints)
  const getPath = (n: number) => (n < hanging ? '/hang' : '/hook')
  const addresses = Array.from({ length: endpoints }, (_, n) => world.toEndpoint(n, getPath(n)))
  const sending = await open(world, await storeSubscriptions(world, addresses), opened)
  if (hanging === 0) await sendAll(world, sending, 50 * endpoints) // warm
  return await sendAll(world, sending, count * (endpoints - hanging), count)
}

/** Commits events and waits for their deliveries to be recorded. Returns the deliveries per second. */
async function sendAll(world: HookWorld, { commit, countDelivered }: Sending, awaited: number, events = 50) {
  const before = await countDelivered()
  const since = performance.now()
  const isOver = () => performance.now() - since > maxMs
  for (let n = 0; n < events; n++) await commit()
  while ((await world.receiver.ask<number>('count')) < before + awaited && !isOver()) await pause(20)
  while ((await countDelivered()) < before + awaited && !isOver()) await pause(20)
  return (((await countDelivered()) - before) * 1000) / (performance.now() - since)
}

async function openOurs(world: HookWorld, _: string[], opened: AsyncDisposableStack): Promise<Sending> {
  await startService(opened, world.environment)
  return toSending(world)
}

async function openBare(world: HookWorld, _: string[], opened: AsyncDisposableStack): Promise<Sending> {
  await startForked(opened, 'bench/lib/bare-sender.ts', world.environment)
  return toSending(world)
}

const toSending = ({ db }: HookWorld): Sending => ({
  commit: () => db.transaction().execute((tx) => insertEvent(tx, makeEvent())),
  countDelivered: () => countRows(sql`select count(*) as count from delivery_log`.execute(db)),
})

async function openBoss({ db, environment }: HookWorld, ids: string[], opened: AsyncDisposableStack): Promise<Sending> {
  await startForked(opened, 'bench/lib/boss-sender.ts', environment)
  const boss = new PgBoss({ connectionString: environment['DATABASE_URL'] ?? '', supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  opened.defer(() => boss.stop({ graceful: false }))
  const toJobs = ({ event, body }: ReturnType<typeof makeEvent>) =>
    ids.map((subscriptionId) => ({ data: { subscriptionId, event, body } }))
  return {
    commit: async () => {
      await db.transaction().execute((tx) => boss.insert(queue, toJobs(makeEvent()), { db: joining(tx) }))
    },
    countDelivered: () =>
      countRows(sql`select count(*) as count from pgboss.job where state = 'completed'`.execute(db)),
  }
}

/** Lets pg-boss write within our transaction. */
const joining = (tx: Tx) => ({
  executeSql: (text: string, values: unknown[] = []) => tx.executeQuery(CompiledQuery.raw(text, values)),
})

async function countRows(query: Promise<{ rows: unknown[] }>): Promise<number> {
  const { rows } = await query
  return Number((rows[0] as { count: string }).count)
}
