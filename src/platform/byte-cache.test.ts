import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteCache } from './caching.ts'

const create = (maxBytes: number) => createByteCache<Buffer>({ maxBytes, getSize: (bytes) => bytes.length })

test('concurrent callers for a key share one load', async () => {
  const cache = create(100)
  let loads = 0
  const load = async () => Buffer.alloc(++loads)
  const values = await Promise.all(Array.from({ length: 20 }, async () => cache('a', load)))
  assert.deepEqual([loads, new Set(values).size], [1, 1])
  assert.equal(cache('a', load), values[0])
})

test('the least recently used value is evicted first and loaded again', async () => {
  const cache = create(25)
  const loaded: string[] = []
  const read = async (key: string) =>
    cache(key, async () => {
      loaded.push(key)
      return Buffer.alloc(10)
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read(key)
  assert.deepEqual(loaded, ['a', 'b', 'c', 'b'])
})

test('a value larger than the cache is returned and not cached', async () => {
  const cache = create(25)
  let loads = 0
  const read = async () => cache('a', async () => Buffer.alloc(26 + loads++))
  assert.deepEqual([(await read()).length, (await read()).length], [26, 27])
})

test('after a failed load the next caller loads again', async () => {
  const cache = create(25)
  await assert.rejects(async () => cache('a', () => Promise.reject(new Error('lost'))), /lost/)
  assert.equal((await cache('a', async () => Buffer.alloc(0))).length, 0)
})
