import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import { claimDueObservations } from '../../src/tokens/observation-store.ts'
import { foldAll } from '../../src/record/fold-track-record.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { getAtFixedRate } from '../lib/fixed-rate.ts'
import { freshCaller } from '../lib/fresh-caller.ts'
import { type Started, startService } from '../lib/processes.ts'
import { residentMiB } from '../lib/resident-memory.ts'
import { median, quantile } from '../lib/statistics.ts'
import { storeOutcomes } from '../lib/stored-outcomes.ts'
import { makeDeps } from '../../test/world/deps.ts'

const decided = 250_000
const rows = 1_000_000
const watched = 100_000
const due = 10_000
const perSecond = 200

/** The figures of a million outcomes, the export of a million launches, and the claim of ten thousand due observations. */
export const outcomes: Benchmark = { name: 'outcomes', run }

async function run({ place, opened }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const measures = await database.use(async (db) => {
    await storeOutcomes(db, { decided, young: rows - decided })
    return [await measureFold(db), await measureClaims(db)]
  })
  const expected = await database.use((db) => countBands(db))
  const service = await startService(opened, database.environment)
  assert.deepEqual(await readBands(service.url), expected)
  return [
    ...measures,
    await measureReads(service.url),
    await measureExport(service, 'csv'),
    await measureExport(service, 'ndjson'),
  ]
}

async function measureFold(db: Db): Promise<Measure> {
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from outcomes`.execute(db)
  const idle = residentMiB(process.pid)
  const watching = watchMemory(process.pid)
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
  await foldAll(makeDeps({ db }), new Date(new Date().toISOString().slice(0, 10)))
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const megabytes = Math.max(0, (await watching.stop()) - idle) * 1.048576
  return {
    what: `folding ${((counted[0]?.count ?? 0) / 1e6).toFixed(2)} million outcomes`,
    measured: `${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of its own processor time) at ${megabytes.toFixed(0)} MB above idle`,
    bound: '< 150 MB',
    isMet: megabytes < 150,
  }
}

type Bands = { band: string; known: number; good: number; rugged: number }[]

/** Counted from the rows alone, one token per launch. */
async function countBands(db: Db): Promise<Bands> {
  const { rows: found } = await sql<Bands[number]>`
    select band, (count(*) filter (where outcome <> 'unknown'))::int as known,
      (count(*) filter (where outcome in ('alive', 'graduated')))::int as good,
      (count(*) filter (where outcome = 'rugged'))::int as rugged
    from recorded_launches r join outcomes o on o.binding_id = r.binding_id and o.horizon = '30d'
    where excluded is null and enrolled_at is not null group by band
    order by array_position(array['green', 'amber', 'red'], band)`.execute(db)
  return found
}

async function readBands(url: string): Promise<Bands> {
  const response = await fetch(`${url}/api/v1/track-record`, { headers: freshCaller() })
  const { bands } = (await response.json()) as { bands: Bands }
  return bands.map(({ band, known, good, rugged }) => ({ band, known, good, rugged }))
}

async function measureReads(url: string): Promise<Measure> {
  const paths = ['24h', '7d', '30d', '90d'].map((horizon) => `/api/v1/track-record?horizon=${horizon}`)
  await getAtFixedRate({ url, paths, perSecond, seconds: 3 }) // warm
  const latencies = await getAtFixedRate({ url, paths, perSecond, seconds: 10 })
  const p99 = quantile(latencies, 0.99)
  return {
    what: `the track record at ${perSecond} requests a second: p99`,
    measured: `${p99.toFixed(1)} ms (p50 ${median(latencies).toFixed(1)})`,
    bound: '< 20 ms',
    isMet: p99 < 20,
  }
}

async function measureExport({ url, pid }: Started, format: string): Promise<Measure> {
  const idle = residentMiB(pid)
  const startedAt = performance.now()
  const response = await fetch(`${url}/api/v1/track-record/export.${format}`, { headers: freshCaller() })
  const watching = watchMemory(pid)
  let lines = 0
  for await (const chunk of response.body ?? []) for (const byte of chunk) if (byte === 10) lines += 1
  const highest = await watching.stop()
  const seconds = (performance.now() - startedAt) / 1000
  assert.equal(lines, format === 'csv' ? rows + 1 : rows)
  const megabytes = Math.max(0, highest - idle) * 1.048576
  return {
    what: `export of ${rows / 1e6} million launches as ${format}`,
    measured: `${seconds.toFixed(1)} s at ${megabytes.toFixed(0)} MB above idle`,
    bound: '< 60 s, < 150 MB',
    isMet: seconds < 60 && megabytes < 150,
  }
}

function watchMemory(pid: number) {
  const stopped = new AbortController()
  let highest = 0
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      highest = Math.max(highest, residentMiB(pid))
      await pause(50)
    }
  })()
  return {
    stop: async () => {
      stopped.abort()
      await watching
      return highest
    },
  }
}

/** As the job claims them: a hundred at a time. */
async function measureClaims(db: Db): Promise<Measure> {
  await storeWatches(db)
  const now = new Date()
  const until = new Date(now.getTime() + 300_000)
  const startedAt = performance.now()
  let claimed = 0
  for (let n = 0; n < due / 100; n += 1)
    claimed += (await claimDueObservations(db, { chainId: 8453, now, until, limit: 100 })).length
  const ms = performance.now() - startedAt
  assert.equal(claimed, due)
  return {
    what: `claiming ${due} due observations of ${watched} watched tokens`,
    measured: `${ms.toFixed(0)} ms`,
    bound: '< 1000 ms',
    isMet: ms < 1000,
  }
}

const storeWatches = (db: Db): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`
      insert into token_bindings (id, score_id, submission_id, chain_id, token, creator_address, origin, state, creation_tx,
        creation_block, created_block_at, bound_at)
      select binding_id, score_id, score_id, chain_id, token, creator_address, origin, 'proven', '0x01', 1,
        created_block_at, created_block_at
      from recorded_launches order by binding_id limit ${watched}`.execute(connection)
    await sql`
      insert into watches (binding_id, next_look_at)
      select id, now() + (row_number() over (order by md5(token)) - ${due}::int) * interval '1 second' - interval '1 second'
      from token_bindings`.execute(connection)
    await sql`vacuum analyze token_bindings, watches`.execute(connection)
    await sql`reset all`.execute(connection)
  })
