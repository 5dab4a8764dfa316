import { WebhookTick } from '../../contract/schemas/delivery.ts'
import { vacuumDead } from '../database/upkeep.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { createStopSignal } from '../platform/http/close-listener.ts'
import { emptyBody, errorResponses, response } from '../platform/http/schema.ts'
import type { Job } from '../platform/jobs.ts'
import { jobName } from './delivery-worker.ts'

const requestLimits = { maxDeliveries: 5_000, maxMs: 10_000 }

export function deliverDueRoute(app: App, { deliveryWorker }: Deps) {
  const schema = {
    operationId: 'dispatchWebhooks',
    summary: 'Send due webhook deliveries',
    tags: ['operation'],
    body: emptyBody,
    response: {
      200: response(WebhookTick, 'The result of the round'),
      ...errorResponses(400, 401, 413, 415, 500, 503),
    },
  }
  const signal = createStopSignal(app)
  app.post('/v1/webhooks/dispatch', { schema }, async (_request, reply) =>
    reply.send(await deliveryWorker.dispatch({ ...requestLimits, signal })),
  )
}

/** With an interval of 0, only requests start a round (D31). */
export function deliverDueJobs({ deliveryWorker, config }: Deps): Job[] {
  const { dispatchIntervalSeconds: everySeconds } = config
  if (everySeconds === 0) return []
  return [
    {
      name: jobName,
      everySeconds,
      run: (signal) => deliveryWorker.dispatch({ maxDeliveries: Infinity, maxMs: Infinity, signal }),
      untilDueMs: () => deliveryWorker.untilDueMs(),
      untilWoken: (signal) => deliveryWorker.untilWoken(signal),
    },
  ]
}

/** Lets new deliveries reuse the space of ended ones. */
export const vacuumQueue = ({ db }: Deps): Promise<void> => vacuumDead(db, 'deliveries')
