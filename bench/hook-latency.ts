import { setTimeout as pause } from 'node:timers/promises'
import { insertEventFor } from '../src/webhooks/store.ts'
import type { Bench, Measure } from './benchmark.ts'
import type { Arrival } from './hook-receiver.ts'
import { type HookWorld, makeEvent, openHookWorld, storeSubscriptions } from './hook-world.ts'
import { startService } from './processes.ts'
import { median, quantile } from './statistics.ts'

const endpoints = 200
/** One in a hundred. */
const hanging = 2
const perSecond = 300
const seconds = 8
const rounds = 2
const mostMs = 100
const mostTimes = 2

/** How long first attempts take from before the commit of their events, with all endpoints well and with some that hang. */
export async function measureLatency(bench: Bench): Promise<Measure[]> {
  const world = await openHookWorld(bench, endpoints)
  const allOf = (pathOf: (n: number) => string) =>
    storeSubscriptions(
      world,
      Array.from({ length: endpoints }, (_, n) => world.endpointOf(n, pathOf(n))),
    )
  const well = await allOf(() => '/hook')
  const ill = await allOf((n) => (n < hanging ? '/hang' : '/hook'))
  await startService(bench.opened, world.environment)
  await emit(world, well, 4) // warm
  const latencies = { well: [] as number[], ill: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    latencies.well.push(...(await emit(world, well, seconds)))
    latencies.ill.push(...(await emit(world, ill, seconds)))
  }
  return measuresOf(latencies.well, latencies.ill)
}

function measuresOf(well: number[], ill: number[]): Measure[] {
  const [p99, illP99] = [quantile(well, 0.99), quantile(ill, 0.99)]
  return [
    {
      what: `first attempt, ${perSecond} events a second: p99 after commit`,
      measured: `${p99.toFixed(0)} ms (p50 ${median(well).toFixed(0)}, longest ${Math.max(...well).toFixed(0)})`,
      bound: `< ${mostMs} ms`,
      isMet: p99 < mostMs,
    },
    {
      what: `the others’, with ${hanging} of ${endpoints} endpoints hanging: p99`,
      measured: `${(illP99 / p99).toFixed(2)} times (${illP99.toFixed(0)} ms, p50 ${median(ill).toFixed(0)})`,
      bound: `< ${mostTimes} times`,
      isMet: illP99 < mostTimes * p99,
    },
  ]
}

/** Commits events at a fixed rate, each for one of the subscriptions in turn; the latencies of those that arrived. */
async function emit({ db, receiver }: HookWorld, ids: string[], seconds: number): Promise<number[]> {
  const begun = new Map<string, number>()
  const startedAt = performance.now()
  const commits = Array.from({ length: perSecond * seconds }, async (_, n) => {
    await pause(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()))
    const event = makeEvent()
    begun.set(event.id, Date.now())
    await db.transaction().execute((tx) => insertEventFor(tx, ids[n % ids.length] ?? '', event))
  })
  await Promise.all(commits)
  await pause(2000)
  const arrivals = await receiver.ask<Arrival[]>('arrivals')
  return arrivals.flatMap(([id, at]) => {
    const since = begun.get(id)
    return since === undefined ? [] : [at - since]
  })
}
