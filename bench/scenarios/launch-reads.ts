import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { measureLaunchReads } from './launches.ts'
import { serverUrl } from '../lib/places.ts'

/** Reads of 20,000 enrolled launches at a fixed rate, on the server alone. */
export const launchReads: Benchmark = { name: 'launches', run }

async function run({ place }: Bench): Promise<Measure[]> {
  if (place.name !== 'PostgreSQL') return []
  const readings = await measureLaunchReads(serverUrl)
  return readings.map(({ what, p50Ms, p99Ms, maxMs, isMet }) => ({
    what: `200 a second: ${what}, p99`,
    measured: `${p99Ms.toFixed(1)} ms (p50 ${p50Ms.toFixed(1)})`,
    bound: `< ${maxMs} ms`,
    isMet,
  }))
}
