import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort } from '../../../dev/world/free-port.ts'
import { nameExchangeFault, nameFetchFault } from './get-json.ts'

const failWith = (url: string, signal?: AbortSignal) =>
  fetch(url, { ...(signal && { signal }) }).then(() => assert.fail('it responded'), nameFetchFault)

test('a failed fetch: the reason in words, and never “fetch failed”', async (t) => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  assert.equal(await failWith(`http://127.0.0.1:${await freePort('127.0.0.1', 0)}/`), 'connection refused')
  assert.equal(await failWith(`http://127.0.0.1:${port}/`), 'connection closed before the response')
  assert.equal(await failWith('http://127.0.0.1:1/'), 'bad port')
  const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  assert.equal(await failWith(`http://127.0.0.1:${port}/`, late), 'no response in time')
})

test('an unknown host: “host name not found”; a rare code has no words', () => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND no.example'), { code: 'ENOTFOUND' })
  assert.equal(nameFetchFault(new TypeError('fetch failed', { cause })), 'host name not found')
  assert.equal(nameExchangeFault('ERR_RARE'), undefined)
})
