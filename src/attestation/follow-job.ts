import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { advanceAttestations } from './advance-attestations.ts'
import type { QueuedJob } from './job-store.ts'
import { findJobError } from './store.ts'

interface Goal {
  isReached: () => Promise<boolean>
  /** What an error says before the job's own. */
  failure: string
}

/**
 * Runs rounds until the goal of a command's job is reached, something blocks its transaction, or the signal aborts. Throws
 * when the job fails.
 */
export async function followJob(
  deps: Deps,
  job: Pick<QueuedJob, 'kind' | 'subject'>,
  { isReached, failure }: Goal,
  signal: AbortSignal,
): Promise<{ isDone: boolean; obstacle?: string }> {
  for (;;) {
    if (signal.aborted) return { isDone: false }
    if (await isReached()) return { isDone: true }
    const found = await findJobError(deps.db, job)
    if (found?.isQueued) return { isDone: false, obstacle: obstacles[found.error] ?? found.error }
    if (found) throw new Error(`${failure}: ${found.error}`)
    await advanceAttestations(deps, signal).catch((fault: Error) =>
      deps.log.warn({ reason: fault.message }, 'a publishing round failed'),
    )
    await pause(200, undefined, { signal }).catch(() => {})
  }
}

const obstacles: Record<string, string> = {
  funds: 'the attester’s account has too little money',
  fees: 'the gas price is too high',
}
