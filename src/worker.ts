import type { Deps } from './deps.ts'
import { endAbandoned } from './notifications/end-abandoned.ts'
import { type DispatchDeps, sendDueBy, untilDueMs } from './notifications/send-due-slots.ts'
import { type Job, startJobs } from './platform/jobs.ts'
import { pruneKeys } from './scoring/prune-keys.ts'
import { pruneAnswers } from './signals/prune-answers.ts'

/** Every job and how often it runs. */
export const startWorker = (deps: Deps) =>
  startJobs(
    [
      { name: 'prune provider answers', everySeconds: 600, run: () => pruneAnswers(deps) },
      { name: 'prune idempotency keys', everySeconds: 600, run: () => pruneKeys(deps) },
      { name: 'end abandoned notifications', everySeconds: 60, run: () => endAbandoned(deps) },
      ...dispatchers(deps),
    ],
    deps,
  )

/** One for each transport, so that none waits for another; none where only the outside caller ticks (D31). */
function dispatchers(deps: DispatchDeps): Job[] {
  const { dispatchIntervalSeconds: everySeconds } = deps.config
  if (everySeconds === 0) return []
  return deps.transports.map((transport) => ({
    name: `notify by ${transport.name}`,
    everySeconds,
    run: (stopped) => sendDueBy(deps, transport, stopped),
    untilDueMs: () => untilDueMs(deps, transport),
  }))
}
