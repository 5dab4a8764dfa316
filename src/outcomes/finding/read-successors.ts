import type { Configured } from '../../deps.ts'
import type { Maker } from '../rules/venues-1.0.0.ts'
import { warnOfFlood } from './warn-of-flood.ts'
import { insertSuccessor } from './successor-store.ts'

/** Notes the tokens that a launchpad replaced in these blocks; each is followed under the launch of the token before it. */
export async function readSuccessors(
  { db, clock, log, proofSources, pools }: Configured<'pools' | 'proofSources'>,
  { maker, fromBlock, toBlock }: { maker: Maker; fromBlock: bigint; toBlock: bigint },
  signal: AbortSignal,
): Promise<void> {
  if (maker.graduation === null) return
  const filter = { addresses: [maker.contract], topics: [[maker.graduation]], fromBlock, toBlock }
  for (const { topics, data, block, txHash } of await pools.logs(filter, signal, warnOfFlood(log, maker.venue))) {
    const [token, successor] = [topics[1], data.slice(0, 66)].map(toAddress)
    if (!token || !successor || token === successor) continue
    const row = { chainId: proofSources.creations.chainId, token, successor, txHash, block, readAt: clock.now() }
    const bound = await db.transaction().execute((tx) => insertSuccessor(tx, row))
    for (const binding of bound) log.info({ binding, token, successor }, 'a launchpad replaced a launched token')
  }
}

const toAddress = (word: string | undefined): string | null =>
  word !== undefined && /^0x0{24}(?!0{40})[0-9a-f]{40}$/.test(word) ? `0x${word.slice(26)}` : null
