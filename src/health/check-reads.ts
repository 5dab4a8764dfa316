import type { Deps } from '../deps.ts'
import { succeedsWithin } from '../platform/resilience/succeeds-within.ts'
import { pingDatabase } from './store.ts'

/** Creates a check whether the database answers a read within 1 s, on the connections of all reads. Concurrent callers share one. */
export function createReadCheck({ reads }: Pick<Deps, 'reads'>): () => Promise<boolean> {
  let reading: Promise<boolean> | undefined
  return () => (reading ??= succeedsWithin(pingDatabase(reads), 1000).finally(() => (reading = undefined)))
}
