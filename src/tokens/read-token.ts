import type { FastifyReply, FastifyRequest } from 'fastify'
import { toChecksumAddress } from '../../contract/address.ts'
import { TokenReading } from '../../contract/schemas/token-reading.ts'
import { dropDollarSigns, steering } from '../../contract/text.ts'
import { hourMs, minuteMs } from '../../contract/time.ts'
import { findMarketChain } from '../config/read-market.ts'
import { readHistory } from '../creators/creator-history.ts'
import { findLaunch, type IndexedLaunch } from '../creators/launch-index-store.ts'
import type { ChainSources, Deps } from '../deps.ts'
import { consumeTokenReading } from '../keys/guard.ts'
import { createCoalesce } from '../platform/caching.ts'
import { ApiError, UpstreamError } from '../platform/errors.ts'
import { QueueRefused } from '../platform/queues/admission-queue.ts'
import { openTimeout } from '../platform/resilience/timeouts.ts'
import { checkValue } from '../platform/values.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { isOfLaunchpad } from '../providers/launchpads/launchpads.ts'
import type { MarketToken } from '../providers/market/market-data.ts'
import type { TokenAnswer, TokenFacts, TokenHolders } from '../providers/token-risk.ts'
import { toTicket } from '../rankings/lookup.ts'
import { listTicketsByContract } from '../rankings/ticket-store.ts'
import { toContractKey } from '../scoring/contract-key.ts'
import { findClaim } from '../scoring/normalise-submission.ts'
import { findResponse, upsertResponse } from '../scoring/responses-store.ts'
import { walletFacts } from '../signals/wallet-facts.ts'
import { readMarkets } from './read-markets.ts'
import { uniswapV4 } from './rules/uniswap-v4-1.0.0.ts'

/** `address` is in lower case. */
interface Token {
  address: string
  chainId: number
}

export interface TokenReader {
  /** The last reading, up to an hour old. Asks no provider. */
  find: (token: Token) => Promise<TokenReading | null>
  /** Reads the token anew if the last reading is older than five minutes. Throws `rate_limit` and `unavailable`. */
  refresh: (token: Token, visit: Visit) => Promise<void>
}

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  signal: AbortSignal
}

const freshMs = 5 * minuteMs
const keptMs = hourMs
/** More would use up the providers' capacity for scoring. */
const maxAtOnce = 4

/**
 * What is known of any token, scored or not: what its contract allows, its market, its creator and its namesakes. A reading
 * costs about ten calls of the providers, so it is kept, visitors of one token share it, and only some run at once.
 */
export function createTokenReader(deps: Deps): TokenReader {
  const coalesce = createCoalesce<void>()
  let running = 0
  const run = async (token: Token, signal: AbortSignal) => {
    if (running >= maxAtOnce)
      throw new ApiError('unavailable', 'Other contracts are being read. Try again in a few seconds.', {
        retryAfterSeconds: 5,
      })
    running += 1
    try {
      await store(deps, token, await read(deps, token, signal))
    } finally {
      running -= 1
    }
  }
  return {
    find: async (token) => {
      const kept = await findKept(deps, token)
      return kept && { ...kept, namesakes: await withScores(deps, token, kept.namesakes) }
    },
    refresh: async (token, { request, reply, signal }) => {
      const kept = await findKept(deps, token)
      if (kept && deps.clock.now().getTime() - Date.parse(kept.readAt) < freshMs) return
      await consumeTokenReading(deps, request, reply)
      await coalesce(toKey(token), (shared) => run(token, shared), signal)
    },
  }
}

const toKey = ({ address, chainId }: Token): string => `token:reading:1:${chainId}:${address}`

async function findKept({ db, clock }: Deps, token: Token): Promise<TokenReading | null> {
  const kept = await findResponse(db, toKey(token), clock.now())
  return kept && checkValue(TokenReading, kept.response) ? kept.response : null
}

async function store({ db, clock }: Deps, token: Token, reading: TokenReading): Promise<void> {
  const fetchedAt = clock.now()
  const expiresAt = new Date(fetchedAt.getTime() + keptMs)
  await upsertResponse(db, { key: toKey(token), response: reading, fetchedAt, expiresAt })
}

/** The scores of namesakes, as they stand now. */
async function withScores({ reads, config }: Deps, { chainId }: Token, namesakes: TokenReading['namesakes']) {
  if (namesakes.length === 0) return []
  const toTokenKey = (address: string) => toContractKey(address.toLowerCase(), chainId, config)
  const rows = await listTicketsByContract(
    reads,
    namesakes.map(({ contractAddress }) => toTokenKey(contractAddress)),
  )
  const scores = new Map(rows.map((row) => [row.contract, toTicket(row, config)]))
  return namesakes.map((one) => ({ ...one, score: scores.get(toTokenKey(one.contractAddress)) ?? null }))
}

type Part = TokenReading['unread'][number]

async function read(deps: Deps, token: Token, signal: AbortSignal): Promise<TokenReading> {
  const sources = sourcesOf(deps, token.chainId)
  const unread = new Set<Part>()
  const ask = <T>(part: Part, work: (signal: AbortSignal) => Promise<T>) =>
    attempt(deps, { part, unread, signal }, work)
  const code = await ask('chain', async (signal) =>
    sources.proofSources?.creations.codeAt(token.address, 'latest', signal),
  )
  const clean = (text: string | null | undefined) => toShown(text, deps.config.serviceName)
  const parts = (await isKnown(sources, { token, code }, ask))
    ? await readParts(deps, { token, sources }, ask)
    : nothing
  const { profile, risk, market, creator, found, launch } = parts
  const namesakes = found ?? []
  const own = namesakes.find(({ contractAddress }) => contractAddress.toLowerCase() === token.address)
  const traded = market && 'createdAt' in market ? market.createdAt : null
  return {
    contractAddress: toChecksumAddress(token.address),
    chainId: token.chainId,
    isContract: isToken(code, risk),
    name: clean(profile?.name ?? risk?.facts?.name ?? own?.name),
    symbol: clean(dropDollarSigns(profile?.symbol ?? risk?.facts?.symbol ?? own?.symbol ?? '')),
    launchpad: launch && (sources.launchpads.find(({ id }) => id === launch.launchpad)?.name ?? launch.launchpad),
    createdAt: (launch?.launchedAt ?? traded)?.toISOString() ?? null,
    contract: risk?.facts ? toContract(risk, risk.facts) : null,
    ...toHolders(sources, risk?.holders),
    market: market?.state === 'seen' ? toMarket(market) : null,
    creator,
    namesakes,
    unread: [...unread],
    readAt: deps.clock.now().toISOString(),
  }
}

type Ask = <T>(part: Part, work: (signal: AbortSignal) => Promise<T>) => Promise<T | null>

/** Null if it isn't known. */
function isToken(code: string | null | undefined, risk: TokenAnswer | null): boolean | null {
  if (risk?.facts) return true
  return code == null ? null : code !== '0x'
}

const nothing = { profile: null, risk: null, market: null, creator: null, found: null, launch: null }

/** For an address without code, asks only the risk provider, which may know more than our node. */
const isKnown = async ({ tokenRisk }: ChainSources, { token, code }: { token: Token; code: unknown }, ask: Ask) =>
  code !== '0x' || Boolean((await ask('contract', async (signal) => tokenRisk?.token(token.address, signal)))?.facts)

async function readParts(deps: Deps, { token, sources }: { token: Token; sources: ChainSources }, ask: Ask) {
  const { address } = token
  const launch = findLaunch(deps.reads, { chainId: token.chainId, token: address })
  const profile = ask('chain', async (signal) => sources.tokenReader?.profile(address, signal))
  const risk = ask('contract', async (signal) => sources.tokenRisk?.token(address, signal))
  const market = ask('market', (signal) => readMarket(sources, address, signal))
  const creator = ask('creator', async (signal) => {
    const wallet = await findWallet({ token, sources, launch, risk }, signal)
    return wallet === null ? null : readCreator(deps, { wallet, sources }, signal)
  })
  const found = ask('namesakes', async (signal) => {
    const symbol = (await profile)?.symbol ?? (await risk)?.facts?.symbol
    return symbol ? searchTicker(deps, { token, sources, symbol: dropDollarSigns(symbol) }, signal) : null
  })
  const [one, two, three, four, five, six] = await Promise.all([profile, risk, market, creator, found, launch])
  return { profile: one ?? null, risk: two ?? null, market: three ?? null, creator: four, found: five, launch: six }
}

/** A part that fails or takes longer is left out. */
const partMs = 8000

async function attempt<T>(
  { log }: Deps,
  { part, unread, signal }: { part: Part; unread: Set<Part>; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  using timeout = openTimeout(partMs, signal)
  try {
    return await work(timeout.signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof UpstreamError) && !(error instanceof QueueRefused) && !timeout.signal.aborted) throw error
    log.warn({ part, reason: (error as Error).message }, 'a part of a token could not be read')
    unread.add(part)
    return null
  }
}

async function readMarket({ market }: ChainSources, address: string, signal: AbortSignal) {
  const seen = market && (await readMarkets(market, [address], signal)).get(address)
  if (seen instanceof UpstreamError) throw seen
  return seen ?? null
}

interface Seeking {
  token: Token
  sources: ChainSources
  launch: Promise<(IndexedLaunch & { creator: string | null }) | null>
  risk: Promise<TokenAnswer | null | undefined>
}

/** In lower case. What the launchpad says comes first. */
async function findWallet({ token, sources, launch, risk }: Seeking, signal: AbortSignal): Promise<string | null> {
  const named = (await launch)?.creator ?? null
  if (named !== null) return named
  if (sources.tokenReader) {
    const creator = await sources.tokenReader.creator(token.address, signal)
    return 'address' in creator ? creator.address : null
  }
  const reported = (await risk)?.facts?.creator ?? null
  return reported !== null && isOfLaunchpad(reported, sources.launchpads) ? null : reported
}

async function readCreator(
  deps: Deps,
  { wallet, sources }: { wallet: string; sources: ChainSources },
  signal: AbortSignal,
): Promise<TokenReading['creator']> {
  const own = (await sources.creatorData?.history(wallet, signal)) ?? null
  const deployed = (own?.deployed ?? [])
    .filter(({ isToken }) => isToken)
    .map(({ address, at }) => ({ chainId: sources.chainId, address, at }))
  // stores what it finds, so that the wallet's history shows it
  await readHistory(deps, { wallet, deployed, calls: 1 }, signal)
  const facts = own && walletFacts(own, deps.clock.now())
  return { address: toChecksumAddress(wallet), walletAgeDays: facts?.walletAgeDays ?? null }
}

const maxNamesakes = 6

/** Searches only the token's own chain: a ticker on another chain is seldom mistaken for it. */
async function searchTicker(
  { config }: Deps,
  { token, sources, symbol }: { token: Token; sources: ChainSources; symbol: string },
  signal: AbortSignal,
): Promise<TokenReading['namesakes']> {
  const chain = token.chainId === config.chainId ? config.marketData?.chain : findMarketChain(token.chainId)
  const found = await sources.market?.marketData.search(symbol, signal)
  const own = (one: MarketToken) => Number(one.address === token.address)
  return (found?.tokens ?? [])
    .filter((one) => one.chain === chain && /^0x[0-9a-f]{40}$/.test(one.address))
    .filter((one) => one.address === token.address || fold(one.symbol) === fold(symbol))
    .toSorted((a, b) => own(b) - own(a) || b.liquidityUsd - a.liquidityUsd)
    .slice(0, maxNamesakes)
    .map(({ address, name, symbol, liquidityUsd, createdAt }) => ({
      contractAddress: toChecksumAddress(address),
      name: toShown(name, config.serviceName) ?? '',
      symbol: toShown(dropDollarSigns(symbol), config.serviceName) ?? '',
      liquidity: Math.round(liquidityUsd),
      tradedSince: createdAt === null ? null : new Date(createdAt).toISOString(),
      score: null,
    }))
}

const fold = (symbol: string): string => dropDollarSigns(symbol).normalize('NFKC').toLowerCase()

/** A stranger's text, on one line. null: there is none, or it reads like the service's own words (D115). */
function toShown(text: string | null | undefined, serviceName: string): string | null {
  const shown = Array.from((text ?? '').toWellFormed().replaceAll(steering, ' ').trim())
    .slice(0, 64)
    .join('')
  return shown === '' || findClaim(shown, serviceName) !== null ? null : shown
}

const nobody = new Set(['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dead'])

const toContract = ({ source, native, fetchedAt }: TokenAnswer, facts: TokenFacts): TokenReading['contract'] => ({
  source,
  native: native?.kind ?? null,
  fetchedAt,
  isHoneypot: facts.isHoneypot,
  cannotSellAll: facts.cannotSellAll,
  cannotBuy: facts.cannotBuy,
  isScam: facts.isAirdropScam,
  imitatesToken: facts.isTrueToken === false ? true : facts.imitatesToken,
  buyTax: facts.buyTax,
  sellTax: facts.sellTax,
  isOpenSource: facts.isOpenSource,
  isProxy: facts.isProxy,
  isMintable: facts.isMintable,
  canSelfDestruct: facts.canSelfDestruct,
  hasCooldown: facts.hasCooldown,
  hasHiddenOwner: facts.hasHiddenOwner,
  isRenounced: isRenounced(facts),
  ownerCanChangeBalances: facts.ownerCanChangeBalances,
  ownerCanChangeTaxes: facts.ownerCanChangeTaxes,
  ownerCanPauseTransfers: facts.ownerCanPauseTransfers,
  ownerCanBlockHolders: facts.ownerCanBlockHolders,
  creatorHoneypots: facts.creatorHoneypots,
})

/** A hidden owner, or one who can take ownership back, hasn't renounced it. */
function isRenounced({ owner, hasHiddenOwner, ownershipCanReturn }: TokenFacts): boolean | null {
  if (owner === null) return null
  if (!nobody.has(owner) || hasHiddenOwner === true || ownershipCanReturn === true) return false
  return hasHiddenOwner === null || ownershipCanReturn === null ? null : true
}

function toHolders({ chainId, launchpads }: ChainSources, holders: TokenHolders | undefined) {
  if (!holders) return { holders: null, topShare: null, lockedShare: null, lockedUntil: null }
  const { count, largest, lockedShare, lockedUntil } = holders
  const manager = uniswapV4[chainId]?.manager // holds the tokens of all v4 pools
  const people = largest.filter(({ address }) => address !== manager && !isOfLaunchpad(address, launchpads))
  const topShare = people.reduce((sum, { share }) => sum + share, 0)
  return { holders: count, topShare: people.length === 0 ? null : Math.min(1, topShare), lockedShare, lockedUntil }
}

const toMarket = (seen: {
  depth: number | null
  price: number | null
  buys: number
  sells: number
  volume: number
}): TokenReading['market'] => ({
  depth: seen.depth,
  price: seen.price,
  trades: seen.buys + seen.sells,
  volume: seen.volume,
})
