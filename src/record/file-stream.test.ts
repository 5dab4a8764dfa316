import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../platform/errors.ts'
import { createFileStream } from './file-stream.ts'

const reply = { send: (payload: unknown) => payload } as unknown as FastifyReply

async function* parts() {
  yield await Promise.resolve('one\n')
  yield 'two\n'
}

/** More than a stream reads ahead. */
async function* endless() {
  for (;;) yield await Promise.resolve('a line\n'.repeat(10_000))
}

const isBusy = (error: unknown) =>
  error instanceof ApiError && error.code === 'unavailable' && error.retryAfterSeconds === 10

function openFiles(permits: number, perNetwork: number, written = parts) {
  const streamFile = createFileStream({ permits, perNetwork })
  return (ip: string, method = 'GET') => streamFile({ request: { method, ip }, reply }, written) as unknown as Readable
}

test('a request for a file beyond the number of permits is told when to retry', async () => {
  const open = openFiles(2, 2)
  const [first, second] = [open('192.0.2.1'), open('192.0.2.1')]
  assert.throws(() => open('192.0.2.2'), isBusy)
  assert.equal(await text(open('192.0.2.1', 'HEAD')), '')
  // A reader that goes away frees its permit, and so does one that has read all.
  first.destroy()
  await once(first, 'close')
  const third = open('192.0.2.1')
  assert.throws(() => open('192.0.2.2'), isBusy)
  assert.equal(await text(second), 'one\ntwo\n')
  assert.equal(await text(open('192.0.2.2')), 'one\ntwo\n')
  assert.equal(await text(third), 'one\ntwo\n')
})

test('one client network has only its share of the permits', async () => {
  const open = openFiles(3, 1)
  const [held, other] = [open('2001:db8:1:1::1'), open('192.0.2.1')]
  for (const ip of ['2001:db8:1:1::2', '2001:db8:1:2::1', '192.0.2.1']) assert.throws(() => open(ip), isBusy)
  assert.equal(await text(open('2001:db8:2:1::1')), 'one\ntwo\n')
  held.destroy()
  other.destroy()
})

/** Takes this many parts, one after the other. */
async function take(stream: Readable, parts: number): Promise<void> {
  for (let n = 0; n < parts; n++) {
    if (stream.read() === null) n--
    if (stream.readableLength === 0) await once(stream, 'readable')
  }
}

test('a reader that takes nothing loses its permit to the next client, and a steady one does not', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const open = openFiles(2, 1, endless)
  const [stalled, steady] = [open('192.0.2.1'), open('192.0.2.2')]
  stalled.on('error', () => {})
  await Promise.all([once(stalled, 'readable'), once(steady, 'readable')])
  now = 14_000
  assert.throws(() => open('192.0.2.3'), isBusy)
  await take(steady, 20)
  now = 16_000
  const next = open('192.0.2.3')
  assert.deepEqual([stalled.destroyed, steady.destroyed], [true, false])
  assert.throws(() => open('192.0.2.4'), isBusy)
  next.destroy()
  steady.destroy()
})

test('a reader that takes one part every 14 s keeps its permit only while nobody waits', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const open = openFiles(2, 1, endless)
  const [slow, fast] = [open('192.0.2.1'), open('192.0.2.2')]
  slow.on('error', () => {})
  await Promise.all([once(slow, 'readable'), once(fast, 'readable')])
  await take(slow, 40) // fast at first
  for (let n = 0; n < 10; n++) {
    now += 14_000
    await Promise.all([take(slow, 1), take(fast, 20)])
  }
  assert.deepEqual([slow.destroyed, fast.destroyed], [false, false])
  const waiting = open('192.0.2.3')
  assert.deepEqual([slow.destroyed, fast.destroyed, waiting.destroyed], [true, false, false])
  await once(waiting, 'readable')
  waiting.destroy()
  fast.destroy()
})
