import type { Db } from '../../database/db.ts'
import { searchPools } from './search-pools.ts'
import {
  type UniswapV4,
  fromX96,
  initializeTopic,
  modifyLiquidityTopic,
  toAmounts,
  toInteger,
} from '../rules/uniswap-v4-1.0.0.ts'
import type { ChainLog, LogFilter, Pools } from '../../providers/chain/pools.ts'

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
export async function readV4Amount(
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
export async function findTickSpacings(
  { db, pools, v4 }: { db: Db; pools: Pools; v4: UniswapV4 },
  {
    ids,
    ...search
  }: { ids: string[]; chainId: number; fromBlock: bigint; findEnd: (signal: AbortSignal) => Promise<bigint> },
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const searches = await searchPools(
    db,
    {
      ...search,
      event: 'initialize',
      pools: ids,
      isFirstWanted: false,
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
export const toModifications = (
  { manager }: UniswapV4,
  { ids, fromBlock, toBlock }: { ids: string[]; fromBlock: bigint; toBlock: bigint },
): LogFilter => ({ addresses: [manager], topics: [[modifyLiquidityTopic], ids], fromBlock, toBlock })

/** Whether liquidity was put in, and not taken out. */
export const isSupply = ({ data }: ChainLog): boolean => data.length === 258 && toInteger(data.slice(130, 194)) > 0n

/**
 * The quote that an event took out, in its smallest unit, by the pool's price at the end of its block; null: it took none out,
 * or the node doesn't keep that state.
 */
export async function readV4Removal(
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
export const isV4 = (address: string): boolean => address.length === 66

const nativeCurrency = `0x${'0'.repeat(40)}`

/** The decimals of a quote; the native coin, which v4 pools hold as the zero address, has no contract. */
export const findDecimals = async (pools: Pools, quote: string, signal: AbortSignal): Promise<number | null> =>
  quote === nativeCurrency ? 18 : pools.decimals(quote, signal)
