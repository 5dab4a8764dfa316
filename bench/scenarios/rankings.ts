import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import { encodeLeaderboardCursor } from '../../src/rankings/leaderboard-cursor.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { getAtFixedRate } from '../lib/fixed-rate.ts'
import type { BenchDatabase } from '../lib/places.ts'
import { startService } from '../lib/processes.ts'
import { median, quantile } from '../lib/statistics.ts'
import { storeRankings } from '../lib/stored-rankings.ts'

const [few, many] = [100_000, 10_000_000]
const perSecond = 50
const rounds = 3
const maxMs = 20
const maxGrowth = 2

/** Leaderboards and percentiles over many scores, and over few, on the server alone. */
export const rankings: Benchmark = { name: 'rankings', run }

async function run({ place, opened }: Bench): Promise<Measure[]> {
  if (place.name !== 'PostgreSQL') return []
  const databases: BenchDatabase[] = []
  for (const count of [few, many]) {
    const database = await place.openDatabase(opened)
    await database.use((db) => storeRankings(db, count))
    databases.push(database)
  }
  return measureRankings(opened, databases)
}

/** Both are asked in turn, so that whatever else the machine does meets both. */
export async function measureRankings(opened: AsyncDisposableStack, databases: BenchDatabase[]): Promise<Measure[]> {
  const services = await Promise.all(
    databases.map(async ({ use, environment }) => {
      const { url } = await startService(opened, environment)
      return { url, reads: await use(toReads) }
    }),
  )
  const measures: Measure[] = []
  for (const what of Object.keys(services[0]?.reads ?? {})) {
    const loads = services.map(({ url, reads }) => ({ url, paths: reads[what] ?? [], perSecond }))
    for (const load of loads) await getAtFixedRate({ ...load, perSecond: 100, seconds: 6 }) // warm: of every path once
    const latencies: number[][] = loads.map(() => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [n, load] of loads.entries()) latencies[n]?.push(...(await getAtFixedRate({ ...load, seconds: 4 })))
    measures.push(...toMeasures(what, latencies[0] ?? [], latencies[1] ?? []))
  }
  return measures
}

function toMeasures(what: string, ofFew: number[], ofMany: number[]): Measure[] {
  const p99 = quantile(ofMany, 0.99)
  const growth = median(ofMany) / median(ofFew)
  const tailGrowth = p99 / quantile(ofFew, 0.99)
  return [
    {
      what: `${what}, of ${many / 1e6} million: p99`,
      measured: `${p99.toFixed(1)} ms (p50 ${median(ofMany).toFixed(1)})`,
      bound: `< ${maxMs} ms`,
      isMet: p99 < maxMs,
    },
    {
      what: `${what}, against ${few / 1e3} thousand: p50`,
      measured: `${growth.toFixed(2)} times (p99 ${tailGrowth.toFixed(2)} times)`,
      bound: `≤ ${maxGrowth}`,
      isMet: growth <= maxGrowth,
    },
  ]
}

const windows = ['24h', '7d', 'all'] as const

/** Paths of each kind of read, at places all over the boards. */
async function toReads(db: Db): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ id: string; at: Date; aggregateX100: number; place: number }>`
    select score_id as id, created_at as at, aggregate_x100 as "aggregateX100", place from rankings
    where created_at > now() - interval '23 hours' order by score_id limit 600`.execute(db)
  const now = new Date()
  const walks = rows.map((place, n) => {
    const window = windows[n % 3] ?? 'all'
    const cursor = encodeLeaderboardCursor({
      window,
      isSigned: false,
      band: null,
      end: now,
      asOf: now,
      after: { best: place, worst: place },
    })
    return `/api/v1/leaderboards?window=${window}&limit=50&cursor=${cursor}`
  })
  return {
    leaderboards: windows
      .flatMap((window) => [`window=${window}`, `window=${window}&limit=50`])
      .map((query) => `/api/v1/leaderboards?${query}`),
    'leaderboards, 50 rows anywhere': walks,
    percentile: rows.map(({ id }, n) => `/v1/score/${id}/percentile?window=${[...windows, '30d'][n % 4]}`),
  }
}
