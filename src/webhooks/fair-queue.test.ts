import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairQueue, type Pace, type Turn } from './fair-queue.ts'

interface Item {
  subscriptionId: string
  ownerId: string
  isRetry: boolean
}

const quick: Pace = { hasResponded: true, isQuick: true }
const slow: Pace = { hasResponded: true, isQuick: false }
const timedOut: Pace = { hasResponded: false, isQuick: false }

/** A queue that remembers the order of its turns. Items of `add` have a name of a subscription, a number and `r` for a retry. */
function startQueue(maxInFlight = 100, maxPerSubscription = 8, getOwner = (subscriptionId: string) => subscriptionId) {
  const queue = new FairQueue<Item>({ maxInFlight, maxPerSubscription, maxWaiting: 40, maxRetries: 12 })
  const turns: Turn<Item>[] = []
  const order: string[] = []
  const withdrawn: string[] = []
  const add = (names: string) => {
    for (const name of names.split(' ')) {
      const [subscriptionId = ''] = name.split(/\d+r?$/)
      const item = { subscriptionId, ownerId: getOwner(subscriptionId), isRetry: name.endsWith('r') }
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
  const hasFreedRoom = () => turns.map((turn) => turn.hasFreedRoom)
  return { queue, order, withdrawn, add, leaveAll, hasFreedRoom }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a new subscription has two attempts in flight', async () => {
  const { add, order, queue } = startQueue()
  await add('a1 a2 a3 a4')
  assert.deepEqual([order, queue.waitingFirst()], [['a1', 'a2'], 2])
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

test('subscriptions take turns while there are too few permits', async () => {
  const { add, order, leaveAll } = startQueue(4)
  await add('a1 a2 a3 b1 b2 c1')
  assert.deepEqual(order, ['a1', 'b1'], 'unknown subscriptions share half of the permits')
  await leaveAll(quick)
  assert.deepEqual(order.toSorted(), ['a2', 'a3', 'b2', 'c1'])
})

test('slow subscriptions use at most half of the permits', async () => {
  const { add, order, leaveAll } = startQueue(6)
  await add('a1 b1 c1')
  await leaveAll(slow)
  await add('a2 b2 c2 a3 b3 c3')
  assert.equal(order.length, 3)
})

test('first attempts go before retries, but retries keep a permit in a window of three', async () => {
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
  assert.deepEqual([order, withdrawn, queue.waitingFirst()], [['a1', 'a2'], ['a4r'], 1])
})

const many = (subscriptionId: string, count: number, end = '') =>
  Array.from({ length: count }, (_, n) => `${subscriptionId}${n}${end}`).join(' ')

test('a quick subscription with sixteen waiting is full until one of them has its turn', async () => {
  const { add, leaveAll, queue } = startQueue()
  await add('a1')
  await leaveAll(quick)
  await add(many('a', 19))
  const listFull = (isRetry: boolean) => queue.listFull(isRetry).subscriptions
  assert.deepEqual([listFull(false), listFull(true), queue.countBusy(), queue.listQuick()], [['a'], [], 1, ['a']])
  await leaveAll(quick)
  assert.deepEqual(listFull(false), [])
})

test('a slow or unknown subscription is full with two waiting for each permit', async () => {
  const { add, leaveAll, queue } = startQueue()
  const isFull = () => queue.listFull(false).subscriptions.includes('a')
  await add(many('a', 5))
  const states = [isFull()]
  await add('a6')
  states.push(isFull())
  await leaveAll(timedOut)
  await add('a7')
  states.push(isFull())
  await add('a8')
  states.push(isFull())
  assert.deepEqual(states, [false, true, false, true])
  assert.deepEqual(queue.listQuick(), [])
})

test('a subscription with four retries waiting is full', async () => {
  const { add, queue } = startQueue()
  await add(many('a', 4, 'r'))
  assert.deepEqual(queue.listFull(true).subscriptions, [], 'one of the four is in flight')
  await add('a5r')
  assert.deepEqual(queue.listFull(true).subscriptions, ['a'])
})

test('a retry always leaves a permit to first attempts', async () => {
  const { add, order } = startQueue()
  await add('a1r a2r a3r')
  assert.deepEqual(order, ['a1r'])
})

test('an owner is full with half of the first attempts or retries that may wait', async () => {
  const { add, leaveAll, queue } = startQueue(100, 8, () => 'customer')
  await add(Array.from('abcde', (name) => many(name, 6)).join(' '))
  assert.deepEqual([queue.listFull(false).owners, queue.listFull(true).owners], [['customer'], []])
  await leaveAll(quick)
  assert.deepEqual(queue.listFull(false).owners, [])
  await add('a1r b1r c1r d1r e1r a2r')
  assert.deepEqual([queue.listFull(false).owners, queue.listFull(true).owners], [[], ['customer']])
})

test('an owner has three quarters of the permits in flight, and of the slow ones', async () => {
  const { add, order, leaveAll } = startQueue(16, 8, (name) => (name === 'z' ? 'other' : 'customer'))
  await add('a1 a2 b1 b2 c1 c2 d1 d2 z1 z2 z3')
  assert.deepEqual(order.toSorted(), ['a1', 'a2', 'b1', 'b2', 'c1', 'd1', 'z1', 'z2'])
  await leaveAll(quick)
  await leaveAll(quick)
  await add(Array.from('abcdz', (name) => many(name, 4)).join(' '))
  assert.deepEqual([order.filter((name) => !name.startsWith('z')).length, order.length], [12, 16])
})

test('a subscription that was skipped tells when it has room for more', async () => {
  const { add, leaveAll, queue, hasFreedRoom } = startQueue()
  await add(many('a', 6))
  await leaveAll(timedOut)
  assert.deepEqual(hasFreedRoom(), [false, false], 'nobody has skipped it')
  await add('a6 a7')
  queue.listFull(false)
  await leaveAll(timedOut)
  assert.deepEqual(hasFreedRoom(), [true, false])
})

test('idle subscriptions are forgotten when there are ten thousand', async () => {
  const { add, order, leaveAll } = startQueue(20_000, 8)
  await add('a1 a2')
  await leaveAll(quick)
  await add(Array.from({ length: 10_000 }, (_, n) => `b${n}x1`).join(' '))
  await leaveAll(quick)
  await add(many('a', 5))
  assert.deepEqual(order, ['a0', 'a1'], 'the window is that of a new subscription')
})
