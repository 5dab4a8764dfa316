import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { test } from 'node:test'
import { ask, startApp } from './world/app.ts'
import { runCli } from './servers/processes.ts'

const root = join(import.meta.dirname, '..')

test('the first request of README.md: 201 with images of this machine alone', async (t) => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, payload = ''] = /-d '(\{[^']*\})'/.exec(readme) ?? []
  assert.match(readme, /OUTBOUND_ALLOW=images=127\.0\.0\.1:8090 npm start/)
  const images = spawn(process.execPath, [join(root, 'dev/tools/serve-images.ts'), '0'])
  t.after(() => void images.kill())
  const [line] = await once(createInterface(images.stdout), 'line')
  const [, host = ''] = /http:\/\/([\d.:]+)\//.exec(String(line)) ?? []
  const { app } = await startApp(t, { environment: { OUTBOUND_ALLOW: `images=${host}` } })
  const headers = { 'content-type': 'application/json' }
  const request = {
    method: 'POST' as const,
    url: '/v1/score',
    headers,
    payload: payload.replace('127.0.0.1:8090', host),
  }
  const { status, body } = await ask(app, request)
  assert.equal(status, 201, JSON.stringify(body))
})

test('npm run images: one line and status 1 if the port is in use', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo // it listens on a port
  const { status, stderr } = await runCli([String(port)], {}, 'dev/tools/serve-images.ts')
  assert.deepEqual([status, stderr.split('\n').length], [1, 2])
  assert.match(stderr, /address already in use .*: choose another port\n$/)
})
