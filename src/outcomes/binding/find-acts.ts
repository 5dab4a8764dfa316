import type { Creations } from '../../providers/chain/creations.ts'
import type { CreationReceipt } from '../../providers/chain/creation-receipt.ts'
import type { Pools } from '../../providers/chain/pools.ts'
import { listSenders } from '../rules/proofs-1.0.0.ts'

export interface ActDeps {
  proofSources: { creations: Creations }
  pools: Pools
}

interface Touched {
  /** Lower case, as is `wallet`. */
  token: string
  wallet: string
  creationTx: string
  creationBlock: bigint
}

/** `Transfer` of ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Transfers in other transactions prove nothing: anybody can send tokens to a wallet. */
const maxTransactions = 200

/**
 * Whether the chain shows an act of the wallet on the token: tokens for it in the creation, or a transfer from or to it in a
 * transaction of its own. `unread`: more blocks than `maxBlocks` lie between the creation and now, or more or longer transfers
 * than can be read. Throws `UpstreamError` ('chain').
 */
export async function findActs(
  { proofSources: { creations }, pools }: ActDeps,
  { token, wallet, creationTx, creationBlock }: Touched,
  { maxBlocks, signal }: { maxBlocks: bigint | null; signal: AbortSignal },
): Promise<'acted' | 'none' | 'unread'> {
  const word = `0x${wallet.slice(2).padStart(64, '0')}`
  const creation = await creations.receipt(creationTx, signal)
  if (creation?.logs.some(({ address, topics }) => address === token && isTransferTo(topics, word))) return 'acted'
  const toBlock = await creations.head(signal)
  if (!creation || (maxBlocks !== null && toBlock - creationBlock > maxBlocks)) return 'unread'
  const hashes = new Set<string>()
  let isWhole = true
  for (const topics of [
    [[transferTopic], [word]],
    [[transferTopic], null, [word]],
  ]) {
    const filter = { addresses: [token], topics, fromBlock: creationBlock, toBlock }
    for (const { txHash } of await pools.logs(filter, signal, () => (isWhole = false))) hashes.add(txHash)
  }
  for (const hash of [...hashes].slice(0, maxTransactions)) {
    const receipt = await creations.receipt(hash, signal)
    if (receipt && isBy(receipt, wallet)) return 'acted'
    isWhole &&= receipt !== null
  }
  return isWhole && hashes.size <= maxTransactions ? 'none' : 'unread'
}

const isTransferTo = (topics: string[], word: string): boolean => topics[0] === transferTopic && topics[2] === word

const isBy = (receipt: CreationReceipt, wallet: string): boolean => listSenders(receipt).includes(wallet)
