import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createShownCache, createTakedownEpoch } from './shown-body.ts'
import { makeDeps } from '../../test/world/deps.ts'

/** A listener whose notifications are sent by hand. */
function handListener() {
  const time = { currentUntil: 0, now: 0 }
  let handlers = { onNotification: (_payload: string) => {}, onGap: () => {} }
  const listener = {
    subscribe: (_channel: string, given: typeof handlers) => {
      handlers = given
      return () => {}
    },
    currentUntil: () => time.currentUntil,
    close: () => Promise.resolve(),
  }
  return {
    listener,
    elapsedMs: () => time.now,
    time,
    notify: () => handlers.onNotification(''),
    gap: () => handlers.onGap(),
  }
}

test('a shown cache loads once, and again after a take-down or a gap', async () => {
  const hand = handListener()
  const cache = createShownCache<object>(makeDeps({ takedownEpoch: createTakedownEpoch(hand) }), {
    maxBytes: 99,
    getSize: () => 1,
  })
  let loads = 0
  const read = () => cache('a', async () => ({ loads: (loads += 1) }))
  await read()
  await read()
  assert.equal(loads, 1)
  hand.notify()
  await read()
  hand.gap()
  await read()
  assert.equal(loads, 3)
})

test('a shown cache loads each time while a take-down may have been missed', async () => {
  const hand = handListener()
  const cache = createShownCache<object>(makeDeps({ takedownEpoch: createTakedownEpoch(hand) }), {
    maxBytes: 99,
    getSize: () => 1,
  })
  let loads = 0
  const read = () => cache('a', async () => ({ loads: (loads += 1) }))
  await read()
  hand.time.now = 901
  await read()
  await read()
  assert.equal(loads, 3)
  hand.time.currentUntil = 901
  await read()
  assert.equal(loads, 3)
})

test('a value that was read during a take-down is not cached', async () => {
  const hand = handListener()
  const cache = createShownCache<object>(makeDeps({ takedownEpoch: createTakedownEpoch(hand) }), {
    maxBytes: 99,
    getSize: () => 1,
  })
  const reading = Promise.withResolvers<object>()
  const first = cache('a', () => reading.promise)
  hand.notify()
  reading.resolve({ is: 'old' })
  await first
  assert.deepEqual(await cache('a', async () => ({ is: 'new' })), { is: 'new' })
})
