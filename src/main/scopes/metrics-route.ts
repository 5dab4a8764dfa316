import type { Deps } from '../../deps.ts'
import { observeAnchors } from '../../evaluation/observe-anchors.ts'
import { getMetricsRoute } from '../../health/get-metrics.ts'
import type { App } from '../../platform/http/app.ts'
import { queues } from '../queues.ts'
import { readRelease } from '../release/read-release.ts'

/** Metrics of this process, of the queues and of the newest run of the anchors. */
export function addMetricsRoute(app: App, deps: Deps): void {
  getMetricsRoute(app, { ...deps, queues }, readRelease)
  observeAnchors(deps)
}
