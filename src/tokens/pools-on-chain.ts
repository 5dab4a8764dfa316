import { hourMs } from '../../contract/time.ts'
import type { Db } from '../database/db.ts'
import type { ChainSources, Configured, Deps } from '../deps.ts'
import { findSender } from '../providers/chain/entry-points.ts'
import { UpstreamError } from '../platform/errors.ts'
import type { Block } from '../providers/chain/block-times.ts'
import type { CreationReceipt } from '../providers/chain/creation-receipt.ts'
import type { Creations } from '../providers/chain/creations.ts'
import { entryPoints } from '../providers/chain/entry-points.ts'
import type { ChainLog, LogFilter, Pools } from '../providers/chain/pools.ts'
import { isOfLaunchpad } from '../providers/launchpads/launchpads.ts'
import type { TokenFacts } from '../providers/token-risk.ts'
import {
  type DueObservation,
  type EarlierObservation,
  listLaunchBots,
  listSearches,
  type NewObservation,
  type PoolSearch,
  type SearchedEvent,
  upsertSearch,
  type WatchedPool,
} from './observation-store.ts'
import type { ProofSources } from './prove-token.ts'
import { minDepth } from './rules/outcome-1.0.0.ts'
import { listSenders } from './rules/proofs-1.0.0.ts'
import {
  fromX96,
  initializeTopic,
  modifyLiquidityTopic,
  toAmounts,
  toInteger,
  type UniswapV4,
  uniswapV4,
} from './rules/uniswap-v4-1.0.0.ts'

interface WitnessQuery {
  due: DueObservation
  own: EarlierObservation[]
  seenAt: Date
}

/** The state of the last known pools, read from the chain. */
interface OnChainDepth {
  /** US dollars, to three significant digits; null: not all of it can be known, and what is known is below the floor. */
  depth: number | null
  removal: NewObservation['removal']
}

/**
 * The money in the last known pools as the chain shows it. Pools of Uniswap v4, of which only the range around the price is
 * read, and pools whose amounts can't be read make it a lower bound, which can show life and never death.
 */
export async function readDepthOnChain(
  deps: Deps & ChainSources,
  { due, own }: Omit<WitnessQuery, 'seenAt'>,
  signal: AbortSignal,
): Promise<OnChainDepth | null> {
  const { pools, proofSources } = deps
  if (!pools || due.pools.length === 0) return null
  const spacings = proofSources
    ? await searchSpacings({ ...deps, pools, proofSources }, due, signal)
    : new Map<string, number>()
  const amounts: (number | null)[] = []
  for (const pool of due.pools)
    amounts.push(
      await askPool({ pools, proofSources }, { due, pool, spacing: spacings.get(pool.address) ?? null }, signal),
    )
  const known = amounts.filter((amount) => amount !== null)
  const sum = Number(known.reduce((total, amount) => total + amount, 0).toPrecision(3))
  const from = own.at(-1)?.seenAt
  const removal =
    from && proofSources ? await findRemoval({ ...deps, pools, proofSources }, { due, from }, signal) : null
  const isWhole = known.length === amounts.length && !due.pools.some(({ address }) => isV4(address))
  return { depth: isWhole || sum >= minDepth ? sum : null, removal }
}

/** The spacing of the ticks of the known v4 pools, as far as the search for their creation has come. */
async function searchSpacings(
  deps: Configured<'pools' | 'proofSources'>,
  { pools: known, creationBlock: fromBlock }: DueObservation,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const { chainId } = deps.proofSources.creations
  const v4 = uniswapV4[chainId]
  const ids = known.map(({ address }) => address).filter(isV4)
  if (!v4 || ids.length === 0) return new Map()
  const knownSince = findKnownSince(known)
  const search = { ids, chainId, fromBlock, knownSince, findEnd: (signal: AbortSignal) => findEnd(deps, signal) }
  return findTickSpacings({ ...deps, v4 }, search, signal)
}

/**
 * Searches on for what a fall calls for: the first supply of liquidity and the creation of v4 pools. An observation that is
 * made at the fall has no time for it, when they lie far from the token's creation.
 */
export async function searchAhead(deps: Deps & ChainSources, due: DueObservation, signal: AbortSignal): Promise<void> {
  const { pools, proofSources } = deps
  if (!pools || !proofSources || due.pools.length === 0) return
  await searchSpacings({ ...deps, pools, proofSources }, due, signal)
  if (due.isOwn) await searchSupply({ ...deps, pools, proofSources }, due, signal)
}

interface Sources {
  pools: Pools
  proofSources: ProofSources | null
}

/** The dollars of the quote in a pool; null: they can't be read. */
async function askPool(
  sources: Sources,
  { due, pool, spacing }: { due: DueObservation; pool: WatchedPool; spacing: number | null },
  signal: AbortSignal,
): Promise<number | null> {
  const { address, quote, usd } = pool
  if (usd === null) return null
  const amount = isV4(address)
    ? await askV4(sources, { due, pool, spacing }, signal)
    : await sources.pools.balance({ token: quote, holder: address }, signal)
  const decimals = await findDecimals(sources.pools, quote, signal)
  return amount === null || decimals === null ? null : (Number(amount) / 10 ** decimals) * usd
}

async function askV4(
  { pools, proofSources }: Sources,
  { due, pool, spacing }: { due: DueObservation; pool: WatchedPool; spacing: number | null },
  signal: AbortSignal,
): Promise<number | null> {
  const v4 = proofSources && uniswapV4[proofSources.creations.chainId]
  if (!v4 || spacing === null) return null
  return readV4Amount({ pools, v4 }, { id: pool.address, isQuoteFirst: pool.quote < due.token, spacing }, signal)
}

/** The ages in hours at which it is checked whether holders can sell, and the depth from which it is checked daily. */
const checkedAt = [24, 48, 168, 192, 720, 744]
const minCheckedDepth = 20_000

/** Whether holders can't sell, as the token risk provider reports; null: it wasn't asked, or doesn't say. */
export async function askSellable(
  { tokenRisk }: ChainSources,
  { due, own, seenAt, depth }: WitnessQuery & { depth: number | null },
  signal: AbortSignal,
): Promise<boolean | null> {
  if (!tokenRisk || !due.tradingSince) return null
  const since = due.tradingSince.getTime()
  const age = (seenAt.getTime() - since) / hourMs
  const before = own.at(-1)
  const ageBefore = before ? (before.seenAt.getTime() - since) / hourMs : age - 36
  const isMarked = checkedAt.some((mark) => ageBefore < mark && mark <= age)
  const isNewDay = Math.floor(age / 24) > Math.floor(ageBefore / 24)
  if (!isMarked && !(isNewDay && (depth ?? 0) >= minCheckedDepth)) return null
  try {
    const { facts } = await tokenRisk.token(due.token, signal)
    return facts && isUnsellable(facts)
  } catch (error) {
    // The other figures of the observation hold without it.
    if (error instanceof UpstreamError) return null
    throw error
  }
}

function isUnsellable({ isHoneypot, cannotSellAll, sellTax }: TokenFacts): boolean | null {
  const flags = [isHoneypot, cannotSellAll]
  if (flags.includes(true) || (sellTax ?? 0) >= 0.5) return true
  return flags.includes(false) ? false : null
}

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
}

/**
 * The liquidity that was taken out of the last known pools since the previous observation, by the address that took most of
 * it; null: none, or it isn't known yet whether an insider took it. A removal from a v4 pool whose price at that block the
 * node doesn't keep adds nothing.
 */
async function findRemoval(
  deps: Configured<'pools' | 'proofSources'>,
  { due, from }: RemovalQuery,
  signal: AbortSignal,
): Promise<Removal | null> {
  const { pools, proofSources } = deps
  const v4 = uniswapV4[proofSources.creations.chainId]
  const readable = due.pools.filter(
    ({ address, usd, amount }) => (address.length === 42 || (v4 && isV4(address))) && usd !== null && amount !== null,
  )
  const before = readable.reduce((sum, { amount, usd }) => sum + (amount ?? 0) * (usd ?? 0), 0)
  if (before <= 0) return null
  const { blockTimes } = proofSources
  const [fromBlock, { number: toBlock }] = await Promise.all([
    blockTimes.blockAt(from, signal),
    blockTimes.head(signal),
  ])
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
  { creations, launchpads }: ProofSources,
  { log, due, listInsiders }: Taking,
  signal: AbortSignal,
): Promise<Removal['by'] | null> {
  const owner = `0x${(log.topics[isModification(log) ? 2 : 1] ?? '').slice(26)}`
  if (isOfLaunchpad(owner, launchpads)) return 'venue'
  const sent = await findSent(creations, log.txHash, signal)
  if (!sent) return null
  if (listSenders(sent).includes(due.creatorAddress)) return 'insider'
  const sender = findSender(sent)
  const { wallets, isWhole } = await listInsiders()
  if (sender !== null && wallets.has(sender)) return 'insider'
  return isWhole ? 'other' : null
}

/** Those whose removal of liquidity can be a rug. */
interface Insiders {
  wallets: ReadonlySet<string>
  /** false: the sender of the first supply of liquidity isn't known, so that somebody else may be an insider. */
  isWhole: boolean
}

/**
 * The launch's own wallet, the sender of the token's creation and that of the first supply of liquidity, without launchpads,
 * launch bots and bundlers. Where a launchpad only named the wallet, nobody else counts: it isn't charged with what a stranger
 * does.
 */
async function findInsiders(
  deps: Configured<'pools' | 'proofSources'>,
  due: DueObservation,
  signal: AbortSignal,
): Promise<Insiders> {
  const { creatorAddress, creationSender, isOwn } = due
  if (!isOwn) return { wallets: new Set([creatorAddress]), isWhole: true }
  const supplier = await findSupplier(deps, due, signal)
  const senders = [creationSender, supplier.sender].filter((sender) => sender !== null)
  const bots = senders.length > 0 ? await listLaunchBots(deps.db, { senders, creatorAddress }) : []
  const { launchpads } = deps.proofSources
  const others = new Set([...entryPoints, ...bots])
  const isOther = (sender: string) => others.has(sender) || isOfLaunchpad(sender, launchpads)
  const wallets = new Set([creatorAddress, ...senders.filter((sender) => !isOther(sender))])
  return { wallets, isWhole: supplier.isKnown }
}

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
const findEnd = async ({ proofSources: { blockTimes } }: Configured<'proofSources'>, signal: AbortSignal) =>
  blockTimes.safe(signal)

const findKnownSince = (pools: WatchedPool[]): Date =>
  new Date(Math.max(0, ...pools.map(({ knownSince }) => Date.parse(knownSince ?? '1970-01-01'))))

/** The sender of the first supply of liquidity to the known pools, as far as the search for it has come. */
async function findSupplier(
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
async function findSent(
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
async function searchSupply(
  deps: Configured<'pools' | 'proofSources'>,
  due: DueObservation,
  signal: AbortSignal,
): Promise<PoolSearch[]> {
  const known = due.pools.filter(({ amount }) => amount !== null && amount > 0).map(({ address }) => address)
  const { chainId } = deps.proofSources.creations
  const v4 = uniswapV4[chainId]
  if (!v4 && known.some(isV4)) return []
  const search = {
    chainId,
    event: 'supply',
    pools: known,
    fromBlock: due.creationBlock,
    knownSince: findKnownSince(due.pools),
    isFirstWanted: true,
    findEnd: (signal: AbortSignal) => findEnd(deps, signal),
    blocksPerCall: deps.pools.blocksPerCall,
  } as const
  const read = async (range: Range, signal: AbortSignal) => listSupplies({ pools: deps.pools, v4 }, range, signal)
  return searchPools(deps.db, { ...search, read }, signal)
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

interface V4Pool {
  /** 32 bytes. */
  id: string
  /** Whether the quote is the currency with the lower address. */
  isQuoteFirst: boolean
  /** Of its ticks. */
  spacing: number
}

const getSlot0Selector = '0xc815641c'
const getLiquiditySelector = '0xfa6793d5'
const getTickBitmapSelector = '0x1c7ccb4c'
/** Words of 256 ticks that are read at most; the ticks behind them are left out. */
const maxWords = 20

/**
 * The quote of a v4 pool in the range in which its price lies, in the quote's smallest unit: a lower bound, since the ranges
 * beyond the next ticks aren't read. null: it can't be read.
 */
async function readV4Amount(
  { pools, v4 }: { pools: Pools; v4: UniswapV4 },
  { id, isQuoteFirst, spacing }: V4Pool,
  signal: AbortSignal,
): Promise<number | null> {
  const slot = await read(pools, { to: v4.stateView, data: getSlot0Selector + id.slice(2) }, signal)
  const [liquidity] = (await read(pools, { to: v4.stateView, data: getLiquiditySelector + id.slice(2) }, signal)) ?? []
  const [price, tickWord] = slot ?? []
  if (!price || !tickWord || !liquidity || fromX96(price) === 0) return null
  const tick = Number(toInteger(tickWord))
  const edge = await findEdge({ pools, v4 }, { id, tick, spacing, isUp: isQuoteFirst }, signal)
  const range = { tickLower: isQuoteFirst ? tick : edge, tickUpper: isQuoteFirst ? edge : tick + 1 }
  const amounts = toAmounts({ liquidity: Number(BigInt(`0x${liquidity}`)), sqrtPrice: fromX96(price), ...range })
  return amounts[isQuoteFirst ? 0 : 1]
}

const read = (pools: Pools, call: { to: string; data: string }, signal: AbortSignal) =>
  pools.words({ ...call, block: 'latest' }, signal)

/** The spacing of the ticks of pools by their ids, from the events of their creation; of others it isn't known yet. */
async function findTickSpacings(
  { db, pools, v4 }: { db: Db; pools: Pools; v4: UniswapV4 },
  { ids, ...search }: { ids: string[] } & Pick<Search, 'chainId' | 'fromBlock' | 'findEnd' | 'knownSince'>,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const searches = await searchPools(
    db,
    {
      ...search,
      event: 'initialize',
      pools: ids,
      isFirstWanted: false,
      blocksPerCall: pools.blocksPerCall,
      read: async ({ pools: wanted, ...blocks }, signal) => {
        const filter = { addresses: [v4.manager], topics: [[initializeTopic], wanted], ...blocks }
        return (await pools.logs(filter, signal)).map((log) => ({ pool: log.topics[1] ?? '', log }))
      },
    },
    signal,
  )
  const spacings = searches.flatMap(({ pool, found }): [string, number][] => {
    const spacing = found ? Number(toInteger(found.data.slice(2 + 64, 2 + 128))) : 0
    return spacing >= 1 && spacing <= 32_767 ? [[pool, spacing]] : []
  })
  return new Map(spacings)
}

/** The next tick at which liquidity begins or ends, above the current one or at and below it; else the last that was read. */
async function findEdge(
  { pools, v4 }: { pools: Pools; v4: UniswapV4 },
  { id, tick, spacing, isUp }: { id: string; tick: number; spacing: number; isUp: boolean },
  signal: AbortSignal,
): Promise<number> {
  const first = Math.floor(tick / spacing) + (isUp ? 1 : 0)
  let last = first
  for (let count = 0; count < maxWords; count++) {
    const position = (first >> 8) + (isUp ? count : -count)
    if (Math.abs(position) > 32_767) break
    const word = BigInt.asUintN(256, BigInt(position)).toString(16).padStart(64, '0')
    const [bitmap] =
      (await read(pools, { to: v4.stateView, data: getTickBitmapSelector + id.slice(2) + word }, signal)) ?? []
    if (bitmap === undefined) break
    const start = isUp ? 0 : 255
    const from = count === 0 ? first & 255 : start
    for (let bit = from; bit >= 0 && bit <= 255; bit += isUp ? 1 : -1) {
      last = position * 256 + bit
      if ((BigInt(`0x${bitmap}`) >> BigInt(bit)) & 1n) return last * spacing
    }
  }
  return last * spacing
}

/** The events by which liquidity was put into v4 pools or taken out of them. */
const toModifications = (
  { manager }: UniswapV4,
  { ids, fromBlock, toBlock }: { ids: string[]; fromBlock: bigint; toBlock: bigint },
): LogFilter => ({ addresses: [manager], topics: [[modifyLiquidityTopic], ids], fromBlock, toBlock })

/** Whether liquidity was put in, and not taken out. */
const isSupply = ({ data }: ChainLog): boolean => data.length === 258 && toInteger(data.slice(130, 194)) > 0n

/**
 * The quote that an event took out, in its smallest unit, by the pool's price at the end of its block; null: it took none out,
 * or the node doesn't keep that state.
 */
async function readV4Removal(
  { pools, v4 }: { pools: Pools; v4: UniswapV4 },
  { log, isQuoteFirst }: { log: ChainLog; isQuoteFirst: boolean },
  signal: AbortSignal,
): Promise<number | null> {
  if (log.data.length !== 258) return null
  const [tickLower, tickUpper, delta] = [2, 66, 130].map((from) => toInteger(log.data.slice(from, from + 64)))
  if (delta === undefined || delta >= 0n) return null
  const data = getSlot0Selector + (log.topics[1] ?? '').slice(2)
  const [price] = (await pools.words({ to: v4.stateView, data, block: log.block }, signal)) ?? []
  if (!price || fromX96(price) === 0) return null
  const range = { liquidity: Number(-delta), sqrtPrice: fromX96(price) }
  const amounts = toAmounts({ ...range, tickLower: Number(tickLower), tickUpper: Number(tickUpper) })
  return amounts[isQuoteFirst ? 0 : 1]
}

/** Whether a pool's address is the id of a v4 pool. */
const isV4 = (address: string): boolean => address.length === 66

const nativeCurrency = `0x${'0'.repeat(40)}`

/** The decimals of a quote; the native coin, which v4 pools hold as the zero address, has no contract. */
const findDecimals = async (pools: Pools, quote: string, signal: AbortSignal): Promise<number | null> =>
  quote === nativeCurrency ? 18 : pools.decimals(quote, signal)

/** Parts that one observation searches at most, each as long as the node answers in one call. It is noted how far each came. */
const maxParts = 50

interface Search extends SearchedEvent {
  pools: string[]
  fromBlock: bigint
  /** The block up to which the event lies, since the pools are known; asked only while there is something to search. */
  findEnd: (signal: AbortSignal) => Promise<Block>
  /** The events of a pool happened before it was known: a search that comes to a younger block is over. */
  knownSince: Date
  blocksPerCall: () => bigint
  /** Only the first event of all pools is wanted, so that no pool is searched behind one that was found. */
  isFirstWanted: boolean
  /** The wanted events of these pools with their pool, the oldest first. */
  read: (range: Range, signal: AbortSignal) => Promise<{ pool: string; log: ChainLog }[]>
}

interface Range {
  pools: string[]
  fromBlock: bigint
  toBlock: bigint
}

/** Searches on for the first event of each pool, from where the last observation stopped, and returns how far it is. */
async function searchPools(db: Db, search: Search, signal: AbortSignal): Promise<PoolSearch[]> {
  const known = await listSearches(db, search, search.pools)
  let searches = search.pools.map(
    (pool) =>
      known.find((one) => one.pool === pool) ?? { pool, block: search.fromBlock - 1n, isOver: false, found: null },
  )
  if (listOpen(search, searches).length === 0) return searches
  const end = await search.findEnd(signal)
  const isWhole = end.at >= search.knownSince
  const toBlock = end.number
  for (let part = 0; part < maxParts; part += 1) {
    const next = planStep(search, searches, toBlock)
    if (!next) break
    const events = await search.read(next, signal)
    searches = searches.map((one) =>
      next.pools.includes(one.pool) ? advance(one, { next, events, isOver: isWhole && next.toBlock === toBlock }) : one,
    )
    for (const one of searches) if (next.pools.includes(one.pool)) await upsertSearch(db, search, one)
  }
  return searches
}

/** The pools that are searched the least, as far as they are read together; null: nothing is left to search. */
function planStep(search: Search, searches: PoolSearch[], toBlock: bigint): Range | null {
  const until = min([toBlock, ...listEnds(search, searches)])
  const open = listOpen(search, searches).filter(({ block }) => block < toBlock)
  if (open.length === 0) return null
  const from = min(open.map(({ block }) => block))
  const others = open.map(({ block }) => block).filter((block) => block > from)
  const pools = open.filter(({ block }) => block === from).map(({ pool }) => pool)
  return { pools, fromBlock: from + 1n, toBlock: min([until, from + search.blocksPerCall(), ...others]) }
}

const listOpen = (search: Search, searches: PoolSearch[]): PoolSearch[] => {
  const ends = listEnds(search, searches)
  return searches.filter(({ found, isOver, block }) => !found && !isOver && ends.every((end) => block < end))
}

/** Only the first event of each pool is wanted, so nobody searches behind those that were found. */
const listEnds = ({ isFirstWanted }: Search, searches: PoolSearch[]): bigint[] =>
  isFirstWanted ? searches.flatMap(({ found }) => found?.block ?? []) : []

function advance(
  { pool }: PoolSearch,
  { next, events, isOver }: { next: Range; events: { pool: string; log: ChainLog }[]; isOver: boolean },
): PoolSearch {
  const log = events.find((event) => event.pool === pool)?.log
  const found = log ? { block: log.block, txHash: log.txHash, data: log.data } : null
  return { pool, block: next.toBlock, isOver: !found && isOver, found }
}

const min = (values: bigint[]): bigint => values.reduce((least, value) => (value < least ? value : least))
