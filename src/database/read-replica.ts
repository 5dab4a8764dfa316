import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { currentTask } from '../platform/request-client.ts'

/**
 * For the routes of `scope` that a streaming replica (DATABASE_READ_URL) may serve. They list what many people did, and
 * say how old they may be: in `asOf`, or in Cache-Control. What a client reads to see its own write stays on the
 * primary: scores, enrollments, launches, profiles, keys, subscriptions, deliveries.
 *
 * A page after the first is read from the primary: the replica may miss rows that the page before it leads to.
 */
export function readReplica(scope: App, deps: Deps): Deps {
  scope.addHook('preHandler', ({ query }, _reply, done) => {
    const task = currentTask()
    if (task && hasCursor(query)) task.mustReadPrimary = true
    done()
  })
  return { ...deps, ...deps.replica }
}

const hasCursor = (query: unknown) => typeof query === 'object' && query !== null && 'cursor' in query
