import type { Deps } from '../deps.ts'
import { makeObservationPartitions } from '../outcomes/observing/partitions/make-observation-partitions.ts'
import { makeEventPartitions } from '../webhooks/retention/make-event-partitions.ts'

/** Makes the partitions of the coming time. */
export const makeAllPartitions = (deps: Pick<Deps, 'db' | 'clock'>): Promise<void[]> =>
  Promise.all([makeEventPartitions(deps), makeObservationPartitions(deps)])

/**
 * Makes them before the first write of a service that did not run for longer than they were made ahead. Without them rows go
 * to the default partitions, so that a fault is no reason not to start: the job tries again.
 */
export const makeFirstPartitions = async (deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> => {
  await makeAllPartitions(deps).catch((error: Error) =>
    deps.log.warn({ reason: error.message }, 'the partitions of the coming days could not be made yet'),
  )
}
