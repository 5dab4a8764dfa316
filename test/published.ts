import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { register, startAttestingApp } from './attesting-app.ts'
import { startWorld } from './harness.ts'

/** A listening service with one published score: its response, its page, and the URLs of the service and of its node. */
export async function startPublished(t: TestContext) {
  const started = await startAttestingApp(t, { world: await startWorld(t) })
  await register(started)
  const { body: score } = await started.score()
  assert.equal((await started.publish(score.id)).status, 201)
  const service = await started.app.listen({ host: '127.0.0.1', port: 0 })
  const id = score.id as string
  return { ...started, score, id, service, page: `${service}/score/${id}`, rpc: started.url }
}
