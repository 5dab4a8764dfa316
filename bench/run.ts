// Runs the benchmarks, on a PostgreSQL server and on PGlite; ends with 1 when a bound is missed.
// `--only NAME` (score, read, in-flight, overload, start, launches, limits, rankings, lookups, creator-lookups, image-search, index-launches,
// outcomes, cards, webhooks, webhook-backlog, churn, pages),
// `--on PostgreSQL|PGlite`. `--only soak` takes half an hour, or `--minutes N`; nothing else runs it.
import { parseArgs } from 'node:util'
import { print } from '../dev/demo/layout.ts'
import type { Benchmark, Measure } from './lib/benchmark.ts'
import { cards } from './scenarios/cards.ts'
import { churn } from './scenarios/churn.ts'
import { coldStart } from './scenarios/cold-start.ts'
import { inFlight } from './scenarios/in-flight.ts'
import { limits } from './scenarios/limits.ts'
import { lookups } from './scenarios/lookups.ts'
import { outcomes } from './scenarios/outcomes.ts'
import { overload } from './scenarios/overload.ts'
import { creatorLookups } from './scenarios/creator-lookups.ts'
import { launchReads } from './scenarios/launch-reads.ts'
import { indexLaunches } from './scenarios/index-launches.ts'
import { imageSearch } from './scenarios/image-search.ts'
import { drawImages } from './lib/images.ts'
import { type Place, places } from './lib/places.ts'
import { printHead, printMeasure } from './lib/print-measures.ts'
import { readThroughput } from './scenarios/read-throughput.ts'
import { scoreLaunches } from './scenarios/score-launches.ts'
import { soak } from './scenarios/soak.ts'
import { sharePages } from './scenarios/share-pages.ts'
import { rankings } from './scenarios/rankings.ts'
import { webhookBacklog } from './scenarios/webhook-backlog.ts'
import { webhooks } from './scenarios/webhooks.ts'

const benchmarks = [
  scoreLaunches,
  readThroughput,
  inFlight,
  overload,
  coldStart,
  launchReads,
  limits,
  rankings,
  lookups,
  creatorLookups,
  imageSearch,
  indexLaunches,
  outcomes,
  cards,
  sharePages,
  webhooks,
  webhookBacklog,
  churn,
]

const { values } = parseArgs({
  options: { only: { type: 'string' }, on: { type: 'string' }, minutes: { type: 'string', default: '30' } },
})
const wanted = <Named extends { name: string }>(all: Named[], name: string | undefined): Named[] =>
  name === undefined ? all : all.filter((one) => one.name === name)

const images = await drawImages(520)
const measures: Measure[] = []
printHead()
for (const place of wanted(places, values.on))
  for (const benchmark of values.only === soak.name ? [soak] : wanted(benchmarks, values.only))
    for (const measure of await runIn(place, benchmark)) {
      measures.push(measure)
      printMeasure(place, measure)
    }

const missed = measures.filter(({ isMet }) => isMet === false).length
print()
print(summarise(measures.length, missed))
process.exitCode = missed === 0 && measures.length > 0 ? 0 : 1

function summarise(measured: number, missed: number): string {
  if (measured === 0) return 'Nothing was measured: --only and --on name no benchmark and no database here.'
  return missed === 0 ? 'Every bound is kept.' : `${missed} of the bounds missed.`
}

/** Closes what the benchmark opened, also when it fails or somebody stops it. */
async function runIn(place: Place, { run }: Benchmark): Promise<Measure[]> {
  await using opened = new AsyncDisposableStack()
  let isStopped = false
  const stop = () => {
    isStopped = true
    void opened.disposeAsync().finally(() => process.exit(130))
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return await run({ place, opened, images, minutes: Number(values.minutes) })
  } catch (error) {
    if (isStopped) await new Promise(() => {}) // the closing ends the process
    throw error
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
