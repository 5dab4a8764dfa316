import { findOldestJob } from '../attestation/job-store.ts'
import type { Deps } from '../deps.ts'
import { findOldestDue } from '../notifications/store.ts'
import type { App } from '../platform/http.ts'
import { observe } from '../platform/metrics.ts'
import { textAnswer } from '../platform/schema.ts'
import { succeedsWithin } from '../platform/succeeds-within.ts'
import { findOldestDue as findOldestDelivery } from '../webhooks/queue-store.ts'

/** GET /metrics: the measures of this process and of the queues, for Prometheus. */
export function getMetricsRoute(app: App, deps: Pick<Deps, 'metrics' | 'guards' | 'db' | 'clock'>) {
  const { registry } = deps.metrics
  observeGuards(deps)
  observeQueues(deps)
  const schema = {
    operationId: 'getMetrics',
    summary: 'Measures for Prometheus',
    tags: ['operation'],
    response: { 200: textAnswer('text/plain', 'Prometheus text format') },
  }
  app.get('/metrics', { schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return registry.metrics()
  })
}

function observeGuards({ metrics, guards }: Pick<Deps, 'metrics' | 'guards'>): void {
  observe(metrics, {
    name: 'launchscore_breaker_state',
    help: 'State of a provider’s circuit breaker: 0 closed, 1 half-open, 2 open',
    labelNames: ['provider'],
    collect: (set) => guards.forEach((guard) => set({ provider: guard.name }, stateNumbers[guard.state()])),
  })
  observe(metrics, {
    name: 'launchscore_provider_queue_depth',
    help: 'Calls that wait for a place in a provider’s bulkhead',
    labelNames: ['provider'],
    collect: (set) => guards.forEach((guard) => set({ provider: guard.name }, guard.waiting())),
  })
}

const stateNumbers = { closed: 0, 'half-open': 1, open: 2 }

/** A database that doesn't answer within 1 s leaves the queue out; the rest is still told. */
function observeQueues({ metrics, db, clock }: Pick<Deps, 'metrics' | 'db' | 'clock'>): void {
  observe(metrics, {
    name: 'launchscore_queue_oldest_age_seconds',
    help: 'For how long the oldest entry of a queue has been due; 0 when none is',
    labelNames: ['queue'],
    collect: async (set) => {
      const now = clock.now()
      const tell = (queue: string) => (oldest: Date | undefined) =>
        set({ queue }, oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0)
      const told = [
        findOldestDelivery(db, now).then(tell('webhooks')),
        findOldestDue(db, now).then(tell('notifications')),
        findOldestJob(db).then(tell('attestations')),
      ]
      await Promise.all(told.map((one) => succeedsWithin(one, 1000)))
    },
  })
}
