import type { Configured } from '../../../deps.ts'
import type { CreationReceipt } from '../../../providers/chain/creation-receipt.ts'
import type { Creations } from '../../../providers/chain/creations.ts'
import type { Pools } from '../../../providers/chain/pools.ts'
import { minConfirmations } from '../../binding/prove-token.ts'
import { findSender } from '../../rules/proofs-1.0.0.ts'
import { uniswapV4 } from '../../rules/uniswap-v4-1.0.0.ts'
import { entryPoints } from '../../rules/venues-1.0.0.ts'
import type { DueObservation } from '../store.ts'
import { type Range, searchPools } from './search-pools.ts'
import type { PoolSearch } from './search-store.ts'
import { isSupply, isV4, toModifications } from './v4-pools.ts'

/** `Mint` of v2-like pools, Aerodrome's among them, and of v3-like ones. */
const mints = [
  '0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f',
  '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde',
]

interface Supplier {
  /** false: the search hasn't ended, or a pool can't be read. */
  isKnown: boolean
  /** null: nobody can be named. */
  sender: string | null
}

const unknown: Supplier = { isKnown: false, sender: null }

/** The last block that counts in a search. */
export const findEnd = async ({ proofSources: { creations } }: Configured<'proofSources'>, signal: AbortSignal) =>
  (await creations.head(signal)) - minConfirmations

/** The sender of the first supply of liquidity to the known pools, as far as the search for it has come. */
export async function findSupplier(
  deps: Configured<'pools' | 'proofSources'>,
  due: DueObservation,
  signal: AbortSignal,
): Promise<Supplier> {
  const searches = await searchSupply(deps, due, signal)
  const found = searches.flatMap((one) => one.found ?? []).toSorted((a, b) => Number(a.block - b.block))
  const [first] = found
  const isEnded = searches.every((one) => one.found || one.isOver || (first && one.block >= first.block))
  if (searches.length === 0 || !isEnded) return unknown
  if (!first) return { isKnown: true, sender: null }
  // Which of two in one block came first isn't told.
  if (found.some(({ block, txHash }) => block === first.block && txHash !== first.txHash)) return unknown
  const sent = await findSent(deps.proofSources.creations, first.txHash, signal)
  return sent ? { isKnown: true, sender: findSender(sent) } : unknown
}

/**
 * The sender of a transaction, by its receipt; null: nobody can tell. A receipt that is too long to read must not hide its
 * sender: then the transaction itself tells, unless it carries user operations.
 */
export async function findSent(
  creations: Creations,
  hash: string,
  signal: AbortSignal,
): Promise<Pick<CreationReceipt, 'from' | 'logs'> | null> {
  const receipt = await creations.receipt(hash, signal)
  if (receipt) return receipt
  const call = await creations.call(hash, signal)
  return call && (call.to === null || !entryPoints.has(call.to)) ? { from: call.from, logs: [] } : null
}

/** Searches on for the first supply to the known pools, from the token's creation on. Empty: a pool can't be read. */
export async function searchSupply(
  deps: Configured<'pools' | 'proofSources'>,
  due: DueObservation,
  signal: AbortSignal,
): Promise<PoolSearch[]> {
  const known = due.pools.filter(({ amount }) => amount !== null && amount > 0).map(({ address }) => address)
  const { chainId } = deps.proofSources.creations
  const v4 = uniswapV4[chainId]
  if (!v4 && known.some(isV4)) return []
  const search = { chainId, event: 'supply', pools: known, fromBlock: due.creationBlock, isFirstWanted: true } as const
  const read = async (range: Range, signal: AbortSignal) => listSupplies({ pools: deps.pools, v4 }, range, signal)
  return searchPools(deps.db, { ...search, findEnd: (signal) => findEnd(deps, signal), read }, signal)
}

async function listSupplies(
  { pools, v4 }: { pools: Pools; v4: (typeof uniswapV4)[number] },
  { pools: wanted, ...blocks }: Range,
  signal: AbortSignal,
) {
  const [ids, addresses] = [wanted.filter(isV4), wanted.filter((pool) => !isV4(pool))]
  const minted = addresses.length > 0 ? await pools.logs({ addresses, topics: [mints], ...blocks }, signal) : []
  const modified = v4 && ids.length > 0 ? await pools.logs(toModifications(v4, { ids, ...blocks }), signal) : []
  return [
    ...minted.map((log) => ({ pool: log.address, log })),
    ...modified.filter(isSupply).map((log) => ({ pool: log.topics[1] ?? '', log })),
  ]
}
