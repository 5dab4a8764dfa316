import type { Queues } from '../database/queue-depth.ts'
import type { Deps } from '../deps.ts'
import { observeAnchors } from '../evaluation/observe-anchors.ts'
import { anyone } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import type { App } from '../platform/http/app.ts'
import type { Release } from '../platform/package-version.ts'
import { AttesterStatus } from './attester-status.ts'
import type { WriteCheck } from './check-writes.ts'
import { DatabaseFault } from './database-fault-schema.ts'
import { getHealthRoute } from './get-health.ts'
import { getMetricsRoute } from './get-metrics.ts'
import { BreakerState, BudgetState, Ready, getReadyRoute } from './get-ready.ts'

/** What operators are told of the process, beside what is in `deps`. */
export interface Process {
  queues: Queues
  readRelease: () => Promise<Release>
  writes: Pick<WriteCheck, 'findFault'>
  /** Aborts when the process stops serving new clients: it is no longer ready. */
  draining: AbortSignal
}

export const createHealthRoutes = ({ queues, readRelease, writes, draining }: Process): RoutePlugin => ({
  schemas: [AttesterStatus, DatabaseFault, BreakerState, BudgetState, Ready],
  addRoutes: async (app, deps) => {
    if (deps.config.metrics.port === null)
      await anyone(app, deps, (scope) => addMetricsRoute(scope, deps, { queues, readRelease }))
    // not rate-limited, so that an attack can't fail a probe (D47)
    getHealthRoute(app)
    getReadyRoute(app, { ...deps, writes, draining })
  },
})

/** Metrics of this process, of the queues and of the newest run of the anchors. */
export function addMetricsRoute(
  app: App,
  deps: Deps,
  { queues, readRelease }: Pick<Process, 'queues' | 'readRelease'>,
) {
  getMetricsRoute(app, { ...deps, queues }, readRelease)
  observeAnchors(deps)
}
