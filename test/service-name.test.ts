import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandParts } from '../contract/expand-parts.ts'
import { createSignedHeaders, createStandardHeaders } from '../src/webhooks/signing.ts'
import { ask, startApp, startWorld } from './world/app.ts'

const serviceName = 'Moon & Sons'

test('SERVICE_NAME names the API document, its page, llms.txt and webhook headers', async (t) => {
  const { app } = await startApp(t, { environment: { SERVICE_NAME: serviceName } })
  const { body: document } = await ask(app, { url: '/api/v1/openapi.json' })
  assert.equal(document.info.title, serviceName)
  const headers = expandParts(document).webhooks['score.created'].post.parameters.map(
    ({ name }: { name: string }) => name,
  )
  assert.ok(headers.includes('X-MoonSons-Signature'))
  assert.match((await ask(app, { url: '/llms.txt' })).body, /^# Moon & Sons\n/)
  const docs = (await ask(app, { url: '/api/v1/docs' })).body
  assert.match(docs, /Moon (&|&amp;) Sons API/)
  assert.doesNotMatch(docs, /Launchscore/)
})

test('SERVICE_NAME is the user agent of image downloads and of webhook deliveries', async (t) => {
  const world = await startWorld(t)
  const environment = { ...world.environment, SERVICE_NAME: serviceName }
  const { score } = await startApp(t, { world, environment })
  assert.equal((await score()).status, 201)
  assert.equal(world.images.requests[0]?.headers['user-agent'], 'MoonSons')
  const delivery = { serviceName, event: 'e', deliveryId: 'd', body: '{}', at: new Date(0) }
  const secret = 'a-secret-of-eight'
  assert.equal(createSignedHeaders({ ...delivery, secret })['user-agent'], 'MoonSons-Webhooks/1')
  assert.equal(createStandardHeaders({ ...delivery, secrets: [secret] })['user-agent'], 'MoonSons-Webhooks/1')
})
