import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { meetsStrangers } from '../../dev/patterns/allowed.ts'
import { type Pattern, constructedPatterns, literalPatterns } from '../../dev/patterns/collect.ts'

// A pattern that isn't linear takes minutes on the longest of the strings; all linear ones take seconds together.
const patienceMs = 30_000

test('no regular expression is slow on adversarial text', async () => {
  const patterns = [...literalPatterns(), ...(await constructedPatterns())].filter(meetsStrangers)
  assert.ok(patterns.length > 300)
  assert.ok(patterns.some(({ file }) => file === 'src/signals/judge/rules/scan-patterns-1.1.0.ts'))
  assert.equal(await firstSlow(patterns), undefined)
})

test('a pattern that is not linear is detected', async () => {
  const slow = { file: 'slow.ts', source: '^(a+)+$', flags: '' }
  assert.equal(await firstSlow([slow], 3_000), slow)
})

/** The first pattern that runs for longer than `ms` over its strings; undefined: there is none. */
async function firstSlow(patterns: Pattern[], ms = patienceMs): Promise<Pattern | undefined> {
  const worker = new Worker(new URL('../../dev/patterns/run-thread.ts', import.meta.url), { workerData: patterns })
  const { promise, resolve, reject } = Promise.withResolvers<Pattern | undefined>()
  let timer: NodeJS.Timeout | undefined
  worker.on('error', reject).on('message', (next: number) => {
    clearTimeout(timer)
    if (next === patterns.length) return resolve(undefined)
    timer = setTimeout(() => resolve(patterns[next]), ms)
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
