import type { Log } from '../../platform/log.ts'
import type { LogFilter } from '../../providers/chain/pools.ts'

/** Logs a block whose events are left out, because it is full of events of one kind. The other blocks are still read. */
export const warnOfFlood =
  (log: Log, venue: string) =>
  ({ fromBlock, topics }: LogFilter): void =>
    log.warn({ venue, block: String(fromBlock), topics }, 'a block has more events than can be read')
