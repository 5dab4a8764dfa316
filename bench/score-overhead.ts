import type { Bench, Benchmark, Measure } from './benchmark.ts'
import { openOutsideWorld } from './outside-world.ts'
import { startService } from './processes.ts'
import { openScorer } from './scorer.ts'
import { atOnce, median, quantile } from './statistics.ts'

const mostMs = 15

/** What the service adds to the slowest provider's own time: the model takes 300 ms, the data providers none. */
export const scoreOverhead: Benchmark = { name: 'overhead', run }

async function run({ place, opened, pictures }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const pace = { modelMs: 0, dataMs: 0, pictures }
  const world = await openOutsideWorld(opened, pace)
  const service = await startService(opened, { ...database.environment, ...world.environment })
  const score = openScorer(opened, service, world)
  let next = 0
  const take = (count: number) => Array.from({ length: count }, () => next++)
  const overheads = async (places: number, count: number) =>
    atOnce(places, take(count), async (n) => (await score(n)).ms - world.judgedMs(n))
  await overheads(8, 300) // a service that has run for a while: its code is compiled
  pace.modelMs = 300
  return [measureOf('one at a time', await overheads(1, 50)), measureOf('8 at once', await overheads(8, 80))]
}

function measureOf(how: string, overheads: number[]): Measure {
  const middle = median(overheads)
  return {
    what: `added to the slowest provider, ${how}`,
    measured: `${middle.toFixed(1)} ms (p95 ${quantile(overheads, 0.95).toFixed(1)})`,
    bound: `≤ ${mostMs} ms`,
    isMet: middle <= mostMs,
  }
}
