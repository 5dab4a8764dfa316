import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DispatchRound } from './dispatch-round.ts'

const createRound = (limits: object = {}) =>
  new DispatchRound({ maxDeliveries: 10, maxMs: 60_000, signal: new AbortController().signal, ...limits })

test('a dispatch round rejects a transition that its states do not allow', () => {
  const round = createRound()
  assert.throws(() => round.enter('ended'), /claiming to ended/)
  round.enter('waiting')
  assert.throws(() => round.enter('ended'), /waiting to ended/)
  round.enter('claiming')
  round.enter('draining')
  assert.throws(() => round.enter('claiming'), /draining to claiming/)
  round.enter('ended')
  assert.throws(() => round.enter('draining'), /ended to draining/)
})

test('a dispatch round counts a delivery when it is claimed and when it is recorded', async () => {
  const round = createRound()
  const outcome = Promise.withResolvers<'delivered'>()
  const tracked = round.track(outcome.promise)
  assert.deepEqual([round.counts.claimed, round.counts.delivered, round.budget], [1, 0, 9])
  outcome.resolve('delivered')
  await Promise.all([tracked, round.untilIdle()])
  assert.deepEqual([round.counts.claimed, round.counts.delivered], [1, 1])
})

test('a dispatch round claims again after a delivery was put back, not after one ended', async () => {
  for (const [state, mayHaveMore] of [
    ['deferred', true],
    ['delivered', false],
    ['failed', false],
  ] as const) {
    const round = createRound()
    round.first.start()
    round.retries.start()
    await round.track(Promise.resolve(state))
    assert.deepEqual([round.first.mayHaveMore, round.retries.mayHaveMore], [mayHaveMore, mayHaveMore], state)
    assert.equal(round.isDone(), !mayHaveMore)
  }
})

test('a dispatch round is over when it is stopped or past its deadline', () => {
  assert.equal(createRound().isOver(), false)
  assert.equal(createRound({ maxMs: 0 }).isOver(), true)
  const stop = new AbortController()
  const round = createRound({ signal: stop.signal })
  stop.abort()
  assert.equal(round.isOver(), true)
  round.enter('draining')
  round.enter('ended') // clears the timer of the abort
})
