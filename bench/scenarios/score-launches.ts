import { atOnce } from '../lib/at-once.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { openOutsideWorld } from '../lib/outside-world.ts'
import { type Started, startBareScorer, startService } from '../lib/processes.ts'
import { readCpuMs } from '../lib/resident-memory.ts'
import { openScorer } from '../lib/scorer.ts'
import { median, quantile } from '../lib/statistics.ts'

const maxMs = 10
const maxCpuMs = 12

/**
 * How many launches a process scores when no provider makes it wait, and what it adds to a model that takes 300 ms. A bare
 * scorer is measured first, in the same run: no service can need less.
 */
export const scoreLaunches: Benchmark = { name: 'score', run }

async function run(bench: Bench): Promise<Measure[]> {
  const bare = await measureScorer(bench, startBareScorer)
  const ours = await measureScorer(bench, startService)
  return [
    {
      what: 'a score adds to the slowest provider, one at a time',
      measured: toWords(ours.alone),
      ...toBound(median(ours.alone), maxMs),
    },
    { what: '… of a bare scorer', measured: toWords(bare.alone) },
    { what: 'a score adds to the slowest provider, 8 at once', measured: toWords(ours.together) },
    { what: '… of a bare scorer', measured: toWords(bare.together) },
    { what: 'scores with instantaneous providers, 16 at once', measured: `${ours.perSecond.toFixed(0)} a second` },
    { what: '… of a bare scorer', measured: `${bare.perSecond.toFixed(0)} a second` },
    {
      what: 'processor time of the service for a score',
      measured: `${ours.cpuMs.toFixed(1)} ms`,
      ...toBound(ours.cpuMs, maxCpuMs),
    },
    { what: '… of a bare scorer', measured: `${bare.cpuMs.toFixed(1)} ms` },
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
  const cpuBefore = readCpuMs(service.pid)
  await atOnce(16, numbers.slice(150, 350), score)
  const perSecond = 200 / ((performance.now() - since) / 1000)
  const cpuMs = (readCpuMs(service.pid) - cpuBefore) / 200
  world.setModelMs(300)
  const alone = await atOnce(1, numbers.slice(350, 380), measureOverhead)
  const together = await atOnce(8, numbers.slice(380, 460), measureOverhead)
  return { perSecond, cpuMs, alone, together }
}

const toBound = (ms: number, max: number) => ({ bound: `≤ ${max} ms`, isMet: ms <= max })

const toWords = (overheads: number[]) =>
  `${median(overheads).toFixed(1)} ms (p95 ${quantile(overheads, 0.95).toFixed(1)})`
