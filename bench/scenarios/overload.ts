import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { openOutsideWorld, type OutsideWorld } from '../lib/outside-world.ts'
import { type Started, startBareServer, startService } from '../lib/processes.ts'
import { readAll } from '../lib/read-all.ts'
import { readSteadily, type SteadyLoad } from '../lib/read-steadily.ts'
import { openScorer } from '../lib/scorer.ts'
import { median, quantile } from '../lib/statistics.ts'
import { storeScores } from '../lib/stored-scores.ts'

const arrivalsPerSecond = 60 // more than two cores can score
const seconds = 8
const known = 640
const perSecond = { kept: 60, new: 20 }
const maxRatio = 3

/** Reads while more scores arrive than can be made, against a bare route that reads memory in a process of its own. */
export const overload: Benchmark = { name: 'overload', run }

async function run({ place, opened, images }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 2000, dataMs: 150, images })
  const ids = await storeScores(database, world, known)
  const bare = await startBareServer(opened, database.share())
  const service = await startService(opened, { ...database.environment, ...world.environment })
  const routes = { service: `${service.url}/v1/score`, bare: `${bare.url}/kept` }
  for (const route of Object.values(routes)) await readAll(new URL(route).origin, listPaths(route, ids))
  await openScorer(opened, service, world)(1)

  const loads = Object.values(routes).flatMap((route) =>
    (['kept', 'new'] as const).map((connections) => readSteadily(opened, toLoad(route, { ids, connections }))),
  )
  const scores = await arrive(opened, { service, world })
  const [keptOurs, newOurs, keptBare, newBare] = await Promise.all(loads.map((load) => load.stop()))
  return [
    { what: `scores of ${arrivalsPerSecond * seconds} that arrived within ${seconds} s`, measured: String(scores) },
    toMeasure('kept', keptOurs, keptBare),
    toMeasure('new', newOurs, newBare),
  ]
}

const listPaths = (route: string, ids: string[]) => ids.map((id) => `${new URL(route).pathname}/${id}`)

const maxSeconds = 120

function toLoad(route: string, { ids, connections }: Pick<SteadyLoad, 'connections'> & { ids: string[] }): SteadyLoad {
  const rate = perSecond[connections]
  const all = listPaths(route, ids)
  const paths = Array.from({ length: rate * maxSeconds }, (_, n) => all[n % all.length] ?? '')
  return { url: new URL(route).origin, paths, perSecond: rate, connections }
}

/** Submits launches at a fixed rate, and resolves with the number of scores when each has its response. */
async function arrive(
  opened: AsyncDisposableStack,
  { service, world }: { service: Started; world: OutsideWorld },
): Promise<number> {
  const score = openScorer(opened, service, world)
  const startedAt = performance.now()
  const outcomes = await Promise.allSettled(
    Array.from({ length: arrivalsPerSecond * seconds }, async (_, n) => {
      await pause(Math.max(0, startedAt + (n * 1000) / arrivalsPerSecond - performance.now()))
      return score(n + 2) // some are refused, because their turn would come too late
    }),
  )
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

function toMeasure(connections: 'kept' | 'new', ours: number[] = [], bare: number[] = []): Measure {
  const [p99, floor] = [quantile(ours, 0.99), quantile(bare, 0.99)]
  return {
    what: `reads over ${connections} connections meanwhile: p99 against a bare memory route`,
    measured: `${(p99 / floor).toFixed(2)} (${ms(p99)} and ${ms(floor)} ms; p50 ${ms(median(ours))} and ${ms(median(bare))})`,
    bound: `≤ ${maxRatio}`,
    isMet: p99 <= maxRatio * floor,
  }
}

const ms = (value: number) => value.toFixed(1)
