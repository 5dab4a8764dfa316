import type { Deps } from '../../deps.ts'
import { listUnidentified, updateIdentity } from './identity-store.ts'
import { launchIdentity } from './launch-identity.ts'
import { foldNames } from './search-names.ts'

const batchSize = 200

/**
 * Computes the identities of submissions that an earlier release stored without one. Each has its own transaction, so that a
 * scoring waits for one of them at most.
 */
export async function identifyLaunches({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const submissions = await listUnidentified(db, batchSize)
    for (const { id, ...launch } of submissions) {
      if (signal.aborted) return
      await updateIdentity(db, id, launchIdentity(foldNames(launch), launch.imageHash))
    }
    if (submissions.length < batchSize) return
  }
}
