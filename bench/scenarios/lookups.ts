import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { getAtFixedRate, type Load } from '../lib/fixed-rate.ts'
import type { BenchDatabase } from '../lib/places.ts'
import { startService } from '../lib/processes.ts'
import { median, quantile } from '../lib/statistics.ts'
import { contractOf, storeRankings } from '../lib/stored-rankings.ts'

const [few, many] = [100_000, 1_000_000]
const tokensAtOnce = 100
const perSecond = 20
const rounds = 3
const maxMs = 15
const maxGrowth = 2
/** A lookup of 100 tokens must take at most this fraction of the time of 100 reads of one token. */
const maxShare = 0.25

/** Lookups of 100 tokens, and the newest scores, over many scores and over few, on the server alone. */
export const lookups: Benchmark = { name: 'lookups', run }

async function run({ place, opened }: Bench): Promise<Measure[]> {
  if (place.name !== 'PostgreSQL') return []
  const services: Loads[] = []
  for (const count of [few, many]) {
    const database = await place.openDatabase(opened)
    await database.use((db) => storeRankings(db, count))
    services.push(await openLoads(opened, database))
  }
  const [small, large] = services
  if (!small || !large) return []
  const [lookupOfFew = [], lookup = [], single = []] = await readInTurn([small.lookup, large.lookup, large.single])
  const [newestOfFew = [], newest = []] = await readInTurn([small.newest, large.newest])
  const share = median(lookup) / (tokensAtOnce * median(single))
  return [
    ...toMeasures(`a lookup of ${tokensAtOnce} tokens`, lookupOfFew, lookup),
    {
      what: `a lookup, against ${tokensAtOnce} reads of one token: p50`,
      measured: `${share.toFixed(3)} times`,
      bound: `≤ ${maxShare}`,
      isMet: share <= maxShare,
    },
    ...toMeasures('the newest scores, 50 rows', newestOfFew, newest),
  ]
}

interface Loads {
  lookup: Load
  single: Load
  newest: Load
}

async function openLoads(opened: AsyncDisposableStack, { use, environment }: BenchDatabase): Promise<Loads> {
  const { url } = await startService(opened, environment)
  const contracts = await use(drawContracts)
  const bodies = Array.from({ length: contracts.length / tokensAtOnce }, (_, n) => {
    const some = contracts.slice(n * tokensAtOnce, (n + 1) * tokensAtOnce)
    return JSON.stringify({ tokens: some.map((address) => ({ address })) })
  })
  const newest = ['', '&band=green', '&band=red', '&since=2026-01-01T00:00:00Z'].map(
    (filter) => `/api/v1/scores?limit=50${filter}`,
  )
  const load = { url, perSecond, seconds: 6 }
  return {
    lookup: { ...load, paths: ['/api/v1/lookup'], bodies },
    single: { ...load, paths: contracts.map((address) => `/api/v1/score/${address}`) },
    newest: { ...load, paths: newest },
  }
}

/** Contracts from all over the table. */
async function drawContracts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ contract: string }>`
    select ${contractOf(sql`(1 + floor(random() * size))::int`)} as contract
    from (select count(*) as size from submissions) as counted, generate_series(1, ${120 * tokensAtOnce}::int)`.execute(
    db,
  )
  return rows.map(({ contract }) => contract)
}

/** In turn, so that whatever else the machine does meets all of them. The first round warms up. */
async function readInTurn(loads: Load[]): Promise<number[][]> {
  const latencies: number[][] = loads.map(() => [])
  for (let round = 0; round <= rounds; round += 1)
    for (const [n, load] of loads.entries()) {
      const read = await getAtFixedRate(load)
      if (round > 0) latencies[n]?.push(...read)
    }
  return latencies
}

function toMeasures(what: string, ofFew: number[], ofMany: number[]): Measure[] {
  const p99 = quantile(ofMany, 0.99)
  const growth = median(ofMany) / median(ofFew)
  return [
    {
      what: `${what}, of ${many / 1e6} million: p99`,
      measured: `${p99.toFixed(1)} ms (p50 ${median(ofMany).toFixed(1)})`,
      bound: `< ${maxMs} ms`,
      isMet: p99 < maxMs,
    },
    {
      what: `${what}, against ${few / 1e3} thousand: p50`,
      measured: `${growth.toFixed(2)} times`,
      bound: `≤ ${maxGrowth}`,
      isMet: growth <= maxGrowth,
    },
  ]
}
