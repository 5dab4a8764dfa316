import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createMetrics } from '../platform/metrics.ts'
import { toClient, clientOfKey, runForClient } from '../platform/request-client.ts'
import { type ScoringQueues, createScoringQueues } from './admission.ts'

const forever = new AbortController().signal
/** Runs work with a permit to start a scoring; the work gives the permit back by calling what it is given, or by ending. */
const beginIn =
  ({ enterStart }: ScoringQueues) =>
  async <T>(work: (go: () => void) => Promise<T>, signal: AbortSignal) => {
    const leave = await enterStart(signal)
    return work(leave).finally(leave)
  }
const open = () => createScoringQueues({ maxInFlight: 256, metrics: createMetrics() })

/** Scorings that never end, counted by their caller. */
function createEndless<Caller extends string>(started: Record<Caller, number>) {
  return (caller: Caller) => () => {
    started[caller]++
    return new Promise<never>(() => {})
  }
}

test('scoring queue: 16 scorings of a network and 64 of a key run at once', async () => {
  const scorings = open()
  const started = { network: 0, key: 0 }
  const stay = createEndless(started)
  const caller = new AbortController()
  const { signal } = caller
  const waiting = Array.from({ length: 70 }, () => [
    runForClient(toClient('203.0.113.1'), () => scorings.run(stay('network'), { signal })),
    runForClient(clientOfKey('lineage'), () => scorings.run(stay('key'), { signal })),
  ]).flat()
  await nextTurn()
  assert.deepEqual(started, { network: 16, key: 64 })
  caller.abort(new Error('gone'))
  for (const one of await Promise.allSettled(waiting)) assert.equal(one.status, 'rejected')
})

test('scoring queue: strangers leave a sixteenth of the permits to key holders', async () => {
  const scorings = createScoringQueues({ maxInFlight: 32, metrics: createMetrics() })
  const started = { strangers: 0, keyHolders: 0 }
  const stay = createEndless(started)
  const caller = new AbortController()
  const { signal } = caller
  const strangers = Array.from({ length: 40 }, (_, n) =>
    runForClient(toClient(`203.0.113.${n}`), () => scorings.run(stay('strangers'), { signal })),
  )
  await nextTurn()
  assert.deepEqual(started, { strangers: 30, keyHolders: 0 })
  const keyHolders = ['a', 'b', 'c'].map((lineage) =>
    runForClient(clientOfKey(lineage), () => scorings.run(stay('keyHolders'), { signal })),
  )
  await nextTurn()
  assert.deepEqual(started, { strangers: 30, keyHolders: 2 })
  caller.abort(new Error('gone'))
  await Promise.allSettled([...strangers, ...keyHolders])
})

test('start queue: four start at a time, in order; a returned permit admits the next', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] }) // or a slow machine would end the starts by their time
  const begin = beginIn(open())
  const begun: { n: number; go: () => void }[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const works = [0, 1, 2, 3, 4, 5].map((n) =>
    begin((go) => {
      begun.push({ n, go })
      return promise.then(() => n)
    }, forever),
  )
  const numbers = () => begun.map(({ n }) => n)
  await nextTurn()
  assert.deepEqual(numbers(), [0, 1, 2, 3])
  begun[2]?.go()
  await nextTurn()
  assert.deepEqual(numbers(), [0, 1, 2, 3, 4])
  resolve()
  assert.deepEqual(await Promise.all(works), [0, 1, 2, 3, 4, 5])
})

test('start queue: a slow or failing start delays others by 100 ms at most', async () => {
  const begin = beginIn(open())
  const caller = new AbortController()
  const slow = Array.from({ length: 4 }, () => begin(() => new Promise<never>(() => {}), caller.signal))
  await assert.rejects(
    begin(() => Promise.reject(new Error('no')), forever),
    { message: 'no' },
  )
  assert.equal(await begin(() => Promise.resolve('in'), forever), 'in')
  assert.equal(slow.length, 4)
})

test('start queue: an aborted caller gets its own reason, and its work never starts', async () => {
  const begin = beginIn(open())
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = Array.from({ length: 4 }, () => begin(() => promise, forever))
  const caller = new AbortController()
  const waiting = begin(() => assert.fail('begun'), caller.signal)
  caller.abort(new Error('gone'))
  await assert.rejects(waiting, { message: 'gone' })
  resolve()
  await Promise.all(before)
})
