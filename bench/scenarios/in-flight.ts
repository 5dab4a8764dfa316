import { setTimeout as pause } from 'node:timers/promises'
import { atOnce } from '../lib/at-once.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { openOutsideWorld } from '../lib/outside-world.ts'
import { startService } from '../lib/processes.ts'
import { readSteadily } from '../lib/read-steadily.ts'
import { addUp, residentMiB, watchMemory } from '../lib/resident-memory.ts'
import { openScorer } from '../lib/scorer.ts'
import { median, quantile } from '../lib/statistics.ts'
import { storeScores } from '../lib/stored-scores.ts'

const places = 200
const scorings = 260
const arrivalMs = 1900 // within the time of the first, so that all places are taken at once
const maxMiB = 150
const readsPerSecond = 200
const maxReadMs = 50

/** 200 scorings under way at once, with a model that takes two seconds, and reads of other scores meanwhile. */
export const inFlight: Benchmark = { name: 'in-flight', run }

async function run({ place, opened, images }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 2000, dataMs: 150, images })
  const ids = await storeScores(database, world, 6000)
  const service = await startService(opened, { ...database.environment, ...world.environment })
  const score = openScorer(opened, service, world)
  const numbers = [...images.keys()].slice(1)
  world.setModelMs(0)
  await atOnce(50, numbers.slice(0, 200), score) // warm
  world.setModelMs(2000)
  await pause(2000)
  const idleMiB = addUp(service.pid, residentMiB)
  const memory = watchMemory(service.pid, 250)
  const paths = ids.map((id) => `/v1/score/${id}`) // no score is read twice
  const reading = readSteadily(opened, { url: service.url, paths, perSecond: readsPerSecond, connections: 'kept' })
  await atOnce(places, arrivals(numbers.slice(200, 200 + scorings)), async ({ n, afterMs }) => {
    await pause(afterMs)
    return score(n)
  })
  const reads = await reading.stop()
  return [toMemory(idleMiB, memory.stop()), toReads(reads)]
}

/** They come one by one until all places are taken. */
const arrivals = (numbers: number[]) =>
  numbers.map((n, place) => ({ n, afterMs: place < places ? (place * arrivalMs) / places : 0 }))

function toMemory(idleMiB: number, seenMiB: number[]): Measure {
  const grownMiB = Math.max(...seenMiB) - idleMiB
  const quarters = [0.25, 0.5, 0.75, 1].map((share) => seenMiB[Math.ceil(share * seenMiB.length) - 1]?.toFixed(0))
  return {
    what: `memory above idle with ${places} scores in the making`,
    measured: `${grownMiB.toFixed(0)} MiB (${idleMiB.toFixed(0)}, then ${quarters.join(', ')})`,
    bound: `≤ ${maxMiB} MiB`,
    isMet: grownMiB <= maxMiB,
  }
}

function toReads(reads: number[]): Measure {
  const p99 = quantile(reads, 0.99)
  return {
    what: `reads meanwhile, ${readsPerSecond} a second: p99`,
    measured: `${p99.toFixed(1)} ms (p50 ${median(reads).toFixed(1)}, longest ${Math.max(...reads).toFixed(0)})`,
    bound: `< ${maxReadMs} ms`,
    isMet: p99 < maxReadMs,
  }
}
