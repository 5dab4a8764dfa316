import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { openOutsideWorld } from '../lib/outside-world.ts'
import { startService } from '../lib/processes.ts'
import { openScorer } from '../lib/scorer.ts'
import { median, range } from '../lib/statistics.ts'

const starts = 3

/** How long a new process takes until it answers, and then for its first score. */
export const coldStart: Benchmark = { name: 'start', run }

async function run({ place, opened, images }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 0, dataMs: 0, images })
  const ready: number[] = []
  const first: number[] = []
  for (let n = 0; n < starts; n++) {
    await using running = new AsyncDisposableStack()
    const service = await startService(running, { ...database.environment, ...world.environment })
    ready.push(service.readyAfterMs)
    first.push((await openScorer(running, service, world)(n)).ms)
  }
  return [
    { what: 'from the start of the process to ready', measured: wordsFor(ready) },
    { what: 'first score of a process, instantaneous providers', measured: wordsFor(first) },
  ]
}

const wordsFor = (times: number[]) => `${median(times).toFixed(0)} ms (${range(times, 0)})`
