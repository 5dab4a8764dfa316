import type { Configured } from '../../deps.ts'
import type { Maker } from '../rules/venues-1.0.0.ts'
import type { OtherToken } from './note-other-token.ts'
import { warnOfFlood } from './warn-of-flood.ts'

interface Range {
  maker: Maker
  wallets: string[]
  fromBlock: bigint
  toBlock: bigint
}

/**
 * The tokens that a launchpad without a confirmed event made for one of the wallets: any of its events may name both, and the
 * token itself has to name the wallet. The event may be a later one, so it tells nothing about the creation.
 */
export async function listMade(
  { pools, log, proofSources: { creations } }: Configured<'pools' | 'proofSources'>,
  { maker, wallets, fromBlock, toBlock }: Range,
  signal: AbortSignal,
): Promise<OtherToken[]> {
  if (wallets.length === 0 || !maker.isIndexed) return []
  const words = wallets.map((wallet) => `0x${wallet.slice(2).padStart(64, '0')}`)
  const found = new Map<string, OtherToken>()
  for (const position of [1, 2, 3]) {
    const topics = [...Array.from({ length: position }, () => null), words]
    const filter = { addresses: [maker.contract], topics, fromBlock, toBlock }
    for (const one of await pools.logs(filter, signal, warnOfFlood(log, maker.venue))) {
      const wallet = toAddress(one.topics[position])
      const tokens = one.topics.slice(1).map(toAddress)
      for (const token of tokens)
        if (wallet !== null && token !== null && token !== wallet && !found.has(`${wallet} ${token}`))
          if ((await creations.creatorBy(maker, token, signal)) === wallet)
            found.set(`${wallet} ${token}`, { wallet, token, creationTx: null, deployedAt: null })
    }
  }
  return [...found.values()]
}

const toAddress = (word: string | undefined): string | null =>
  word !== undefined && /^0x0{24}[0-9a-f]{40}$/.test(word) ? `0x${word.slice(26)}` : null
