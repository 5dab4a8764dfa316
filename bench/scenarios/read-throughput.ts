import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { openOutsideWorld } from '../lib/outside-world.ts'
import { startBareServer, startService } from '../lib/processes.ts'
import { readAll } from '../lib/read-all.ts'
import { median, range } from '../lib/statistics.ts'
import { storeScores } from '../lib/stored-scores.ts'

const warmRounds = 6 // until the compiler has done its part
const timedRounds = 5
const readsARound = 5120
const remembered = 640

/** Reads of a score by id, in proportion to those of a bare server over the same rows. */
export const readThroughput: Benchmark = { name: 'read', run }

async function run({ place, opened, images }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  const world = await openOutsideWorld(opened, { modelMs: 0, dataMs: 0, images })
  const ids = await storeScores(database, world, remembered + readsARound * (warmRounds + timedRounds))
  const bare = await startBareServer(opened, database.share())
  const service = await startService(opened, database.environment)
  const routes = {
    service: `${service.url}/v1/score`,
    object: `${bare.url}/score`,
    text: `${bare.url}/text`,
    kept: `${bare.url}/kept`,
  }
  const fresh = runRounds((n) => ids.slice(remembered + n * readsARound).slice(0, readsARound))
  const known = runRounds(() => Array.from({ length: 2 * readsARound }, (_, n) => ids[n % remembered] ?? ''))
  const repeated = await readInTurns(routes, known)
  const ceiling = repeated.map(({ kept, object }) => kept / object)
  return [
    ...toMeasures('first reads', 0.85, await readInTurns(routes, fresh)),
    ...toMeasures('repeated reads', 2, repeated),
    { what: 'a bare route that reads memory, against one that reads the row', measured: wordsFor(ceiling) },
  ]
}

const runRounds = (listIds: (round: number) => string[]) =>
  Array.from({ length: warmRounds + timedRounds }, (_, round) => listIds(round))

type Routes = Record<'service' | 'object' | 'text' | 'kept', string>
type Rates = Record<keyof Routes, number>

/** Reads a second by each route, round by round; the first rounds only warm up. */
async function readInTurns(routes: Routes, rounds: string[][]): Promise<Rates[]> {
  const all: Rates[] = []
  for (const [round, ids] of rounds.entries()) {
    const rates: Rates = { service: 0, object: 0, text: 0, kept: 0 }
    const names = Object.keys(rates) as (keyof Rates)[]
    for (const name of round % 2 ? names : names.toReversed()) {
      const { origin, pathname } = new URL(routes[name])
      const paths = ids.map((id) => `${pathname}/${id}`)
      rates[name] = await readAll(origin, paths)
    }
    all.push(rates)
  }
  return all.slice(warmRounds)
}

function toMeasures(what: string, least: number, rates: Rates[]): Measure[] {
  const toObject = rates.map(({ service, object }) => service / object)
  const toText = rates.map(({ service, text }) => service / text)
  const isMet = median(toObject) >= least
  return [
    { what: `${what}, against a bare route`, measured: wordsFor(toObject), bound: `≥ ${least}`, isMet },
    { what: `${what}, against one that sends the stored text`, measured: wordsFor(toText) },
  ]
}

const wordsFor = (ratios: number[]) => `${median(ratios).toFixed(2)} (${range(ratios, 2)})`
