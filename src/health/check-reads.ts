import type { Deps } from '../deps.ts'
import { succeedsWithin } from '../platform/resilience/succeeds-within.ts'
import { pingDatabase } from './store.ts'

/** Concurrent callers share one read. */
export function createReadCheck({ reads, config }: Deps): () => Promise<boolean> {
  let reading: Promise<boolean> | undefined
  return () =>
    (reading ??= succeedsWithin(pingDatabase(reads), config.healthTimeoutMs).finally(() => (reading = undefined)))
}
