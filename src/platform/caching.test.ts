import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCoalesce } from './caching.ts'

/** A run that the test ends; it counts its starts and notes a cancellation. */
function controlled<T>() {
  const runs: { resolve: (value: T) => void; reject: (error: Error) => void; signal: AbortSignal }[] = []
  const start = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    runs.push({ resolve, reject, signal })
    return promise
  }
  return { runs, start }
}

const never = new AbortController().signal

test('concurrent callers share one run and its value', async () => {
  const coalesce = createCoalesce<number>()
  const { runs, start } = controlled<number>()
  const callers = [1, 2, 3].map(() => coalesce('ada', start, never))
  runs[0]?.resolve(7)
  assert.deepEqual(await Promise.all(callers), [7, 7, 7])
  assert.equal(runs.length, 1)
})

test('another key is another run', async () => {
  const coalesce = createCoalesce<number>()
  const { runs, start } = controlled<number>()
  const callers = ['ada', 'bob'].map((key) => coalesce(key, start, never))
  runs.forEach(({ resolve }, n) => resolve(n))
  assert.deepEqual(await Promise.all(callers), [0, 1])
})

test('an error is shared too, and the next caller starts another run', async () => {
  const coalesce = createCoalesce<number>()
  const { runs, start } = controlled<number>()
  const callers = [coalesce('ada', start, never), coalesce('ada', start, never)]
  const error = new Error('down')
  runs[0]?.reject(error)
  for (const caller of callers) await assert.rejects(caller, error)
  const next = coalesce('ada', start, never)
  runs[1]?.resolve(1)
  assert.equal(await next, 1)
})

test('after a run has ended the next caller starts another', async () => {
  const coalesce = createCoalesce<number>()
  const { runs, start } = controlled<number>()
  const first = coalesce('ada', start, never)
  runs[0]?.resolve(1)
  await first
  const second = coalesce('ada', start, never)
  runs[1]?.resolve(2)
  assert.equal(await second, 2)
})

test('a caller whose signal aborts gets its reason, and the run goes on for the others', async () => {
  const coalesce = createCoalesce<number>()
  const { runs, start } = controlled<number>()
  const leaving = new AbortController()
  const leaver = coalesce('ada', start, leaving.signal)
  const stayer = coalesce('ada', start, never)
  const reason = new Error('gone')
  leaving.abort(reason)
  await assert.rejects(leaver, reason)
  assert.equal(runs[0]?.signal.aborted, false)
  runs[0]?.resolve(3)
  assert.equal(await stayer, 3)
})

test('the run is cancelled when the last caller leaves', async () => {
  const coalesce = createCoalesce<number>()
  const { runs, start } = controlled<number>()
  const [one, other] = [new AbortController(), new AbortController()]
  const first = coalesce('ada', start, one.signal)
  const second = coalesce('ada', start, other.signal)
  one.abort(new Error('first'))
  await assert.rejects(first, { message: 'first' })
  assert.equal(runs[0]?.signal.aborted, false)
  other.abort(new Error('second'))
  await assert.rejects(second, { message: 'second' })
  assert.equal(runs[0]?.signal.aborted, true)
})

test('a cancelled run that has not ended is not joined', async () => {
  const coalesce = createCoalesce<number>()
  const { runs, start } = controlled<number>()
  const leaving = new AbortController()
  const leaver = coalesce('ada', start, leaving.signal)
  leaving.abort()
  await assert.rejects(leaver)
  const next = coalesce('ada', start, never)
  runs[0]?.reject(new Error('cancelled'))
  const joined = coalesce('ada', start, never)
  assert.equal(runs.length, 2)
  runs[1]?.resolve(5)
  assert.deepEqual(await Promise.all([next, joined]), [5, 5])
})

test('a caller whose signal has aborted already starts no run', async () => {
  const coalesce = createCoalesce<number>()
  const { runs, start } = controlled<number>()
  await assert.rejects(coalesce('ada', start, AbortSignal.abort(new Error('gone'))), { message: 'gone' })
  assert.equal(runs.length, 0)
})

test('a run that has ended is not cancelled', async () => {
  const coalesce = createCoalesce<number>()
  const { runs, start } = controlled<number>()
  const caller = coalesce('ada', start, never)
  runs[0]?.resolve(1)
  await caller
  assert.equal(runs[0]?.signal.aborted, false)
})
