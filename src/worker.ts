import type { Deps } from './deps.ts'
import { startJobs } from './platform/jobs.ts'
import { pruneKeys } from './scoring/prune-keys.ts'
import { pruneAnswers } from './signals/prune-answers.ts'

/** Every job and how often it runs. */
export const startWorker = (deps: Deps) =>
  startJobs(
    [
      { name: 'prune provider answers', everySeconds: 600, run: () => pruneAnswers(deps) },
      { name: 'prune idempotency keys', everySeconds: 600, run: () => pruneKeys(deps) },
    ],
    deps.log,
  )
