import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelFault } from '../dev/stand-ins/model.ts'
import { holdDeadlines } from './world/waiting.ts'
import { startApp, startWorld } from './world/app.ts'

/** The response to a caller, and how often the log holds that the breaker opened. */
const rows: [fault: ModelFault, status: number, code: string, opened: number][] = [
  ['rate limit for long', 503, 'unavailable', 0],
  ['no money', 502, 'upstream', 1],
  ['bad key', 502, 'upstream', 1],
  ['html 502', 502, 'upstream', 0],
  ['hang', 502, 'upstream', 0],
  ['redirect', 502, 'upstream', 0],
  ['two calls', 502, 'upstream', 0],
  ['refusal', 400, 'bad_request', 0],
]

for (const provider of ['openai', 'anthropic'])
  for (const [fault, status, code, opened] of rows)
    test(`a model in the ${provider} format with the fault “${fault}” makes ${status} ${code}`, async (t) => {
      const world = await startWorld(t, { model: { findFault: () => fault } })
      const environment = { ...world.environment, MODEL_PROVIDER: provider }
      const deadlines = fault === 'hang' ? holdDeadlines(t) : null
      const { score, deps, logged } = await startApp(t, { world, environment })
      const scoring = score()
      const countRequests = () => world.model.requests.length
      const refused = await (deadlines?.outwait(scoring, countRequests, deps.config.modelTimeoutMs) ?? scoring)
      assert.deepEqual([refused.status, refused.body.error?.code], [status, code])
      assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [])
      if (opened > 0) for (let n = 0; n < 5; n++) await score()
      assert.equal(logged().match(/the breaker of a provider opened/g)?.length ?? 0, opened)
    })
