import type { Configured } from '../../deps.ts'
import type { Maker } from '../rules/venues-1.0.0.ts'
import type { OtherToken } from './note-other-token.ts'
import { listScoredAmong, listScoredWallets } from './store.ts'
import { warnOfFlood } from './warn-of-flood.ts'

/** Tokens whose creators are asked for in one run; blocks with more are left to the next ones. */
const maxTokens = 500

interface Range {
  maker: Maker
  /** Wallets with a score since then. */
  since: Date
  fromBlock: bigint
  toBlock: bigint
}

/**
 * The tokens of scored wallets that a launchpad's event announces without naming the wallet: the launchpad is asked for the
 * creator of each. Returns the last block of which all are known.
 */
export async function listAnnounced(
  { db, log, pools, proofSources: { creations } }: Configured<'pools' | 'proofSources'>,
  { maker, since, fromBlock, toBlock }: Range,
  signal: AbortSignal,
): Promise<{ launched: OtherToken[]; toBlock: bigint }> {
  const { announcement, contract, namePrefix } = maker
  if (announcement === null || (await listScoredWallets(db, { since, after: '', limit: 1 })).length === 0)
    return { launched: [], toBlock }
  const filter = { addresses: [contract], topics: [[announcement]], fromBlock, toBlock }
  const logs = await pools.logs(filter, signal, warnOfFlood(log, maker.venue))
  const end = logs.length > maxTokens ? (logs[maxTokens - 1]?.block ?? toBlock) : toBlock
  const launched: OtherToken[] = []
  for (const { topics, txHash, block } of logs) {
    const token = `0x${topics[1]?.slice(26) ?? ''}`
    const wallet = block <= end && token.length === 42 ? await creations.creatorBy(maker, token, signal) : null
    if (wallet !== null) launched.push({ wallet, token, creationTx: txHash, deployedAt: null, namePrefix })
  }
  const scored = new Set(await listScoredAmong(db, { wallets: launched.map(({ wallet }) => wallet), since }))
  return { launched: launched.filter(({ wallet }) => scored.has(wallet)), toBlock: end }
}
