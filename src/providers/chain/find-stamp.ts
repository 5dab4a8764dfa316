import type { Hex } from 'viem'
import type { Stamp } from './attester.ts'
import { decodeTimestamp, encodeGetTimestamp, stampTopics } from './eas.ts'
import type { NodeReads } from './node-reads.ts'

/** Blocks that may have the same time, on chains with several per second. */
const sameTimeBlocks = 50n

/**
 * From any sender; null: there is none. The contract gives the time and blocks are ordered by time, so few of them are
 * requested and no node refuses the range of the logs.
 */
export async function findStamp(
  { reads, contract }: { reads: NodeReads; contract: Hex },
  digest: Hex,
  signal: AbortSignal,
): Promise<Stamp | null> {
  const stampedAt = decodeTimestamp(await reads.call({ to: contract, data: encodeGetTimestamp(digest) }, signal))
  if (!stampedAt) return null
  const fromBlock = await findFirstBlock(reads, stampedAt, signal)
  const filter = { address: contract, topics: stampTopics(digest), fromBlock, toBlock: fromBlock + sameTimeBlocks }
  const [stamp] = await reads.stamps(filter, signal)
  return stamp ?? null
}

async function findFirstBlock(reads: NodeReads, at: Date, signal: AbortSignal): Promise<bigint> {
  let [low, high] = [0n, await reads.head(signal)]
  while (low < high) {
    const middle = (low + high) / 2n
    if ((await reads.blockTime(middle, signal)) < at) low = middle + 1n
    else high = middle
  }
  return low
}
