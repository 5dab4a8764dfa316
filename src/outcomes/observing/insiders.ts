import type { Db } from '../../database/db.ts'
import type { ChainLog, Pools } from '../../providers/chain/pools.ts'
import type { ProveDeps } from '../binding/prove-token.ts'
import { findSender } from '../rules/proofs-1.0.0.ts'
import { uniswapV4 } from '../rules/uniswap-v4-1.0.0.ts'
import { entryPoints } from '../rules/venues-1.0.0.ts'
import { findFirstLog } from './first-log.ts'
import { isSupply, toModifications } from './v4-pools.ts'
import { type DueLook, listLaunchBots } from './store.ts'

export interface RemovalDeps {
  db: Db
  pools: Pools
  creations: ProveDeps
}

interface Asked {
  due: DueLook
  toBlock: bigint
}

/** `Mint` of v2-like pools, Aerodrome's among them, and of v3-like ones. */
const mints = [
  '0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f',
  '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde',
]

/**
 * Those whose removal of liquidity can be a rug: the launch's own wallet, the sender of the token's creation and that of the
 * first supply of liquidity, without launchpads, launch bots and bundlers. Where a launchpad only named the wallet, nobody else
 * counts: it isn't charged with what a stranger does.
 */
export async function findInsiders(
  deps: RemovalDeps,
  { due, toBlock }: Asked,
  signal: AbortSignal,
): Promise<Set<string>> {
  const { creatorAddress, creationSender, isOwn } = due
  if (!isOwn) return new Set([creatorAddress])
  const supplier = await findSupplier(deps, { due, toBlock }, signal)
  const senders = [creationSender, supplier].filter((sender) => sender !== null)
  if (senders.length === 0) return new Set([creatorAddress])
  const others = new Set([
    ...deps.creations.venues.contracts,
    ...entryPoints,
    ...(await listLaunchBots(deps.db, { senders, creatorAddress })),
  ])
  return new Set([creatorAddress, ...senders.filter((sender) => !others.has(sender))])
}

/** The sender of the first supply of liquidity to the known pools; null: it can't be told. */
async function findSupplier(deps: RemovalDeps, { due, toBlock }: Asked, signal: AbortSignal): Promise<string | null> {
  const first = await findFirstSupply(deps, { due, toBlock }, signal)
  const receipt = first && (await deps.creations.creations.receipt(first.txHash, signal))
  return receipt ? findSender(receipt) : null
}

async function findFirstSupply(
  { pools, creations: { creations } }: RemovalDeps,
  { due, toBlock }: Asked,
  signal: AbortSignal,
): Promise<ChainLog | null> {
  const addresses = due.pools.map(({ address }) => address).filter((address) => address.length === 42)
  const ids = due.pools.map(({ address }) => address).filter((address) => address.length === 66)
  const v4 = uniswapV4[creations.chainId]
  // Pools that can't be read may have had the first supply.
  if (ids.length > 0 && !v4) return null
  const blocks = { fromBlock: due.creationBlock, toBlock }
  const first =
    addresses.length > 0 ? await findFirstLog(pools, { addresses, topics: [mints], ...blocks }, signal) : null
  if (ids.length === 0 || !v4) return first
  const until = first ? { ...blocks, toBlock: first.block } : blocks
  const inV4 = await findFirstLog(pools, toModifications(v4, { ids, ...until }), signal, isSupply)
  // Which of two in one block came first isn't told.
  return first && inV4?.block === first.block && inV4.txHash !== first.txHash ? null : (inV4 ?? first)
}
