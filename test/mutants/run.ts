// Applies each mutation of mutants.json to a copy of the checkout and runs the tests that must notice it.
import { parseArgs } from 'node:util'
import { type CheckoutCopy, copyCheckout } from './checkout-copy.ts'
import { type Mutant, readMutants } from './mutants.ts'
import { type Result, toLines, summarize } from './report.ts'
import { type TestRun, runTests } from './run-tests.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
  },
})
const mutants = readMutants().filter(({ id }) => !options.only || options.only.includes(id))
if (mutants.length === 0) throw new Error('there is no mutation with this id')

/** How the tests of a mutation run without it, by their names. */
const unmutated = new Map<string, Promise<TestRun>>()
const maxUnmutatedMs = 300_000

const copies = Array.from({ length: Math.min(Number(options.workers), mutants.length) }, copyCheckout)
process.on('SIGINT', () => process.exit(130)).on('exit', () => copies.forEach(({ remove }) => remove()))
const results: Result[] = []
const waiting = [...mutants]
await Promise.all(copies.map(work))
finish()

async function work(copy: CheckoutCopy): Promise<void> {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const { id, file, guards } = mutant
    const result = { id, file, guards, ...(await judge(copy, mutant)) }
    results.push(result)
    if (!options.json) console.log(`${result.outcome.padEnd(8)} ${id.padEnd(28)} ${guards.padEnd(9)} ${result.detail}`)
  }
}

async function judge(copy: CheckoutCopy, mutant: Mutant): Promise<Pick<Result, 'outcome' | 'detail'>> {
  const { tests: files } = mutant
  const needsServices = mutant.needs === 'services'
  const key = `${mutant.needs} ${files.join(' ')}`
  const before = unmutated.get(key) ?? runTests(copy, { files, needsServices, limitMs: maxUnmutatedMs })
  unmutated.set(key, before)
  const { outcome, failed, ms } = await before
  if (outcome !== 'passed') return { outcome: 'invalid', detail: `without it ${outcome}: ${failed.join('; ')}` }
  const undo = copy.apply(mutant)
  if (!undo) return { outcome: 'invalid', detail: '`find` must occur exactly once' }
  const run = await runTests(copy, { files, needsServices, limitMs: 20_000 + 3 * ms })
  undo()
  if (run.outcome === 'passed') return { outcome: 'survived', detail: files.join(' ') }
  return { outcome: run.outcome === 'hung' ? 'hung' : 'noticed', detail: run.failed.join('; ') }
}

function finish(): void {
  const summary = summarize(results)
  console.log(options.json ? JSON.stringify({ ...summary, results }, null, 2) : toLines(summary).join('\n'))
  process.exitCode = summary.missed.length > 0 ? 1 : 0
}
