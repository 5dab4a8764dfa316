import type { Deps } from '../deps.ts'
import { observeAnchors } from '../evaluation/observe-anchors.ts'
import { anyone } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import type { App } from '../platform/http/app.ts'
import { AttesterStatus } from '../../contract/schemas/status.ts'
import { DatabaseFault } from '../../contract/schemas/status.ts'
import { getHealthRoute } from './get-health.ts'
import { getMetricsRoute } from './get-metrics.ts'
import { BreakerState } from '../../contract/schemas/status.ts'
import { BudgetState, Ready, type Readiness, getReadyRoute } from './get-ready.ts'

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
