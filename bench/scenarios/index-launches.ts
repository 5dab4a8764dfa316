import { sql } from 'kysely'
import { parseConfig } from '../../src/config.ts'
import { indexLaunches as readIntoIndex } from '../../src/creators/index-launches.ts'
import { makeLaunchPartitions } from '../../src/creators/launch-partitions.ts'
import type { Db } from '../../src/database/db.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { makeDeps, memoryLog } from '../../test/world/deps.ts'
import { openSources } from '../../test/world/indexing.ts'
import { type LaunchChain, startLaunchChain } from '../../test/world/launch-chain.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'

const launches = 40_000
const leastPerDay = 100_000
const mostBytes = 400

/** How fast launches are read into the index, and what a row takes. */
export const indexLaunches: Benchmark = { name: 'index-launches', run }

async function run({ place, opened }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const chain = await startLaunchChain({ kinds: ['named'], secondsPerBlock: 2 })
  opened.defer(chain.close)
  chain.mine(launches / 2, () => 2)
  return database.use(async (db) => [await measureReading(db, chain), await measureRow(db)])
}

async function measureReading(db: Db, chain: LaunchChain): Promise<Measure> {
  const clock = { now: () => new Date((chain.blocks.at(-1)?.time ?? 0) * 1000) }
  const config = parseConfig({ CHAIN_RPC_URL: chain.url })
  const { log } = memoryLog()
  const chains = new Map([[8453, openSources(chain.url)]])
  const deps = makeDeps({ db, clock, random: systemRandom, log, config, chains })
  await makeLaunchPartitions(deps)
  const start = performance.now()
  const before = process.cpuUsage()
  await readIntoIndex(deps, new AbortController().signal)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  const count = Number((await sql<{ n: string }>`select count(*) as n from indexed_launches`.execute(db)).rows[0]?.n)
  const perDay = (count / seconds) * 86_400
  return {
    what: `reading ${count} launches from a node`,
    measured: `${Math.round(count / seconds)} a second (${((user + system) / 1e6).toFixed(1)} s of this process, the node included)`,
    bound: `>= ${leastPerDay} a day`,
    isMet: perDay >= leastPerDay,
  }
}

async function measureRow(db: Db): Promise<Measure> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(inhrelid))::float8 / (select count(*) from indexed_launches) as bytes
    from pg_inherits where inhparent = 'indexed_launches'::regclass
      and pg_stat_get_live_tuples(inhrelid) > 0`.execute(db)
  const bytes = Math.round(rows[0]?.bytes ?? 0)
  return {
    what: 'a launch in the index',
    measured: `${bytes} bytes`,
    bound: `<= ${mostBytes} bytes`,
    isMet: bytes <= mostBytes,
  }
}
