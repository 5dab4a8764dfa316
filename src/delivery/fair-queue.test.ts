import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairQueue, type Pace, type Turn } from './fair-queue.ts'

interface Item {
  subscriptionId: string
  isRetry: boolean
}

const quick: Pace = { hasResponded: true, isQuick: true }
const slow: Pace = { hasResponded: true, isQuick: false }
const timedOut: Pace = { hasResponded: false, isQuick: false }

/** A queue that remembers the order of its turns. */
function startQueue(maxInFlight = 100, maxPerSubscription = 8) {
  const queue = new FairQueue<Item>({ maxInFlight, maxPerSubscription })
  const turns: Turn<Item>[] = []
  const order: string[] = []
  const withdrawn: string[] = []
  const add = (names: string) => {
    for (const name of names.split(' ')) {
      const item = { subscriptionId: name.charAt(0), isRetry: name.endsWith('r') }
      void queue.enter(item).then((turn) => {
        if (!turn) return withdrawn.push(name)
        turns.push(turn)
        return order.push(name)
      })
    }
    return settle()
  }
  /** Ends all attempts in flight. */
  const leaveAll = (pace: Pace) => {
    for (const turn of turns.splice(0)) queue.leave(turn, pace)
    order.length = 0
    return settle()
  }
  return { queue, order, withdrawn, add, leaveAll }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a new subscription has two attempts in flight', async () => {
  const { add, order, queue } = startQueue()
  await add('a1 a2 a3 a4')
  assert.deepEqual([order, queue.waiting()], [['a1', 'a2'], 2])
})

test('the window grows with each response up to its bound, and halves with a timeout', async () => {
  const { add, order, leaveAll } = startQueue(100, 4)
  await add(Array.from({ length: 30 }, (_, n) => `a${n}`).join(' '))
  const counts = [order.length]
  for (const pace of [quick, quick, timedOut]) {
    await leaveAll(pace)
    counts.push(order.length)
  }
  assert.deepEqual(counts, [2, 4, 4, 2])
})

test('subscriptions take turns while there are too few places', async () => {
  const { add, order, leaveAll } = startQueue(4)
  await add('a1 a2 a3 b1 b2 c1')
  assert.deepEqual(order, ['a1', 'b1'], 'unknown subscriptions share half of the places')
  await leaveAll(quick)
  assert.deepEqual(order.toSorted(), ['a2', 'a3', 'b2', 'c1'])
})

test('slow subscriptions use at most half of the places', async () => {
  const { add, order, leaveAll } = startQueue(6)
  await add('a1 b1 c1')
  await leaveAll(slow)
  await add('a2 b2 c2 a3 b3 c3')
  assert.equal(order.length, 3)
})

test('first attempts go before retries, but retries keep a place in a window of three', async () => {
  const { add, order, leaveAll } = startQueue(100, 3)
  await add('a1r a2 a3 a4 a5 a6')
  assert.deepEqual(order, ['a2', 'a3'])
  await leaveAll(quick)
  assert.deepEqual(order, ['a1r', 'a4', 'a5'])
})

test('withdrawn items get no turn', async () => {
  const { add, order, withdrawn, queue } = startQueue()
  await add('a1 a2 a3 a4r')
  queue.withdraw(({ isRetry }) => isRetry)
  await settle()
  assert.deepEqual([order, withdrawn, queue.waiting()], [['a1', 'a2'], ['a4r'], 1])
})

test('a subscription with sixteen waiting is full until one of them has its turn', async () => {
  const { add, leaveAll, queue } = startQueue()
  await add(Array.from({ length: 18 }, (_, n) => `a${n}`).join(' '))
  assert.deepEqual([queue.listFull(false), queue.listFull(true), queue.countBusy()], [['a'], [], 1])
  await leaveAll(quick)
  assert.deepEqual(queue.listFull(false), [])
})
