import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEntrance } from './entrance.ts'

const forever = new AbortController().signal

test('so many begin at a time, in the order in which they came', async () => {
  const enter = openEntrance({ places: 2, longestMs: 60_000 })
  const begun: { n: number; go: () => void }[] = []
  const works = [0, 1, 2, 3].map((n) =>
    enter((go) => {
      begun.push({ n, go })
      return Promise.resolve(n)
    }, forever),
  )
  assert.deepEqual(await Promise.all(works), [0, 1, 2, 3])
  assert.deepEqual(
    begun.map(({ n }) => n),
    [0, 1, 2, 3],
  )
})

test('work that has begun frees its place while it goes on', async () => {
  const enter = openEntrance({ places: 1, longestMs: 60_000 })
  const long = Promise.withResolvers<string>()
  const first = enter((begun) => {
    begun()
    return long.promise
  }, forever)
  assert.equal(await enter(() => Promise.resolve('second'), forever), 'second')
  long.resolve('first')
  assert.equal(await first, 'first')
})

test('a slow beginner, or one that fails, holds nobody up', async () => {
  const enter = openEntrance({ places: 1, longestMs: 1 })
  void enter(() => new Promise(() => {}), forever)
  await assert.rejects(
    enter(() => Promise.reject(new Error('no')), forever),
    { message: 'no' },
  )
  assert.equal(await enter(() => Promise.resolve('in'), forever), 'in')
})

test('who leaves while waiting gets the own reason, and never begins', async () => {
  const enter = openEntrance({ places: 1, longestMs: 60_000 })
  void enter(() => new Promise(() => {}), forever)
  const caller = new AbortController()
  const waiting = enter(() => assert.fail('begun'), caller.signal)
  caller.abort(new Error('gone'))
  await assert.rejects(waiting, { message: 'gone' })
})
