import type { Creations } from '../../providers/chain/creations.ts'
import type { FindCreationTx } from '../../providers/creator-data/contract-creation.ts'
import type { SubmittedContract } from './store.ts'

interface CodeDeps {
  creations: Creations
  /** null: no explorer is configured. */
  findCreationTx: FindCreationTx | null
}

/** The code of a wallet that delegates to a contract (EIP-7702). */
const delegationPrefix = '0xef0100'

/** Whether the contract had code when the score was made; null: neither the explorer nor the node can tell. */
export async function hadCode(
  { creations, findCreationTx }: CodeDeps,
  { address, scoredAt, wasKnown }: SubmittedContract,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (wasKnown) return true
  const code = await creations.codeAt(address, 'latest', signal)
  if (code === '0x' || code?.startsWith(delegationPrefix)) return false
  const txHash = (await findCreationTx?.(address, signal)) ?? null
  const receipt = txHash && (await creations.receipt(txHash, signal))
  const createdAt = receipt && (await creations.minedAt(receipt.blockNumber, signal))
  if (createdAt) return createdAt <= scoredAt
  const codeThen = await creations.codeAt(address, await findBlockAt(creations, scoredAt, signal), signal)
  return codeThen === null ? null : codeThen !== '0x'
}

/** The last block that was mined at a time or before; the first block of the chain if all are younger. */
async function findBlockAt(creations: Creations, at: Date, signal: AbortSignal): Promise<bigint> {
  let [low, high] = [0n, await creations.head(signal)]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const minedAt = await creations.minedAt(middle, signal)
    if (minedAt && minedAt <= at) low = middle
    else high = middle - 1n
  }
  return low
}
