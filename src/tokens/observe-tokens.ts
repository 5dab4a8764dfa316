import { hourMs } from '../../contract/time.ts'
import { isUuid } from '../../contract/uuid.ts'
import { tryEachRow } from '../database/for-each-row.ts'
import type { Configured, Deps } from '../deps.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import { UpstreamError } from '../platform/errors.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { type BindingRow, findBinding, findBoundLaunch, findShownBinding } from './binding-store.ts'
import {
  claimDueObservations,
  claimObservation,
  type DueObservation,
  type EarlierObservation,
  insertObservation,
  listObservationsSince,
  type NewObservation,
  type NextObservation,
  returnObservations,
  updateFailed,
  updateObserved,
  type WatchedPool,
} from './observation-store.ts'
import { askSellable, readDepthOnChain, searchAhead } from './pools-on-chain.ts'
import { readMarkets } from './read-markets.ts'
import type { MarketObservation } from './rules/depth-1.0.0.ts'
import { planNextObservation, planRetry } from './rules/observation-times-1.0.0.ts'
import { maxLeftShare } from './rules/outcome-1.0.0.ts'

/** A process holds its observations for this long: ten calls at the slowest pace, and their time-outs. */
const holdMs = 300_000
/** Ten calls of ten tokens. */
const batchSize = 100
/** Earlier observations that a fall is measured by. */
const recentMs = 36 * hourMs

/**
 * Makes the observations that are due, until none is. Several replicas share them. An observation that fails leaves no row
 * and is tried again; nothing is filled in later. A round that is aborted leaves the observations that it hasn't made due.
 */
export async function observeTokens(deps: Configured<'market'>, signal: AbortSignal): Promise<void> {
  for (let isWorking = true; isWorking && !signal.aborted;) {
    const now = deps.clock.now()
    const until = new Date(now.getTime() + holdMs)
    const due = await claimDueObservations(deps.db, { chainId: deps.chainId, now, until, limit: batchSize })
    if (due.length === 0) return
    const since = new Date(now.getTime() - recentMs)
    const earlier = await listObservationsSince(deps.db, { bindingIds: due.map(({ bindingId }) => bindingId), since })
    const batches = toBatches(due, deps.market.marketData.maxTokens)
    const made = await Promise.allSettled(batches.map(async (batch) => observeBatch(deps, { batch, earlier }, signal)))
    if (signal.aborted) await returnObservations(deps.db, due)
    for (const batch of made) if (batch.status === 'rejected') throw batch.reason
    // A provider that fails is left alone until the next run.
    isWorking = made.some((batch) => batch.status === 'fulfilled' && batch.value > 0)
  }
}

const toBatches = (observations: DueObservation[], size: number): DueObservation[][] =>
  Array.from({ length: Math.ceil(observations.length / size) }, (_, index) =>
    observations.slice(index * size, (index + 1) * size),
  )

interface Batch {
  batch: DueObservation[]
  earlier: EarlierObservation[]
}

/** Returns how many observations were made. */
async function observeBatch(
  deps: Configured<'market'>,
  { batch, earlier }: Batch,
  signal: AbortSignal,
): Promise<number> {
  const tokens = [...new Set(batch.map(({ token }) => token))]
  const markets = await readMarkets(deps.market, tokens, signal)
  const made: DueObservation[] = []
  const observe = async (due: DueObservation) => {
    const market = markets.get(due.token)
    if (!market) throw new Error('every token has a result')
    const own = earlier.filter(({ bindingId }) => bindingId === due.bindingId)
    const result = await observeOne(deps, { due, market, own }, signal)
    if (result !== null && !(result instanceof UpstreamError)) made.push(due)
  }
  const [fault] = await tryEachRow(
    { rows: batch, toId: ({ bindingId }) => bindingId, work: observe },
    { log: deps.log, signal },
  )
  // Behind the observations, whose hold would end meanwhile.
  for (const due of made) await searchOn(deps, due, signal)
  if (fault !== undefined) throw fault
  return made.length
}

interface One {
  due: DueObservation
  market: MarketObservation | UpstreamError
  own: EarlierObservation[]
}

/** Returns the observation; the fault if it failed; null if the hold was over before. */
async function observeOne(
  deps: Configured<'market'>,
  { due, market, own }: One,
  signal: AbortSignal,
): Promise<NewObservation | UpstreamError | null> {
  if (market instanceof UpstreamError) {
    await retryLater(deps, { due, fault: market })
    return market
  }
  try {
    const observation = await completeObservation(deps, { due, market, own }, signal)
    return (await recordObservation(deps, { due, market, own, observation })) ? observation : null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    await retryLater(deps, { due, fault: error })
    return error
  }
}

/** Observes one watched token now, due or not; null: it isn't watched, or another process observed meanwhile. */
export async function observeNow(
  deps: Configured<'market'>,
  bindingId: string,
  signal: AbortSignal,
): Promise<NewObservation | UpstreamError | null> {
  const now = deps.clock.now()
  const due = await claimObservation(deps.db, bindingId, new Date(now.getTime() + holdMs))
  if (!due) return null
  try {
    return await observeHeld(deps, { due, now }, signal)
  } catch (error) {
    await returnObservations(deps.db, [due])
    throw error
  }
}

async function observeHeld(
  deps: Configured<'market'>,
  { due, now }: Pick<One, 'due'> & { now: Date },
  signal: AbortSignal,
): Promise<NewObservation | UpstreamError | null> {
  const since = new Date(now.getTime() - recentMs)
  const own = await listObservationsSince(deps.db, { bindingIds: [due.bindingId], since })
  const market = (await readMarkets(deps.market, [due.token], signal)).get(due.token)
  if (!market) throw new Error('every token has a result')
  return observeOne(deps, { due, market, own }, signal)
}

/** Asks the witnesses that the observation calls for. Throws `UpstreamError`: an outage is never an answer. */
async function completeObservation(
  deps: Configured<'market'>,
  { due, market, own }: Pick<One, 'due' | 'own'> & { market: MarketObservation },
  signal: AbortSignal,
): Promise<NewObservation> {
  const seenAt = deps.clock.now()
  const isGone = market.state === 'absent' && due.pools.length > 0
  const hasFallen = market.state === 'seen' && isFall(market.depth, findReference(own))
  const chain = isGone || hasFallen ? await readDepthOnChain(deps, { due, own }, signal) : null
  const depth = market.state === 'seen' ? market.depth : null
  return {
    ...toFigures(market),
    seenAt,
    chainDepth: chain?.depth ?? null,
    removal: chain?.removal ?? null,
    cannotSell: await askSellable(deps, { due, own, seenAt, depth }, signal),
    source: deps.market.marketData.source.id,
  }
}

function toFigures(market: MarketObservation) {
  if (market.state === 'seen') {
    const { state, depth, partial: isPartial, buys, sells, volume, price, pairs, counted } = market
    return { state, depth, isPartial, buys, sells, volume, price, pairs, counted }
  }
  const none = { depth: null, isPartial: false, buys: null, sells: null, volume: null, price: null, counted: 0 }
  return { state: market.state, ...none, pairs: market.state === 'uncounted' ? market.pairs : 0 }
}

/** The observation is already recorded, so a failing node can't affect it. */
async function searchOn(deps: Configured<'market'>, due: DueObservation, signal: AbortSignal): Promise<void> {
  try {
    await searchAhead(deps, due, signal)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    deps.log.warn({ binding: due.bindingId, reason: error.message }, 'the events of pools could not be searched')
  }
}

/** An observation whose hold is over isn't recorded: another process may have made it. */
async function recordObservation(
  { db, clock }: Deps,
  { due, market, own, observation }: Omit<One, 'market'> & { market: MarketObservation; observation: NewObservation },
): Promise<boolean> {
  const next = planObservation({ due, market, own, seenAt: observation.seenAt })
  if (clock.now() >= due.heldUntil) return false
  return db.transaction().execute(async (tx) => {
    const isHeld = await updateObserved(tx, due, next)
    if (isHeld) await insertObservation(tx, due.bindingId, observation)
    return isHeld
  })
}

/** The next try replaces the planned observation: at most an hour passes until it. */
async function retryLater(
  { db, clock, log }: Deps,
  { due, fault }: { due: DueObservation; fault: UpstreamError },
): Promise<void> {
  const now = clock.now()
  const attempts = due.attempts + 1
  const retryAt = planRetry(now, attempts)
  await updateFailed(db, due, { attempts, nextObservationAt: retryAt })
  log.warn(
    { binding: due.bindingId, provider: fault.provider, reason: fault.message, attempts },
    'an observation failed',
  )
}

const timeoutMs = 60_000

/** launchscore outcome look: one observation now, appended as any other. */
export async function observeTokenCommand(deps: Deps, id: string): Promise<CommandResult> {
  if (!isUuid(id)) throw new UsageError(`${id} is not the id of a binding, a score or an enrollment`)
  const binding = await findAnyBinding(deps, id.toLowerCase())
  const sources = sourcesOf(deps, binding.chainId)
  const { market } = sources
  if (!market) throw new Error(`no token on chain ${binding.chainId} is observed: see MARKET_DATA_URL`)
  const bindingId = binding.id
  const observation = await observeNow({ ...deps, ...sources, market }, bindingId, AbortSignal.timeout(timeoutMs))
  if (observation === null) throw new Error('the service does not observe this token')
  if (observation instanceof UpstreamError)
    throw new Error(`the observation failed and will be tried again: ${observation.provider}: ${observation.message}`)
  const json = { bindingId, ...observation, seenAt: observation.seenAt.toISOString() }
  return { lines: [formatObservation(observation)], json }
}

async function findAnyBinding({ db }: Deps, id: string): Promise<BindingRow> {
  const binding = await findBinding(db, id)
  if (binding) return binding
  const launch = await findBoundLaunch(db, id)
  const shown = launch && (await findShownBinding(db, launch.submissionId))
  if (!shown) throw new Error(`no binding found for ${id}`)
  return shown
}

function formatObservation({ seenAt, state, depth, chainDepth, isPartial, buys, sells }: NewObservation): string {
  const figures = [
    depth !== null && `depth ${depth} USD${isPartial ? ' or more' : ''}`,
    chainDepth !== null && `chain depth ${chainDepth} USD`,
    buys !== null && `${buys} buys`,
    sells !== null && `${sells} sells`,
  ]
  return [seenAt.toISOString(), state, ...figures.filter((figure) => figure !== false)].join('  ')
}

interface Made {
  due: DueObservation
  market: MarketObservation
  /** The observations of the last 36 hours before this one, in order. */
  own: EarlierObservation[]
  seenAt: Date
}

const weekMs = 168 * hourMs
const monthMs = 720 * hourMs

/** The consequences of an observation: when trading began, and when the next observation is due. */
function planObservation({ due, market, own, seenAt }: Made): NextObservation {
  const { boundToken: token, createdAt } = due
  const listedSince = due.tradingSince ?? findStart(market, { createdAt, seenAt })
  // A curve trades from the creation on, whether the provider shows it or not.
  const isOnCurve = listedSince === null && due.hasCurve && seenAt.getTime() - createdAt.getTime() >= monthMs
  const tradingSince = isOnCurve ? createdAt : listedSince
  const planned = planNextObservation({ token, createdAt, tradingSince, now: seenAt })
  const extra = planConfirmation(market, { own, seenAt })
  const nextObservationAt = extra && (!planned || extra < planned) ? extra : planned
  const ending = tradingSince ? 'done' : 'untraded'
  const closed = nextObservationAt === null ? ending : null
  return { tradingSince, isOnCurve, nextObservationAt, closed, pools: listPools({ due, market, seenAt }) }
}

/** The oldest counted pair, not before the token's creation; of pairs against unknown quotes only after a week. */
function findStart(market: MarketObservation, { createdAt, seenAt }: { createdAt: Date; seenAt: Date }): Date | null {
  if (market.state === 'absent') return null
  const listedAt = (market.createdAt ?? (market.state === 'seen' ? seenAt : createdAt)).getTime()
  const began = Math.min(seenAt.getTime(), Math.max(listedAt, createdAt.getTime()))
  if (market.state === 'uncounted' && seenAt.getTime() - began < weekMs) return null
  return new Date(began)
}

/**
 * One more observation an hour after a fall, also after the last planned one, unless the observation before had fallen
 * already.
 */
function planConfirmation(market: MarketObservation, { own, seenAt }: Pick<Made, 'own' | 'seenAt'>): Date | null {
  if (market.state !== 'seen') return null
  const reference = findReference(own)
  if (!isFall(market.depth, reference) || isFall(own.at(-1)?.depth ?? null, reference)) return null
  return new Date(seenAt.getTime() + hourMs)
}

function listPools({ due, market, seenAt }: Pick<Made, 'due' | 'market' | 'seenAt'>): WatchedPool[] {
  if (market.state !== 'seen') return due.pools
  return market.pools.map((pool) => {
    const before = due.pools.find(({ address }) => address === pool.address)
    const knownSince = before ? before.knownSince : seenAt.toISOString()
    return { ...pool, ...(knownSince !== undefined && { knownSince }) }
  })
}

/** The median of the depths of the last 36 hours; null: none is known. */
function findReference(observations: Pick<EarlierObservation, 'depth'>[]): number | null {
  const depths = observations.flatMap(({ depth }) => depth ?? []).toSorted((a, b) => a - b)
  const [low, high] = [depths[Math.ceil(depths.length / 2) - 1], depths[Math.floor(depths.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** At most a tenth of what was usual is left, by the arithmetic of the rule that looks for a removal. */
const isFall = (depth: number | null, reference: number | null): boolean =>
  depth !== null && reference !== null && depth <= maxLeftShare * reference
