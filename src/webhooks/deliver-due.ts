import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import type { Job } from '../platform/jobs.ts'
import { answer, errorAnswers, nullable } from '../platform/schema.ts'
import { jobName } from './dispatcher.ts'
import { WebhookTick } from './schemas.ts'

type DeliverDeps = Pick<Deps, 'dispatcher' | 'config'>

/** One tick is bounded, in rows and in time. */
const tick = { mostRows: 5_000, takingMs: 10_000, stopped: new AbortController().signal }

/** POST /v1/webhooks/dispatch: one tick of the webhook dispatcher. */
export function deliverDueRoute(app: App, { dispatcher }: Pick<Deps, 'dispatcher'>) {
  const schema = {
    operationId: 'dispatchWebhooks',
    summary: 'Send the webhook deliveries that are due',
    tags: ['operation'],
    body: nullable(Type.Object({}, { additionalProperties: false })),
    response: {
      200: answer(WebhookTick, 'What the tick did'),
      ...errorAnswers(400, 401, 413, 415, 500, 503),
    },
  }
  app.post('/v1/webhooks/dispatch', { schema }, async (_request, reply) => reply.send(await dispatcher.run(tick)))
}

/** The worker's dispatcher; none where only the outside caller ticks (D31). */
export function deliverDueJobs({ dispatcher, config }: DeliverDeps): Job[] {
  const { dispatchIntervalSeconds: everySeconds } = config
  if (everySeconds === 0) return []
  return [
    {
      name: jobName,
      everySeconds,
      run: (stopped) => dispatcher.run({ mostRows: Infinity, takingMs: Infinity, stopped }),
      untilDueMs: dispatcher.untilDueMs,
      untilWoken: dispatcher.untilWoken,
    },
  ]
}
