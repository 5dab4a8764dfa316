import { advanceAttestations } from './attestation/advance-attestations.ts'
import { inspectAttester } from './attestation/inspect-attester.ts'
import { foldActivity } from './activity/fold-activity.ts'
import type { Deps } from './deps.ts'
import { endAbandoned } from './notifications/end-abandoned.ts'
import { type DispatchDeps, sendDueBy, untilDueMs } from './notifications/send-due-slots.ts'
import { endRotated, untilEndMs } from './keys/end-rotated.ts'
import { type Job, startJobs } from './platform/jobs.ts'
import { pruneKeys } from './scoring/prune-keys.ts'
import { pruneAnswers } from './signals/prune-answers.ts'
import { foldStandings } from './standings/fold-standings.ts'
import { deliverDueJobs } from './webhooks/deliver-due.ts'
import { pruneDeliveries } from './webhooks/prune-deliveries.ts'

/** Every job and how often it runs. */
export const startWorker = (deps: Deps) =>
  startJobs(
    [
      { name: 'prune provider answers', everySeconds: 600, run: () => pruneAnswers(deps) },
      { name: 'prune idempotency keys', everySeconds: 600, run: () => pruneKeys(deps) },
      { name: 'end abandoned notifications', everySeconds: 60, run: () => endAbandoned(deps) },
      ...attesting(deps),
      { name: 'end rotated keys', everySeconds: 60, run: () => endRotated(deps), untilDueMs: () => untilEndMs(deps) },
      { name: 'fold standings', everySeconds: 5, run: () => foldStandings(deps) },
      { name: 'fold activity', everySeconds: 30, run: () => foldActivity(deps) },
      { name: 'prune deliveries', everySeconds: 600, run: (stopped) => pruneDeliveries(deps, stopped) },
      ...dispatchers(deps),
      ...deliverDueJobs(deps),
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

/** Only where there is a key. Nobody outside can tick these. */
function attesting(deps: Deps): Job[] {
  if (!deps.attester) return []
  return [
    { name: 'look after the attester', everySeconds: 60, run: (stopped) => inspectAttester(deps, stopped) },
    {
      name: 'advance attestations',
      everySeconds: deps.config.dispatchIntervalSeconds || 5,
      run: (stopped) => advanceAttestations(deps, stopped),
    },
  ]
}
