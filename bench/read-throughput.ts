import type { Bench, Benchmark, Measure } from './benchmark.ts'
import { readAll } from './load.ts'
import { openOutsideWorld } from './outside-world.ts'
import { startBareServer, startService } from './processes.ts'
import { median } from './statistics.ts'
import { storeScores } from './stored-scores.ts'

const rounds = 7
const readsARound = 6400
const repeats = 20_480
const remembered = 640

/** Reads of a score by id, in proportion to those of a bare server over the same rows. */
export const readThroughput: Benchmark = { name: 'read', run }

async function run({ place, opened, pictures }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 0, dataMs: 0, pictures })
  const ids = await storeScores(database, world, readsARound * (rounds + 1) + remembered)
  const bare = await startBareServer(opened, database.share())
  const service = await startService(opened, database.environment)
  const paths = ids.map((id) => `/v1/score/${id}`)
  const often = Array.from({ length: repeats }, (_, n) => paths[n % remembered] ?? '')
  const fresh = Array.from({ length: rounds + 1 }, (_, n) =>
    paths.slice(remembered + n * readsARound).slice(0, readsARound),
  )
  return [
    await compare({
      what: 'read never asked for before',
      least: 0.7,
      bare: bare.url,
      service: service.url,
      rounds: fresh,
    }),
    await compare({
      what: 'read kept in memory',
      least: 3,
      bare: bare.url,
      service: service.url,
      rounds: fresh.map(() => often),
    }),
  ]
}

interface Comparison {
  what: string
  /** The bound of the ratio. */
  least: number
  bare: string
  service: string
  /** What each round reads; the first one is to warm up. */
  rounds: string[][]
}

async function compare({ what, least, bare, service, rounds }: Comparison): Promise<Measure> {
  const pairs: { bare: number; service: number }[] = []
  for (const [n, paths] of rounds.entries()) pairs.push(await readBoth(n, { bare, service, paths }))
  const timed = pairs.slice(1)
  const ratios = timed.map((pair) => pair.service / pair.bare)
  const ratio = median(timed.map((pair) => pair.service)) / median(timed.map((pair) => pair.bare))
  return {
    what,
    measured: `${ratio.toFixed(2)} of the bare server (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    bound: `≥ ${least}`,
    isMet: ratio >= least,
  }
}

/** One after the other, in turns first. */
async function readBoth(round: number, { bare, service, paths }: { bare: string; service: string; paths: string[] }) {
  if (round % 2 === 0) return { bare: await readAll(bare, paths), service: await readAll(service, paths) }
  const first = await readAll(service, paths)
  return { bare: await readAll(bare, paths), service: first }
}
