import type { Configured, Deps } from '../../../deps.ts'
import { hourMs } from '../../../../contract/durations.ts'
import { UpstreamError } from '../../../platform/upstream-error.ts'
import type { Pools } from '../../../providers/chain/pools.ts'
import type { TokenFacts } from '../../../providers/token-risk.ts'
import type { ProofSources } from '../../binding/prove-token.ts'
import { minDepth } from '../../rules/predicates-1.0.0.ts'
import { uniswapV4 } from '../../rules/uniswap-v4-1.0.0.ts'
import { findEnd, searchSupply } from './first-supply.ts'
import { findRemoval } from './removals.ts'
import { findDecimals, findTickSpacings, isV4, readV4Amount } from './v4-pools.ts'
import type { DueObservation, EarlierObservation, NewObservation, WatchedPool } from '../store.ts'

interface WitnessQuery {
  due: DueObservation
  own: EarlierObservation[]
  seenAt: Date
}

/** The state of the last known pools, read from the chain. */
interface Testimony {
  /** US dollars, to three significant digits; null: not all of it can be known, and what is known is below the floor. */
  depth: number | null
  removal: NewObservation['removal']
}

/**
 * The money in the last known pools as the chain shows it. Pools of Uniswap v4, of which only the range around the price is
 * read, and pools whose amounts can't be read make it a lower bound, which can show life and never death.
 */
export async function askWitness(
  deps: Deps,
  { due, own, seenAt }: WitnessQuery,
  signal: AbortSignal,
): Promise<Testimony | null> {
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
    from && proofSources ? await findRemoval({ ...deps, pools, proofSources }, { due, from, seenAt }, signal) : null
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
  const search = { ids, chainId, fromBlock, findEnd: (signal: AbortSignal) => findEnd(deps, signal) }
  return findTickSpacings({ ...deps, v4 }, search, signal)
}

/**
 * Searches on for what a fall calls for: the first supply of liquidity and the creation of v4 pools. An observation that is
 * made at the fall has no time for it, when they lie far from the token's creation.
 */
export async function searchAhead(deps: Deps, due: DueObservation, signal: AbortSignal): Promise<void> {
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
  { tokenRisk }: Deps,
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
