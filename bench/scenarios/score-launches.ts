import { Client } from 'pg'
import { atOnce } from '../lib/at-once.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { openOutsideWorld } from '../lib/outside-world.ts'
import { type Started, startBareScorer, startService } from '../lib/processes.ts'
import { addUp, readCpuMs } from '../lib/resident-memory.ts'
import { openScorer } from '../lib/scorer.ts'
import { median, quantile } from '../lib/statistics.ts'

/**
 * How many launches a process scores when no provider makes it wait, and what it adds to a model that takes 300 ms. The
 * bounds are ratios to a bare scorer of the same run: no service can need less, and times of shared machines vary.
 */
export const scoreLaunches: Benchmark = { name: 'score', run }

async function run(bench: Bench): Promise<Measure[]> {
  const { place } = bench
  const bare = await measureScorer(bench, startBareScorer)
  const ours = await measureScorer(bench, startService)
  return [
    { what: 'a score adds to the slowest provider, one at a time', measured: toWords(ours.alone) },
    { what: '… of a bare scorer', measured: toWords(bare.alone) },
    { what: '… against it', ...toRatio(median(ours.alone) / median(bare.alone), { most: 1.8 }) },
    { what: 'a score adds to the slowest provider, 8 at once', measured: toWords(ours.together) },
    { what: '… of a bare scorer', measured: toWords(bare.together) },
    { what: 'scores with instantaneous providers, 16 at once', measured: `${ours.perSecond.toFixed(0)} a second` },
    { what: '… of a bare scorer', measured: `${bare.perSecond.toFixed(0)} a second` },
    { what: '… against it', ...toRatio(ours.perSecond / bare.perSecond, { least: 0.65 }) },
    { what: 'processor time of the service for a score', measured: `${ours.cpuMs.toFixed(1)} ms` },
    { what: '… of a bare scorer', measured: `${bare.cpuMs.toFixed(1)} ms` },
    { what: '… against it', ...toRatio(ours.cpuMs / bare.cpuMs, { most: 1.6 }) },
    ...(place.name === 'PostgreSQL'
      ? [
          { what: 'processor time of PostgreSQL for a score', measured: `${ours.serverCpuMs.toFixed(1)} ms` },
          { what: '… of a bare scorer', measured: `${bare.serverCpuMs.toFixed(1)} ms` },
          { what: '… against it', ...toRatio(ours.serverCpuMs / bare.serverCpuMs, { most: 2 }) },
        ]
      : []),
  ]
}

type Start = (opened: AsyncDisposableStack, environment: NodeJS.ProcessEnv) => Promise<Started>

async function measureScorer({ place, images }: Bench, start: Start) {
  await using opened = new AsyncDisposableStack()
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 0, dataMs: 0, images })
  const service = await start(opened, { ...database.environment, ...world.environment, MODEL_SAMPLES: '1' })
  const score = openScorer(opened, service, world)
  const measureOverhead = async (n: number) => (await score(n)).ms - world.judgedMs(n)
  const numbers = [...images.keys()]
  await atOnce(8, numbers.slice(0, 150), score) // warm
  const since = performance.now()
  const cpuBefore = addUp(service.pid, readCpuMs)
  const serverBefore = await readServerCpuMs(database.environment)
  await atOnce(16, numbers.slice(150, 350), score)
  const perSecond = 200 / ((performance.now() - since) / 1000)
  const cpuMs = (addUp(service.pid, readCpuMs) - cpuBefore) / 200
  const serverAfter = await readServerCpuMs(database.environment)
  const serverCpuMs = addUpUsed(serverBefore, serverAfter) / 200
  world.setModelMs(300)
  const alone = await atOnce(1, numbers.slice(350, 380), measureOverhead)
  const together = await atOnce(8, numbers.slice(380, 460), measureOverhead)
  return { perSecond, cpuMs, serverCpuMs, alone, together }
}

/** The processor time of each session of a database by its process; none where the database is embedded. */
async function readServerCpuMs({ DATABASE_URL }: NodeJS.ProcessEnv): Promise<Map<number, number>> {
  if (!DATABASE_URL) return new Map()
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return new Map(rows.map(({ pid }) => [pid, readCpuMs(pid)]))
}

const addUpUsed = (before: Map<number, number>, after: Map<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)

const toRatio = (ratio: number, { least = 0, most = Infinity }: { least?: number; most?: number }) => ({
  measured: `${ratio.toFixed(2)} times`,
  bound: least > 0 ? `≥ ${least} times` : `≤ ${most} times`,
  isMet: ratio >= least && ratio <= most,
})

const toWords = (overheads: number[]) =>
  `${median(overheads).toFixed(1)} ms (p95 ${quantile(overheads, 0.95).toFixed(1)})`
