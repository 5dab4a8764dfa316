import { Redis } from 'ioredis'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { openGuardedRoutes } from '../lib/guarded-routes.ts'
import { toHeaders, readAll } from '../lib/read-all.ts'
import type { App } from '../../src/platform/http/app.ts'
import { startGuardedServer } from '../lib/processes.ts'
import { median, range } from '../lib/statistics.ts'

const warmRounds = 3
const timedRounds = 7
const callsARound = 5000
const readsARound = 6400
const maxCost = 1.25
const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const routes = ['bare', 'limited', 'keyed'] as const

/** Measures the time that limits and keys add to a route that reads one row by its key; how often Redis is asked where limits are shared. */
export const limits: Benchmark = { name: 'limits', run }

async function run({ place, opened }: Bench): Promise<Measure[]> {
  if (place.name !== 'PostgreSQL') return []
  const { environment } = await place.openDatabase(opened)
  return [...(await costs(opened, environment)), await roundTrips(opened, environment)]
}

type Costs = Record<(typeof routes)[number], number>

/** In process, one call after the other: nothing but the route, its guard and the database take time. */
async function costs(opened: AsyncDisposableStack, environment: NodeJS.ProcessEnv): Promise<Measure[]> {
  const { app, keys } = await openGuardedRoutes(opened, environment)
  const all: Costs[] = []
  for (let round = 0; round < warmRounds + timedRounds; round += 1) {
    const costs: Costs = { bare: 0, limited: 0, keyed: 0 }
    for (const route of round % 2 ? routes : routes.toReversed()) costs[route] = await timeCalls(app, `/${route}`, keys)
    all.push(costs)
  }
  const timed = all.slice(warmRounds)
  return [
    toCost(
      'a limit, against a bare route',
      timed.map(({ bare, limited }) => limited / bare),
    ),
    toCost(
      'a key and its limits, against a bare route',
      timed.map(({ bare, keyed }) => keyed / bare),
    ),
  ]
}

async function timeCalls(app: App, url: string, keys: string[]): Promise<number> {
  const calls = Array.from({ length: callsARound }, (_, n) => ({ url, headers: toHeaders(keys, n) }))
  const since = performance.now()
  for (const call of calls) {
    const { statusCode } = await app.inject(call)
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
  }
  return performance.now() - since
}

const paths = (route: string) => Array.from({ length: readsARound }, () => `/${route}`)

const toCost = (what: string, ratios: number[]): Measure => ({
  what,
  measured: `${median(ratios).toFixed(2)} times its time (${range(ratios, 2)})`,
  bound: `≤ ${maxCost}`,
  isMet: median(ratios) <= maxCost,
})

/** By Redis's own count of the commands it was sent. */
async function roundTrips(opened: AsyncDisposableStack, environment: NodeJS.ProcessEnv): Promise<Measure> {
  const redis = new Redis(redisUrl)
  opened.defer(() => redis.disconnect())
  const { url, keys } = await startGuardedServer(opened, { ...environment, REDIS_URL: redisUrl })
  await readAll(url, paths('keyed'), keys) // the script is handed over once
  const before = await scriptsRun(redis)
  await readAll(url, paths('keyed'), keys)
  const each = ((await scriptsRun(redis)) - before) / readsARound
  const measured = `${each.toFixed(3)} of Redis for a request with a key`
  return { what: 'round trips with shared limits', measured, bound: '≤ 1', isMet: each > 0 && each <= 1 }
}

async function scriptsRun(redis: Redis): Promise<number> {
  const stats = await redis.info('commandstats')
  return Array.from(stats.matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)).reduce((sum, [, n]) => sum + Number(n), 0)
}
