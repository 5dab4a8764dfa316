import type { Configured } from '../../deps.ts'
import type { Hex } from 'viem'
import { getFinalDepth } from './final-depth.ts'
import { type QueuedJob, deferJob, endWithStamp } from './job-store.ts'

const retryMs = 30_000

/** The digests of sealed days are public, so anyone can stamp one first; the contract accepts each once. */
export const isStampedAlready = ({ kind }: QueuedJob, error: string): boolean =>
  kind === 'stamp' && error === 'AlreadyTimestamped'

/**
 * Ends a stamp with the transaction of the account that came first, once its block is final: until then a
 * reorganisation may remove it.
 */
export async function adoptStamp(
  deps: Configured<'attester'>,
  job: QueuedJob,
  signal: AbortSignal,
): Promise<'adopted' | 'deferred'> {
  const { attester, config, clock, db, log } = deps
  const [head, stamp] = await Promise.all([attester.head(signal), attester.findStamp(job.subject as Hex, signal)])
  if (!stamp || head - stamp.blockNumber < getFinalDepth(config)) {
    await deferJob(db, job.id, { until: new Date(clock.now().getTime() + retryMs), error: null })
    return 'deferred'
  }
  const { chainId, contract } = attester
  await endWithStamp(db, job.id, { chainId, contract, stamp })
  log.info({ subject: job.subject, txHash: stamp.txHash }, 'somebody else stamped the digest of a day first')
  return 'adopted'
}
