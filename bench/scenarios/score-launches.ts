import { atOnce } from '../lib/at-once.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { openOutsideWorld } from '../lib/outside-world.ts'
import { startService } from '../lib/processes.ts'
import { readCpuMs } from '../lib/resident-memory.ts'
import { openScorer } from '../lib/scorer.ts'
import { median, quantile } from '../lib/statistics.ts'

const maxMs = 10
const maxCpuMs = 12

/** How many launches a process scores when no provider makes it wait, and what it adds to a model that takes 300 ms. */
export const scoreLaunches: Benchmark = { name: 'score', run }

async function run({ place, opened, images }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 0, dataMs: 0, images })
  const service = await startService(opened, { ...database.environment, ...world.environment, MODEL_SAMPLES: '1' })
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
  const bound = { bound: `≤ ${maxMs} ms`, isMet: median(alone) <= maxMs }
  return [
    { what: 'a score adds to the slowest provider, one at a time', measured: wordsFor(alone), ...bound },
    { what: 'a score adds to the slowest provider, 8 at once', measured: wordsFor(together) },
    { what: 'scores with instantaneous providers, 16 at once', measured: `${perSecond.toFixed(0)} a second` },
    {
      what: 'processor time of the service for a score',
      measured: `${cpuMs.toFixed(1)} ms`,
      bound: `≤ ${maxCpuMs} ms`,
      isMet: cpuMs <= maxCpuMs,
    },
  ]
}

const wordsFor = (overheads: number[]) =>
  `${median(overheads).toFixed(1)} ms (p95 ${quantile(overheads, 0.95).toFixed(1)})`
