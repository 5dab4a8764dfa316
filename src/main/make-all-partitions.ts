import type { Deps } from '../deps.ts'
import { makeObservationPartitions } from '../outcomes/observing/make-observation-partitions.ts'
import { makeEventPartitions } from '../webhooks/retention/make-event-partitions.ts'

/** Makes the partitions of the coming time, for an import too, which has no other dependencies. */
export const makeAllPartitions = (deps: Pick<Deps, 'db' | 'clock'>): Promise<void[]> =>
  Promise.all([makeEventPartitions(deps), makeObservationPartitions(deps)])

/**
 * Creates missing partitions before the first write, in case the service was down for longer than the job works ahead.
 * On failure the service still starts: rows go to the default partitions, and the job tries again.
 */
export const makeFirstPartitions = async (deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> => {
  await makeAllPartitions(deps).catch((error: Error) =>
    deps.log.warn({ reason: error.message }, 'the partitions of the coming days could not be made yet'),
  )
}
