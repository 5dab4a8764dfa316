import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AdmissionQueueOptions, QueueRefused, createAdmissionQueue } from './admission-queue.ts'
import { createMetrics } from '../metrics.ts'
import { toClient, runForClient } from '../request-client.ts'

const forever = new AbortController().signal
const open = (options: Partial<AdmissionQueueOptions> = {}) =>
  createAdmissionQueue({ name: 'test', maxRunning: 1, metrics: createMetrics(), ...options })

/** Work that goes on until it is told to end; tells its name when it starts. */
function works(started: string[]) {
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    started.push(name)
    const { promise, resolve } = Promise.withResolvers<string>()
    ends.set(name, () => resolve(name))
    return promise
  }
  return { work, end: (name: string) => ends.get(name)?.() }
}

const refusedAs = (reason: 'full' | 'deadline') => (error: unknown) =>
  error instanceof QueueRefused && error.reason === reason && error.code === 'unavailable'

test('clients take turns by the network of their request; our own work is a client', async () => {
  const queue = open()
  const started: string[] = []
  const { work, end } = works(started)
  const as = (ip: string, name: string) => runForClient(toClient(ip), () => queue.run(work(name), { signal: forever }))
  const all = [
    ...['a1', 'a2', 'a3'].map((name) => as('203.0.113.1', name)),
    as('203.0.113.2', 'b1'),
    queue.run(work('own'), { signal: forever }),
  ]
  for (const name of ['a1', 'a2', 'b1', 'own', 'a3']) {
    await nextTurn()
    assert.equal(started.at(-1), name)
    end(name)
  }
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'own'])
  assert.deepEqual([queue.running(), queue.waiting()], [0, 0])
})

test('a waiting caller that leaves gets its reason at once; its work never starts', async () => {
  const queue = open()
  const { work, end } = works([])
  const first = queue.run(work('first'), { signal: forever })
  const caller = new AbortController()
  const waiting = queue.run(() => assert.fail('started'), { signal: caller.signal })
  assert.equal(queue.waiting(), 1)
  await nextTurn()
  caller.abort(new Error('gone'))
  assert.equal(queue.waiting(), 0)
  await assert.rejects(waiting, { message: 'gone' })
  const late = queue.run(() => assert.fail('started'), { signal: caller.signal })
  await assert.rejects(late, { message: 'gone' })
  end('first')
  await first
})

for (const moments of [0, 1, 2, 3, 4, 5, 6]) {
  test(`a caller that leaves ${moments} moments after the last permit came free doesn’t keep it`, async () => {
    const queue = open()
    const { work, end } = works([])
    const first = queue.run(work('first'), { signal: forever })
    const caller = new AbortController()
    const second = queue.run(() => Promise.resolve('second'), { signal: caller.signal })
    const third = queue.run(() => Promise.resolve('third'), { signal: forever })
    await nextTurn()
    end('first')
    for (let n = 0; n < moments; n++) await Promise.resolve()
    caller.abort(new Error('gone'))
    const outcome = await second.catch((error: unknown) => (error as Error).message)
    assert.ok(['second', 'gone'].includes(outcome), outcome)
    assert.deepEqual([await first, await third], ['first', 'third'])
  })
}

test('a caller that leaves running work goes at once; the work frees its slot later', async () => {
  const queue = open()
  const started: string[] = []
  const { work, end } = works(started)
  const caller = new AbortController()
  const left = queue.run(work('left'), { signal: caller.signal })
  const next = queue.run(async () => 'next', { signal: forever })
  await nextTurn()
  caller.abort(new Error('gone'))
  await assert.rejects(left, { message: 'gone' })
  assert.deepEqual([queue.running(), queue.waiting()], [1, 1])
  end('left')
  assert.equal(await next, 'next')
})

const fail = () => {
  throw new Error('no')
}

test('work that fails, also before it returns, gives its permit back', async () => {
  const queue = open()
  await assert.rejects(queue.run(fail, { signal: forever }), { message: 'no' })
  await assert.rejects(
    queue.run(() => Promise.reject(new Error('no')), { signal: forever }),
    { message: 'no' },
  )
  assert.equal(await queue.run(async () => 'in', { signal: forever }), 'in')
})

test('a full queue and a passed deadline refuse work, and the metrics count both', async () => {
  const metrics = createMetrics()
  const queue = open({ maxWaitingPerNetwork: 1, metrics })
  const { work, end } = works([])
  const first = queue.run(work('first'), { signal: forever })
  const deadline = AbortSignal.timeout(20)
  const waiting = queue.run(() => assert.fail('started'), { signal: deadline })
  await assert.rejects(queue.run(work('third'), { signal: forever }), refusedAs('full'))
  await assert.rejects(waiting, refusedAs('deadline'))
  const text = await metrics.registry.metrics()
  assert.match(text, /launchscore_admission_running\{queue="test"\} 1/)
  assert.match(text, /launchscore_admission_waiting\{queue="test"\} 0/)
  for (const reason of ['full', 'deadline'])
    assert.match(text, new RegExp(`launchscore_admission_refused_total\\{queue="test",reason="${reason}"\\} 1`))
  end('first')
  await first
})
