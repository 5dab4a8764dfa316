import type { Configured } from '../../../deps.ts'
import type { ChainLog, Pools } from '../../../providers/chain/pools.ts'
import type { ProofSources } from '../../binding/prove-token.ts'
import { findSender, listSenders } from '../../rules/proofs-1.0.0.ts'
import { modifyLiquidityTopic, type UniswapV4, uniswapV4 } from '../../rules/uniswap-v4-1.0.0.ts'
import { findSent } from './first-supply.ts'
import { type Insiders, findInsiders } from './insiders.ts'
import { findDecimals, isSupply, isV4, readV4Removal, toModifications } from './v4-pools.ts'
import type { DueObservation, NewObservation, WatchedPool } from '../store.ts'

type Removal = NonNullable<NewObservation['removal']>

/** `Burn` of v2, of Aerodrome and of v3, with the word of the data at which the amounts begin. */
const burns: Record<string, number | undefined> = {
  '0xdccd412f0b1252819cb1fd330b93224ca42612892bb3f4f789976e6d81936496': 0,
  '0x5d624aa9c148153ab3446c1b154f660ee7701e549fe9b62dab7171b1c80e6fa2': 0,
  '0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c': 1,
}

interface RemovalQuery {
  due: DueObservation
  /** When the observation before was made. */
  from: Date
  seenAt: Date
}

/**
 * The liquidity that was taken out of the last known pools since the previous observation, by the address that took most of
 * it; null: none, or it isn't known yet whether an insider took it. A removal from a v4 pool whose price at that block the
 * node doesn't keep adds nothing.
 */
export async function findRemoval(
  deps: Configured<'pools' | 'proofSources'>,
  { due, from, seenAt }: RemovalQuery,
  signal: AbortSignal,
): Promise<Removal | null> {
  const { pools, proofSources } = deps
  const v4 = uniswapV4[proofSources.creations.chainId]
  const readable = due.pools.filter(
    ({ address, usd, amount }) => (address.length === 42 || (v4 && isV4(address))) && usd !== null && amount !== null,
  )
  const before = readable.reduce((sum, { amount, usd }) => sum + (amount ?? 0) * (usd ?? 0), 0)
  if (before <= 0) return null
  const toBlock = await proofSources.creations.head(signal)
  const fromBlock = estimateBlock(due, { from, seenAt, head: toBlock })
  const logs = await listRemovals(
    pools,
    { addresses: readable.map(({ address }) => address), v4, fromBlock, toBlock },
    signal,
  )
  let insiders: Promise<Insiders> | undefined
  const listInsiders = () => (insiders ??= findInsiders(deps, due, signal))
  const taken = new Map<Removal['by'] | null, { usd: number; largest: number; txHash: string }>()
  for (const log of logs) {
    const pool = readable.find(({ address }) => address === (isModification(log) ? log.topics[1] : log.address))
    const usd = pool ? await toUsd({ pools, v4 }, { log, pool, token: due.token }, signal) : 0
    const by = await findTaker(proofSources, { log, due, listInsiders }, signal)
    const sum = taken.get(by) ?? { usd: 0, largest: -1, txHash: log.txHash }
    const isLargest = usd > sum.largest
    taken.set(by, {
      usd: sum.usd + usd,
      largest: isLargest ? usd : sum.largest,
      txHash: isLargest ? log.txHash : sum.txHash,
    })
  }
  const [most] = [...taken].toSorted(([, a], [, b]) => b.usd - a.usd)
  if (!most || most[1].usd <= 0) return null
  const [by, { usd, txHash }] = most
  if (by === null) return null
  return { share: Number(Math.min(1, usd / before).toPrecision(3)), by, txHash }
}

interface Filter {
  addresses: string[]
  v4: UniswapV4 | undefined
  fromBlock: bigint
  toBlock: bigint
}

/** The events by which liquidity was taken out of pools. */
async function listRemovals(
  pools: Pools,
  { addresses, v4, ...blocks }: Filter,
  signal: AbortSignal,
): Promise<ChainLog[]> {
  const [ids, contracts] = [addresses.filter(isV4), addresses.filter((address) => !isV4(address))]
  const burned =
    contracts.length > 0
      ? await pools.logs({ addresses: contracts, topics: [Object.keys(burns)], ...blocks }, signal)
      : []
  if (!v4 || ids.length === 0) return burned
  const modified = await pools.logs(toModifications(v4, { ids, ...blocks }), signal)
  return [...burned, ...modified.filter((log) => !isSupply(log))]
}

const isModification = ({ topics }: ChainLog): boolean => topics[0] === modifyLiquidityTopic

/** The block at the time of the observation before, by the pace of the blocks since the token's creation. */
function estimateBlock(
  { creationBlock, createdAt }: DueObservation,
  { from, seenAt, head }: { from: Date; seenAt: Date; head: bigint },
): bigint {
  const blocks = Number(head - creationBlock)
  const share = (from.getTime() - createdAt.getTime()) / Math.max(1, seenAt.getTime() - createdAt.getTime())
  return creationBlock + BigInt(Math.max(0, Math.ceil(blocks * Math.min(1, Math.max(0, share)))))
}

/** The dollars of the quote that the event took out: pools sort their tokens by address. */
async function toUsd(
  { pools, v4 }: { pools: Pools; v4: UniswapV4 | undefined },
  { log, pool, token }: { log: ChainLog; pool: WatchedPool; token: string },
  signal: AbortSignal,
): Promise<number> {
  const isQuoteFirst = pool.quote < token
  const amount =
    isModification(log) && v4
      ? await readV4Removal({ pools, v4 }, { log, isQuoteFirst }, signal)
      : readBurned(log, isQuoteFirst)
  const decimals = await findDecimals(pools, pool.quote, signal)
  return amount !== null && decimals !== null ? (amount / 10 ** decimals) * (pool.usd ?? 0) : 0
}

function readBurned({ topics, data }: ChainLog, isQuoteFirst: boolean): number | null {
  const index = (burns[topics[0] ?? ''] ?? 0) + (isQuoteFirst ? 0 : 1)
  const word = data.slice(2 + 64 * index, 66 + 64 * index)
  return word.length === 64 ? Number(BigInt(`0x${word}`)) : null
}

interface Taking {
  log: ChainLog
  due: DueObservation
  /** Asked only when the launch's own wallet took nothing: it may take many calls. */
  listInsiders: () => Promise<Insiders>
}

/** null: it isn't known yet whether it was an insider. */
async function findTaker(
  { creations, venues }: ProofSources,
  { log, due, listInsiders }: Taking,
  signal: AbortSignal,
): Promise<Removal['by'] | null> {
  const owner = `0x${(log.topics[isModification(log) ? 2 : 1] ?? '').slice(26)}`
  if (venues.contracts.has(owner)) return 'venue'
  const sent = await findSent(creations, log.txHash, signal)
  if (!sent) return null
  if (listSenders(sent).includes(due.creatorAddress)) return 'insider'
  const sender = findSender(sent)
  const { wallets, isWhole } = await listInsiders()
  if (sender !== null && wallets.has(sender)) return 'insider'
  return isWhole ? 'other' : null
}
