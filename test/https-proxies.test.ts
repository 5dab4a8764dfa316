import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { freePort } from '../dev/world/free-port.ts'
import { type HttpsProxy, caddy, nginx } from './servers/https-proxies.ts'

const lacks = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0 && `there is no ${program}`

async function send({ port, certificate }: HttpsProxy, path: string, body?: Buffer) {
  const options = { host: '127.0.0.1', port, path, ca: certificate, servername: 'launch.example' }
  const headers = { host: 'launch.example', ...(body && { 'content-length': body.length }) }
  const sent = request({ ...options, headers, method: body ? 'POST' : 'GET' }).end(body)
  sent.on('error', () => {}) // a proxy that has refused the body closes the connection while it is sent
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}

for (const { program, start } of [nginx, caddy])
  test(`${program} sends Strict-Transport-Security`, { skip: lacks(program) }, async (t) => {
    const proxy = await start(t, [await freePort('127.0.0.1', 0), await freePort('127.0.0.1', 0)])
    const { status, headers } = await send(proxy, '/metrics')
    assert.deepEqual([status, headers['strict-transport-security']], [404, 'max-age=31536000'])
  })

test('nginx: a body above its limit gets the error envelope', { skip: lacks('nginx') }, async (t) => {
  const proxy = await nginx.start(t, [await freePort('127.0.0.1', 0), await freePort('127.0.0.1', 0)])
  const { status, headers, text: body } = await send(proxy, '/v1/images', Buffer.alloc(7 * 1024 * 1024))
  assert.deepEqual([status, headers['content-type']], [413, 'application/json; charset=utf-8'])
  assert.deepEqual(JSON.parse(body), {
    error: { code: 'bad_request', message: 'The body is larger than 6 MiB.' },
  })
})
