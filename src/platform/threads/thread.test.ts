import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { openThread } from './thread.ts'

/** A thread that doubles numbers, ignores null, and throws for anything else. */
function startDoubling(t: TestContext) {
  const code = `const { parentPort } = require('node:worker_threads')
    parentPort.on('message', (n) => {
      if (n === null) return
      if (typeof n !== 'number') throw new TypeError('not a number')
      parentPort.postMessage(2 * n)
    })`
  const worker = new Worker(code, { eval: true })
  const thread = openThread<unknown, number>(worker)
  t.after(() => thread[Symbol.asyncDispose]())
  return { ...thread, worker }
}

test('a thread answers requests in their order', async (t) => {
  const { ask } = startDoubling(t)
  assert.deepEqual(await Promise.all([ask(1), ask(2), ask(3)]), [2, 4, 6])
})

test('a request that throws rejects, and so does every later one', async (t) => {
  const { ask } = startDoubling(t)
  const [first, failing, waiting] = await Promise.allSettled([ask(1), ask('frog'), ask(2)])
  assert.deepEqual(first, { status: 'fulfilled', value: 2 })
  for (const one of [failing, waiting]) {
    assert.ok(one.status === 'rejected')
    assert.match(String(one.reason), /not a number/)
  }
  await assert.rejects(ask(3), /not a number/)
})

test('a thread that is closed rejects what waits and what comes later', async (t) => {
  const thread = startDoubling(t)
  const waiting = assert.rejects(thread.ask(1), /ended/)
  await thread[Symbol.asyncDispose]()
  await waiting
  await assert.rejects(thread.ask(2), /ended/)
})

test('a request that can’t be copied rejects, and later answers keep their order', async (t) => {
  const { ask } = startDoubling(t)
  const [failing, next, last] = await Promise.allSettled([ask(() => {}), ask(1), ask(2)])
  assert.ok(failing.status === 'rejected' && failing.reason.name === 'DataCloneError')
  assert.deepEqual(
    [next, last],
    [2, 4].map((value) => ({ status: 'fulfilled', value })),
  )
})

test('an answer that can’t be read rejects its request alone', async (t) => {
  const { ask, worker } = startDoubling(t)
  const [unread, next] = [ask(null), ask(1)]
  worker.emit('messageerror', new Error('unreadable'))
  await assert.rejects(unread, /unreadable/)
  assert.equal(await next, 2)
})
