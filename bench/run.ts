// Runs the benchmarks, on a PostgreSQL server and on PGlite; ends with 1 when a bound is missed.
// `--only NAME` (score, read, in-flight, start, launches, limits, standings, cards, webhooks, webhook-backlog, pages),
// `--on PostgreSQL|PGlite`.
import { parseArgs } from 'node:util'
import { print } from '../dev/layout.ts'
import type { Benchmark, Measure } from './benchmark.ts'
import { cards } from './cards.ts'
import { coldStart } from './cold-start.ts'
import { inFlight } from './in-flight.ts'
import { limits } from './limits.ts'
import { launchReads } from './launch-reads.ts'
import { drawPictures } from './pictures.ts'
import { type Place, places } from './places.ts'
import { printHead, printMeasure } from './print-measures.ts'
import { readThroughput } from './read-throughput.ts'
import { scoreLaunches } from './score-launches.ts'
import { sharePages } from './share-pages.ts'
import { standings } from './standings.ts'
import { webhookBacklog } from './webhook-backlog.ts'
import { webhooks } from './webhooks.ts'

const benchmarks = [
  scoreLaunches,
  readThroughput,
  inFlight,
  coldStart,
  launchReads,
  limits,
  standings,
  cards,
  sharePages,
  webhooks,
  webhookBacklog,
]

const { values } = parseArgs({ options: { only: { type: 'string' }, on: { type: 'string' } } })
const wanted = <Named extends { name: string }>(all: Named[], name: string | undefined): Named[] =>
  name === undefined ? all : all.filter((one) => one.name === name)

const pictures = await drawPictures(520)
const measures: Measure[] = []
printHead()
for (const place of wanted(places, values.on))
  for (const benchmark of wanted(benchmarks, values.only))
    for (const measure of await runIn(place, benchmark)) {
      measures.push(measure)
      printMeasure(place, measure)
    }

const missed = measures.filter(({ isMet }) => isMet === false).length
print()
print(missed === 0 ? 'Every bound is kept.' : `${missed} of the bounds missed.`)
process.exitCode = missed === 0 && measures.length > 0 ? 0 : 1

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
    return await run({ place, opened, pictures })
  } catch (error) {
    if (isStopped) await new Promise(() => {}) // the closing ends the process
    throw error
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
