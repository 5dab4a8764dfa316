import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { imageForm, toForm } from './world/requests.ts'
import { ask, imageBytes, startApp } from './world/app.ts'
import { until } from './world/waiting.ts'

test('POST /v1/images: clients that send nothing lose their places to one that waits', async (t) => {
  const { app } = await startApp(t, { environment: { TRUST_PROXY: '127.0.0.1' } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // on TCP
  const { payload, headers } = toForm([{ name: 'image', filename: 'a.png', bytes: '' }])
  const hold = (network: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      const from = { 'x-forwarded-for': `203.0.113.${network}`, 'content-length': '500000' }
      const sent = request({ port, method: 'POST', path: '/v1/images', headers: { ...headers, ...from } })
      sent.on('error', reject).on('response', ({ statusCode }) => resolve(statusCode))
      sent.write(payload.subarray(0, -60))
      t.after(() => sent.destroy())
    })
  const held = Array.from({ length: 24 }, (_, n) => hold(Math.floor(n / 4)))
  const settled = Promise.allSettled(held)
  await until(async () =>
    /launchscore_admission_running\{queue="uploads"\} 24/.test((await app.inject({ url: '/metrics' })).body),
  )
  const honest = ask(app, { method: 'POST', url: '/v1/images', ...imageForm(imageBytes) })
  assert.equal(await Promise.race(held), 503)
  assert.equal((await honest).status, 201)
  void settled
})
