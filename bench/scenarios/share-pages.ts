import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { freshCaller } from '../lib/fresh-caller.ts'
import { openOutsideWorld } from '../lib/outside-world.ts'
import { startService } from '../lib/processes.ts'
import { median, quantile } from '../lib/statistics.ts'
import { storeScores } from '../lib/stored-scores.ts'

const maxMs = 5
const rounds = 400
const warmRounds = 600

/** How long a share page takes from request to answer, one after the other, each of another score. Needs `npm run build`. */
export const sharePages: Benchmark = { name: 'pages', run }

async function run({ place, opened, images }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 0, dataMs: 0, images })
  const ids = await storeScores(database, world, warmRounds + rounds)
  const { url } = await startService(opened, database.environment)
  const times: number[] = []
  for (const id of ids) times.push(await measureTime(`${url}/score/${id}`))
  const counted = times.slice(warmRounds)
  return [
    {
      what: 'share page, median',
      measured: `${median(counted).toFixed(1)} ms (p95 ${quantile(counted, 0.95).toFixed(1)})`,
      bound: `< ${maxMs} ms`,
      isMet: median(counted) < maxMs,
    },
  ]
}

async function measureTime(url: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(url, { headers: freshCaller() })
  await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - start
}
