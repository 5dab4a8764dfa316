import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Bench, Benchmark, Measure } from './benchmark.ts'
import { type HookWorld, makeEvent, openHookWorld, storeSubscriptions } from './hook-world.ts'
import { startService } from './processes.ts'

const endpoints = 500
const eventsEach = 2000
const due = endpoints * eventsEach
const mostLoss = 0.2
/** So many events are stored by one statement, which may not take long. */
const atOnce = 100

/** A million deliveries that are due at once, sent until none is left, on the server alone. */
export const webhookBacklog: Benchmark = { name: 'webhook-backlog', run }

async function run(bench: Bench): Promise<Measure[]> {
  if (bench.place.name !== 'PostgreSQL') return []
  const world = await openHookWorld(bench, endpoints)
  const addresses = Array.from({ length: endpoints }, (_, n) => world.endpointOf(n))
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
      bound: `≤ ${mostLoss * 100} % less`,
      isMet: loss <= mostLoss,
    },
  ]
}

/** Rows as `insertEvent` writes them, an hour ago. */
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

/** How many have arrived at each second, until all have. */
async function countEachSecond({ receiver }: HookWorld): Promise<[atMs: number, count: number][]> {
  const counts: [number, number][] = []
  for (let count = 0; count < due;) {
    count = await receiver.ask<number>('count')
    counts.push([performance.now(), count])
    await pause(1000)
  }
  return counts
}

/** Arrivals in a second while the count went from one number to another. */
function rateBetween(counts: [atMs: number, count: number][], from: number, to: number): number {
  const within = counts.filter(([, count]) => count >= from && count <= to && count > 0)
  const [first, last] = [within[0], within.at(-1)]
  if (!first || !last || first === last) return Number.NaN
  return ((last[1] - first[1]) * 1000) / (last[0] - first[0])
}
