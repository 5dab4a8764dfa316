import { askBlock, measureBlocks } from './block-times.ts'
import type { AskNode } from './chain-node.ts'

/** Whether the node keeps no state of a block, and never will. */
export async function isStateGone(
  ask: AskNode,
  { error, block }: { error: { message: string }; block: bigint },
  signal: AbortSignal,
): Promise<boolean> {
  if (isMissingState(error)) return true
  return isMissingBlock(error) && (await isLongPast(ask, block, signal))
}

/** Nodes agree on no code for missing state, and providers sell old state. */
const isMissingState = ({ message }: { message: string }): boolean => stateWords.test(message)

const stateWords =
  /missing trie node|historical state|no historical|no state |state (?:is |already |has been )?(?:not (?:available|found)|unavailable|discarded)|state (?:0x)?[0-9a-f]{64} is not available|prun|purged|archiv/i

/** The node never had the block, no longer has it, or lags. */
const isMissingBlock = ({ message }: { message: string }): boolean =>
  /(?:header|block) not found|unknown block/i.test(message)

/** A node that doesn't know a block so much older than its head never will; for a newer block it may lag. */
const maxLagSeconds = 1800

async function isLongPast(ask: AskNode, block: bigint, signal: AbortSignal): Promise<boolean> {
  const times = measureBlocks((one, signal) => askBlock(ask, one, signal))
  const { number } = await times.head(signal)
  return Number(number - block) * (await times.secondsPerBlock(signal)) > maxLagSeconds
}
