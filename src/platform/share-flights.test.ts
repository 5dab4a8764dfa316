import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareFlights } from './share-flights.ts'

/** A run that ends when it is told to, and knows how often it was started and whether it was cancelled. */
function controlled<T>() {
  const runs: { land: (value: T) => void; crash: (error: Error) => void; signal: AbortSignal }[] = []
  const start = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    runs.push({ land: resolve, crash: reject, signal })
    return promise
  }
  return { runs, start }
}

const never = new AbortController().signal

test('callers at the same time share one run and its value', async () => {
  const share = shareFlights<number>()
  const { runs, start } = controlled<number>()
  const callers = [1, 2, 3].map(() => share('ada', start, never))
  runs[0]?.land(7)
  assert.deepEqual(await Promise.all(callers), [7, 7, 7])
  assert.equal(runs.length, 1)
})

test('another key is another run', async () => {
  const share = shareFlights<number>()
  const { runs, start } = controlled<number>()
  const callers = ['ada', 'bob'].map((key) => share(key, start, never))
  runs.forEach(({ land }, n) => land(n))
  assert.deepEqual(await Promise.all(callers), [0, 1])
})

test('an error is shared too, and the next caller starts anew', async () => {
  const share = shareFlights<number>()
  const { runs, start } = controlled<number>()
  const callers = [share('ada', start, never), share('ada', start, never)]
  const error = new Error('down')
  runs[0]?.crash(error)
  for (const caller of callers) await assert.rejects(caller, error)
  const next = share('ada', start, never)
  runs[1]?.land(1)
  assert.equal(await next, 1)
})

test('after landing the next caller starts anew', async () => {
  const share = shareFlights<number>()
  const { runs, start } = controlled<number>()
  const first = share('ada', start, never)
  runs[0]?.land(1)
  await first
  const second = share('ada', start, never)
  runs[1]?.land(2)
  assert.equal(await second, 2)
})

test('a caller who leaves gets the own reason at once and leaves the run to the others', async () => {
  const share = shareFlights<number>()
  const { runs, start } = controlled<number>()
  const leaving = new AbortController()
  const leaver = share('ada', start, leaving.signal)
  const stayer = share('ada', start, never)
  const reason = new Error('gone')
  leaving.abort(reason)
  await assert.rejects(leaver, reason)
  assert.equal(runs[0]?.signal.aborted, false)
  runs[0]?.land(3)
  assert.equal(await stayer, 3)
})

test('the run is cancelled when the last caller leaves', async () => {
  const share = shareFlights<number>()
  const { runs, start } = controlled<number>()
  const [one, other] = [new AbortController(), new AbortController()]
  const first = share('ada', start, one.signal)
  const second = share('ada', start, other.signal)
  one.abort(new Error('first'))
  await assert.rejects(first, { message: 'first' })
  assert.equal(runs[0]?.signal.aborted, false)
  other.abort(new Error('second'))
  await assert.rejects(second, { message: 'second' })
  assert.equal(runs[0]?.signal.aborted, true)
})

test('nobody joins a cancelled run that has not ended yet', async () => {
  const share = shareFlights<number>()
  const { runs, start } = controlled<number>()
  const leaving = new AbortController()
  const leaver = share('ada', start, leaving.signal)
  leaving.abort()
  await assert.rejects(leaver)
  const next = share('ada', start, never)
  runs[0]?.crash(new Error('cancelled'))
  const joined = share('ada', start, never)
  assert.equal(runs.length, 2)
  runs[1]?.land(5)
  assert.deepEqual(await Promise.all([next, joined]), [5, 5])
})

test('a caller who has left already starts nothing', async () => {
  const share = shareFlights<number>()
  const { runs, start } = controlled<number>()
  await assert.rejects(share('ada', start, AbortSignal.abort(new Error('gone'))), { message: 'gone' })
  assert.equal(runs.length, 0)
})

test('a run that ends by itself is not cancelled', async () => {
  const share = shareFlights<number>()
  const { runs, start } = controlled<number>()
  const caller = share('ada', start, never)
  runs[0]?.land(1)
  await caller
  assert.equal(runs[0]?.signal.aborted, false)
})
