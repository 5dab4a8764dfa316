import { setTimeout as pause } from 'node:timers/promises'
import { insertEventForOne } from '../../src/webhooks/event-store.ts'
import type { Bench, Measure } from './benchmark.ts'
import type { Arrival } from './hook-receiver.ts'
import { type HookWorld, makeEvent, openHookWorld, storeSubscriptions } from './hook-world.ts'
import { startService } from './processes.ts'
import { median, quantile } from './statistics.ts'

const endpoints = 200
/** Hanging endpoints: one in a hundred. */
const hanging = 2
const perSecond = 300
const seconds = 8
const rounds = 2
const maxMs = 100
const maxTimes = 2

/** Measures first attempts from before the commit of their events, with healthy endpoints and with some that hang. */
export async function measureLatency(bench: Bench): Promise<Measure[]> {
  const world = await openHookWorld(bench, endpoints)
  const allOf = (getPath: (n: number) => string) =>
    storeSubscriptions(
      world,
      Array.from({ length: endpoints }, (_, n) => world.toEndpoint(n, getPath(n))),
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
  return toMeasures(latencies.well, latencies.ill)
}

function toMeasures(well: number[], ill: number[]): Measure[] {
  const [p99, illP99] = [quantile(well, 0.99), quantile(ill, 0.99)]
  return [
    {
      what: `first attempt, ${perSecond} events a second: p99 after commit`,
      measured: `${p99.toFixed(0)} ms (p50 ${median(well).toFixed(0)}, longest ${Math.max(...well).toFixed(0)})`,
      bound: `< ${maxMs} ms`,
      isMet: p99 < maxMs,
    },
    {
      what: `the others’, with ${hanging} of ${endpoints} endpoints hanging: p99`,
      measured: `${(illP99 / p99).toFixed(2)} times (${illP99.toFixed(0)} ms, p50 ${median(ill).toFixed(0)})`,
      bound: `< ${maxTimes} times`,
      isMet: illP99 < maxTimes * p99,
    },
  ]
}

/** Commits events at a fixed rate, for the subscriptions in turn. Returns the latencies of those that arrived. */
async function emit({ db, receiver }: HookWorld, ids: string[], seconds: number): Promise<number[]> {
  const begun = new Map<string, number>()
  const startedAt = performance.now()
  const commits = Array.from({ length: perSecond * seconds }, async (_, n) => {
    await pause(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()))
    const event = makeEvent()
    begun.set(event.id, Date.now())
    await db.transaction().execute((tx) => insertEventForOne(tx, ids[n % ids.length] ?? '', event))
  })
  await Promise.all(commits)
  await pause(2000)
  const arrivals = await receiver.ask<Arrival[]>('arrivals')
  return arrivals.flatMap(([id, at]) => {
    const since = begun.get(id)
    return since === undefined ? [] : [at - since]
  })
}
