import { AttesterStatus, BreakerState, DatabaseFault } from '../../contract/schemas/operations.ts'
import type { Deps } from '../deps.ts'
import { observeAnchors } from '../evaluation/anchors.ts'
import { anyone, type RoutePlugin } from '../keys/guard.ts'
import type { App } from '../platform/http/app.ts'
import { BudgetState, getHealthRoute, getReadyRoute, type Readiness, Ready } from './health.ts'
import { getMetricsRoute } from './metrics.ts'

export const createHealthRoutes = (readiness: Readiness): RoutePlugin => ({
  schemas: [AttesterStatus, DatabaseFault, BreakerState, BudgetState, Ready],
  addRoutes: async (app, deps) => {
    if (deps.config.metrics.port === null) await anyone(app, deps, (scope) => addMetricsRoute(scope, deps))
    // Not rate-limited, so that an attack can't fail a probe (D47).
    getHealthRoute(app)
    getReadyRoute(app, deps, readiness)
  },
})

/** Also has the newest run of the anchors. */
export function addMetricsRoute(app: App, deps: Deps) {
  getMetricsRoute(app, deps)
  observeAnchors(deps)
}
