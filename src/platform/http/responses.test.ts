import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ClientGone, isDeadline, startDeadline } from './responses.ts'

/** A request of a client that waits, and the response that the server holds. */
async function openExchange(t: TestContext) {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = request({ port, host: '127.0.0.1' }).on('error', () => {})
  t.after(() => client.destroy())
  client.end()
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { client, raw }
}

test('a client that left before its handler began counts as gone', async (t) => {
  const { client, raw } = await openExchange(t)
  const before = startDeadline({ raw }, 60_000)
  assert.equal(before.aborted, false)
  const closed = once(raw, 'close')
  client.destroy()
  await closed
  assert.ok(before.reason instanceof ClientGone)
  assert.ok(startDeadline({ raw }, 60_000).reason instanceof ClientGone)
})

test('the signal aborts at its deadline while the client still waits', async (t) => {
  const { raw } = await openExchange(t)
  const signal = startDeadline({ raw }, 20)
  const waiting = setTimeout(() => {}, 10_000) // the deadline's own timer keeps no process alive
  t.after(() => clearTimeout(waiting))
  if (!signal.aborted) await Promise.race([once(signal, 'abort'), once(AbortSignal.timeout(60_000), 'abort')])
  assert.ok(isDeadline(signal.reason))
})
