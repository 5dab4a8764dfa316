import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { createLoopTurns } from './load-site.ts'

void test('of callers that wait at once, one goes on per iteration of the event loop', async () => {
  const takeTurn = createLoopTurns()
  const order: string[] = []
  const callers = ['a', 'b', 'c'].map(async (name) => {
    await takeTurn()
    order.push(name)
  })
  const other = async () => {
    for (let n = 0; n < 3; n++) {
      await nextIteration()
      order.push('other')
    }
  }
  await Promise.all([...callers, other()])
  assert.deepEqual(
    order.filter((name) => name !== 'other'),
    ['a', 'b', 'c'],
  )
  assert.ok(order.indexOf('other') < order.indexOf('c'), order.join())
})
