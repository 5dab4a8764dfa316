// Runs the benchmarks and prints a line for each figure; ends with 1 when a bound is missed.
// `--only overhead|read|in-flight|launches`, `--on PostgreSQL|PGlite`.
import { parseArgs } from 'node:util'
import type { Measure } from './benchmark.ts'
import { inFlight } from './in-flight.ts'
import { launchReads } from './launch-reads.ts'
import { drawPictures } from './pictures.ts'
import { places } from './places.ts'
import { readThroughput } from './read-throughput.ts'
import { scoreOverhead } from './score-overhead.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, on: { type: 'string' } } })
const isWanted = (name: string, asked: string | undefined) => asked === undefined || asked === name

const pictures = await drawPictures(440)
const measures: Measure[] = []
for (const place of places.filter(({ name }) => isWanted(name, values.on)))
  for (const { name, run } of [scoreOverhead, readThroughput, inFlight, launchReads].filter(({ name }) =>
    isWanted(name, values.only),
  )) {
    process.stdout.write(`${place.name}, ${name}\n`)
    await using opened = new AsyncDisposableStack()
    for (const measure of await run({ place, opened, pictures })) {
      measures.push(measure)
      print(measure)
    }
  }
process.exitCode = measures.some(({ isMet }) => isMet === false) ? 1 : 0

function print({ what, measured, bound, isMet }: Measure): void {
  const verdict = isMet === undefined ? '' : isMet ? 'ok' : 'MISSED'
  process.stdout.write(`  ${what.padEnd(48)} ${measured.padEnd(44)} ${(bound ?? '').padEnd(12)} ${verdict}\n`)
}
