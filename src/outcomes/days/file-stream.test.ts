import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../platform/errors.ts'
import { createFileStream } from './file-stream.ts'

const reply = { send: (payload: unknown) => payload } as unknown as FastifyReply

async function* parts() {
  yield await Promise.resolve('one\n')
  yield 'two\n'
}

const isBusy = (error: unknown) =>
  error instanceof ApiError && error.code === 'unavailable' && error.retryAfterSeconds === 10

test('as many files as there are places are sent at once; one more is told when to retry', async () => {
  const streamFile = createFileStream(2)
  const open = (method = 'GET') => streamFile({ request: { method }, reply }, parts) as unknown as Readable
  const [first, second] = [open(), open()]
  assert.throws(open, isBusy)
  assert.equal(open('HEAD'), '')
  // A reader that goes away frees its place, and so does one that has read all.
  first.destroy()
  await once(first, 'close')
  const third = open()
  assert.throws(open, isBusy)
  assert.equal(await text(second), 'one\ntwo\n')
  assert.equal(await text(open()), 'one\ntwo\n')
  assert.equal(await text(third), 'one\ntwo\n')
})
