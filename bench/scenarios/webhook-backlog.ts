import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { type HookWorld, makeEvent, openHookWorld, storeSubscriptions } from '../lib/hook-world.ts'
import { startService } from '../lib/processes.ts'

const endpoints = 500
const eventsEach = 2000
const due = endpoints * eventsEach
const maxLoss = 0.2
/** Events per insert statement, so that none runs into the statement timeout. */
const atOnce = 100

/** Sends a backlog of a million due deliveries. Runs on PostgreSQL only. */
export const webhookBacklog: Benchmark = { name: 'webhook-backlog', run }

async function run(bench: Bench): Promise<Measure[]> {
  if (bench.place.name !== 'PostgreSQL') return []
  const world = await openHookWorld(bench, endpoints)
  const addresses = Array.from({ length: endpoints }, (_, n) => world.toEndpoint(n))
  await storeSubscriptions(world, addresses)
  await storeBacklog(world)
  await startService(bench.opened, world.environment)
  const counts = await countEachSecond(world)
  const [first, last] = [rateBetween(counts, 0, due / 10), rateBetween(counts, (due * 9) / 10, due)]
  const loss = 1 - last / first
  return [
    {
      what: `${due / 1e6} million due deliveries: first tenth, last tenth`,
      measured: `${first.toFixed(0)}, ${last.toFixed(0)} a second (${(counts.length / 60).toFixed(1)} min)`,
      bound: `≤ ${maxLoss * 100} % less`,
      isMet: loss <= maxLoss,
    },
  ]
}

/** Stores the rows that `insertEvent` would have stored an hour ago. */
async function storeBacklog({ db }: HookWorld): Promise<void> {
  const { event, body } = makeEvent()
  await db.connection().execute(async (connection) => {
    await sql`set synchronous_commit = off`.execute(connection)
    await sql`insert into outbox (id, event, body, created_at)
      select 'evt_' || lpad(to_hex(n), 32, '0'), ${event}, ${body}, now() - interval '1 hour'
      from generate_series(1, ${eventsEach}::int) n`.execute(connection)
    for (let from = 0; from < eventsEach; from += atOnce)
      await sql`insert into deliveries (subscription_id, id, event_id, due_at, created_at)
        select s.id, delivery_id(e.id, s.id), e.id, now() - interval '1 hour', now() - interval '1 hour'
        from (select id from outbox order by id offset ${from} limit ${atOnce}) e
          cross join webhook_subscriptions s`.execute(connection)
    await sql`vacuum analyze deliveries, outbox, webhook_subscriptions`.execute(connection)
    await sql`checkpoint`.execute(connection)
    await sql`reset all`.execute(connection)
  })
}

/** Counts the arrivals once a second until all deliveries have arrived. */
async function countEachSecond({ receiver }: HookWorld): Promise<[atMs: number, count: number][]> {
  const counts: [number, number][] = []
  for (let count = 0; count < due;) {
    count = await receiver.ask<number>('count')
    counts.push([performance.now(), count])
    await pause(1000)
  }
  return counts
}

/** Arrivals per second between two counts. */
function rateBetween(counts: [atMs: number, count: number][], from: number, to: number): number {
  const within = counts.filter(([, count]) => count >= from && count <= to && count > 0)
  const [first, last] = [within[0], within.at(-1)]
  if (!first || !last || first === last) return Number.NaN
  return ((last[1] - first[1]) * 1000) / (last[0] - first[0])
}
