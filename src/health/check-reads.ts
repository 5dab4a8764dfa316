import type { Deps } from '../deps.ts'
import { succeedsWithin } from '../platform/resilience/succeeds-within.ts'
import { pingDatabase } from './store.ts'

/** Creates a check whether the database answers a read in time, on the connections of all reads. Concurrent callers share one. */
export function createReadCheck({ reads, config }: Deps): () => Promise<boolean> {
  let reading: Promise<boolean> | undefined
  return () =>
    (reading ??= succeedsWithin(pingDatabase(reads), config.healthTimeoutMs).finally(() => (reading = undefined)))
}
