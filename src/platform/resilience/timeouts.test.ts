import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mock, test } from 'node:test'
import { openTimeout } from './timeouts.ts'

test('a timeout aborts with a TimeoutError after its time', async () => {
  using timeout = openTimeout(1)
  const kept = setInterval(() => {}, 1000) // the timer alone keeps no process alive
  if (!timeout.signal.aborted) await once(timeout.signal, 'abort')
  clearInterval(kept)
  assert.ok(timeout.signal.reason instanceof DOMException)
  assert.equal(timeout.signal.reason.name, 'TimeoutError')
})

test('a timeout aborts with the reason of the other signal, before and after it is opened', () => {
  const reason = new Error('gone')
  const outer = new AbortController()
  using before = openTimeout(60_000, outer.signal)
  outer.abort(reason)
  using after = openTimeout(60_000, outer.signal)
  assert.deepEqual([before.signal.reason, after.signal.reason], [reason, reason])
})

test('a timeout that was disposed of never aborts', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const outer = new AbortController()
  const timeout = openTimeout(10, outer.signal)
  timeout[Symbol.dispose]()
  mock.timers.tick(100)
  outer.abort()
  assert.equal(timeout.signal.aborted, false)
})
