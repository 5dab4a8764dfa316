import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallTimer, TurnRefused, createCallTurns } from './call-turns.ts'
import { createMetrics } from '../metrics.ts'
import { currentTask, runForClient } from '../request-client.ts'

const still = new AbortController().signal
const client = (network: string) => ({ network, site: null })

const open = (spacingMs: number | null, timer?: CallTimer) =>
  createCallTurns({
    name: 'risk',
    plan: spacingMs === null ? null : { spacingMs, calls: 1, windowMs: 0 },
    metrics: createMetrics(),
    ...(timer && { timer }),
  })

const isRefused = (error: unknown) => error instanceof TurnRefused && error.retryAfterMs >= 1000

test('client networks take turns, however many calls one of them has waiting', async () => {
  const turns = open(5)
  await turns.take(still)
  const order: string[] = []
  const take = (network: string) =>
    runForClient(client(network), () => turns.take(still).then(() => void order.push(network)))
  await Promise.all([...Array.from({ length: 20 }, () => take('a')), take('b'), take('c')])
  assert.ok(order.indexOf('b') <= 3 && order.indexOf('c') <= 3, order.join(''))
})

test('without a limit nobody waits', async () => {
  const turns = open(null)
  await Promise.all(Array.from({ length: 200 }, () => turns.take(still)))
  assert.equal(turns.isLimited(), false)
})

test('a call with a turn after its deadline is refused at once, with Retry-After', async () => {
  const turns = open(3_600_000)
  await turns.take(still)
  await assert.rejects(turns.take(still), isRefused)
  const soon = open(5000)
  await soon.take(still)
  const late = runForClient(client('a'), () => {
    const task = currentTask()
    assert.ok(task)
    task.deadlineAt = performance.now() + 4000
    return soon.take(still)
  })
  await assert.rejects(late, (error) => error instanceof TurnRefused && error.retryAfterMs > 4000)
  assert.equal(soon.isLimited(), true)
})

test('a deadline that passes before a call’s turn refuses the call', async () => {
  const turns = open(300)
  await turns.take(still)
  await assert.rejects(turns.take(AbortSignal.timeout(20)), isRefused)
})

test('a caller that leaves takes no turn, and gets the reason', async () => {
  const turns = open(100)
  await turns.take(still)
  const leaving = new AbortController()
  const left = turns.take(leaving.signal)
  const behind = turns.take(still)
  const reason = new Error('gone')
  leaving.abort(reason)
  await assert.rejects(left, (error) => error === reason)
  await behind
  await assert.rejects(turns.take(leaving.signal), (error) => error === reason)
})

test('a refusal pauses all calls, and the provider counts as limited', async () => {
  const turns = open(null)
  const turn = await turns.take(still)
  turn.refuse(3_600_000)
  assert.equal(turns.isLimited(), true)
  await assert.rejects(turns.take(still), (error) => error instanceof TurnRefused && error.retryAfterMs > 100_000)
})

test('a pause that is set while a call waits for its turn holds for that call', async () => {
  let now = 0
  const slept: number[] = []
  const sleep = async (ms: number) => {
    if (slept.push(ms) === 1) first.refuse(5000)
    now += ms
  }
  const turns = open(100, { nowMs: () => now, sleep })
  const first = await turns.take(still)
  await turns.take(still)
  assert.equal(slept[0], 100)
  assert.ok(now >= 5000, `started after ${now} ms`)
})
