import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Bench, Benchmark, Measure } from './benchmark.ts'
import { openOutsideWorld } from './outside-world.ts'
import { startService } from './processes.ts'
import { residentMiB } from './resident-memory.ts'
import { openScorer } from './scorer.ts'
import { atOnce, median, quantile } from './statistics.ts'
import { storeScores } from './stored-scores.ts'

const places = 200
const scorings = 300
const mostMiB = 150
const mostReadMs = 50

/** Many scorings under way at once, with a model that takes two seconds. */
export const inFlight: Benchmark = { name: 'in-flight', run }

async function run({ place, opened, pictures }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 2000, dataMs: 150, pictures })
  const ids = await storeScores(database, world, 6000)
  const service = await startService(opened, { ...database.environment, ...world.environment })
  const score = openScorer(opened, service, world)
  await atOnce(50, numbers(1, 50), score)
  await pause(2000)
  const idle = residentMiB(service.pid)
  const memory = watchMemory(service.pid)
  const reading = readSteadily(service.url, ids)
  await atOnce(places, numbers(51, scorings), score)
  const reads = await reading.stop()
  return [memoryOf(idle, memory.stop()), readsOf(reads)]
}

function memoryOf(idle: number, seen: number[]): Measure {
  const grown = Math.max(...seen) - idle
  return {
    what: `memory above idle with ${places} scorings in flight`,
    measured: `${grown.toFixed(0)} MiB (idle ${idle.toFixed(0)} MiB)`,
    bound: `≤ ${mostMiB} MiB`,
    isMet: grown <= mostMiB,
  }
}

function readsOf(reads: number[]): Measure {
  const p99 = quantile(reads, 0.99)
  return {
    what: `reads meanwhile, 200 a second, p99`,
    measured: `${p99.toFixed(1)} ms (p50 ${median(reads).toFixed(1)})`,
    bound: `< ${mostReadMs} ms`,
    isMet: p99 < mostReadMs,
  }
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

function watchMemory(pid: number) {
  const seen: number[] = []
  const timer = setInterval(() => seen.push(residentMiB(pid)), 500)
  return {
    stop: () => {
      clearInterval(timer)
      return seen
    },
  }
}

/** From a thread of its own, so that the stand-ins' work doesn't count as the service's. */
function readSteadily(url: string, ids: string[]) {
  const worker = new Worker(new URL('steady-reader.ts', import.meta.url), { workerData: { url, ids, everyMs: 5 } })
  return {
    stop: async (): Promise<number[]> => {
      const told = once(worker, 'message')
      worker.postMessage('stop')
      const [latencies] = (await told) as [number[]]
      return latencies
    },
  }
}
