import type { Bench, Benchmark, Measure } from './benchmark.ts'
import { openOutsideWorld } from './outside-world.ts'
import { startService } from './processes.ts'
import { median, quantile } from './statistics.ts'
import { storeScores } from './stored-scores.ts'

const mostMs = 5
const rounds = 400
const warmRounds = 200

/** How long a share page takes from request to answer, one after the other, each of another score. Needs `npm run build`. */
export const sharePages: Benchmark = { name: 'pages', run }

async function run({ place, opened, pictures }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 0, dataMs: 0, pictures })
  const ids = await storeScores(database, world, warmRounds + rounds)
  const { url } = await startService(opened, database.environment)
  const times: number[] = []
  for (const id of ids) times.push(await timeOf(`${url}/score/${id}`))
  const counted = times.slice(warmRounds)
  return [
    {
      what: 'share page, median',
      measured: `${median(counted).toFixed(1)} ms (p95 ${quantile(counted, 0.95).toFixed(1)})`,
      bound: `< ${mostMs} ms`,
      isMet: median(counted) < mostMs,
    },
  ]
}

async function timeOf(url: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(url)
  await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - start
}
