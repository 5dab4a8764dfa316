import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { untilAborted } from './timeouts.ts'

const never = () => new Promise<never>(() => {})

test('the value of the work is given and no listener stays behind', async () => {
  const { signal } = new AbortController()
  assert.equal(await untilAborted(signal, async () => 7), 7)
  assert.deepEqual(getEventListeners(signal, 'abort'), [])
})

test('an abort rejects with the very reason although the work goes on', async () => {
  const controller = new AbortController()
  const outcome = untilAborted(controller.signal, never)
  const reason = new Error('the deadline')
  controller.abort(reason)
  await assert.rejects(outcome, (error) => error === reason)
})

test('a signal that has fired keeps the work from starting', async () => {
  const reason = new Error('too late')
  await assert.rejects(
    untilAborted(AbortSignal.abort(reason), () => assert.fail('the work was started')),
    (error) => error === reason,
  )
})
