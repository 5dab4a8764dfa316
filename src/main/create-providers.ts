import { scoreSchema } from '../../contract/verification/claim.ts'
import type { Config } from '../config.ts'
import type { AttestationConfig, ScoredChain } from '../config/read-chain.ts'
import type { ModelConfig } from '../config/read-judge.ts'
import { findMarketChain } from '../config/read-market.ts'
import type { ChainSources, Deps } from '../deps.ts'
import { UpstreamError } from '../platform/errors.ts'
import { imageAgent, marketAgent } from '../platform/http/headers.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { CallTurns, PaceLimit } from '../platform/queues/call-turns.ts'
import { createProviderGuard, type Probed, type ProviderGuard } from '../platform/resilience/provider-guard.ts'
import { inSpan, type SpanStart } from '../platform/trace.ts'
import {
  cacheCreatorData,
  cacheMarketData,
  cacheNames,
  cacheTokenCreator,
  cacheTokenProfile,
  cacheTokenRisk,
  type ResponseStore,
} from '../providers/cache-responses.ts'
import { createAttester } from '../providers/chain/attester-viem.ts'
import type { Attester } from '../providers/chain/attester.ts'
import { type BlockTimes, createBlockTimes } from '../providers/chain/block-times.ts'
import { createChainNode } from '../providers/chain/chain-node.ts'
import { createChain } from '../providers/chain/chain-viem.ts'
import type { Chain } from '../providers/chain/chain.ts'
import { createCreations } from '../providers/chain/creations.ts'
import { createLaunchLogs, type LaunchLogs } from '../providers/chain/launch-logs.ts'
import { createPools, type Pools } from '../providers/chain/pools.ts'
import { createLocalSigner, createWeb3Signer, type Signer } from '../providers/chain/signer.ts'
import { createReadTokenTexts } from '../providers/chain/token-texts.ts'
import { createCreatorData, explorerPlans } from '../providers/creator-data/creator-data-txlist.ts'
import type { CreatorData } from '../providers/creator-data/creator-data.ts'
import { createFindCreationTx } from '../providers/creator-data/txlist-explorer.ts'
import {
  type Launchpad,
  listFileQuotes,
  listLaunchpads,
  openLaunchpadFiles,
  toLaunchpads,
} from '../providers/launchpads/launchpads.ts'
import { createMarketData } from '../providers/market/market-data-dexscreener.ts'
import type { MarketData } from '../providers/market/market-data.ts'
import { createReadMetadata } from '../providers/metadata.ts'
import { combineGuards, createModel, type ModelOptions } from '../providers/model/model-http.ts'
import { type Model, quorumOf } from '../providers/model/model.ts'
import { findPlanPace, findProbeToken, probeWallet, takeShare } from '../providers/provider-calls.ts'
import { createReadTokenProfile, type TokenReader } from '../providers/token-profile.ts'
import type { TokenRisk } from '../providers/token-risk.ts'
import { createReadNativeToken, type ReadNativeToken, withNativeTokens } from '../providers/token-risk/native-tokens.ts'
import { createGoplusRisk, goplusPlans } from '../providers/token-risk/token-risk-goplus.ts'
import { createHoneypotIsRisk } from '../providers/token-risk/token-risk-honeypot-is.ts'
import { openResponses } from '../scoring/responses-store.ts'
import { createFindTokenCreator } from '../tokens/find-token-creator.ts'
import type { ProofSources } from '../tokens/prove-token.ts'
import { createMarketProbe, lookAtMarkets, type MarketDeps } from '../tokens/read-markets.ts'
import { type ChainQuotes, listQuotes } from '../tokens/rules/depth-1.0.0.ts'

interface Parts extends Pick<Deps, 'config' | 'db' | 'clock' | 'metrics' | 'log'> {
  /** Ends the names of the guards; absent: the chain is CHAIN_ID. */
  of?: string
  /** The part of the plans that this process uses, of the market's always half; all by default. */
  planShare?: number
  /** The turns of providers that serve several chains, by what they are for and their URL: a plan is for all chains. */
  shared?: Map<string, CallTurns>
  /** The responses of all providers. */
  responses?: ResponseStore
}

interface Guarded<T> {
  provider: T
  guard: ProviderGuard
}

/** Creates the configured providers, each behind its own guard; null for the others (D16). */
export function createProviders(
  parts: Parts,
  outbound: Outbound,
): Pick<Deps, 'model' | 'openModel' | 'chain' | 'chains' | 'attester' | 'guards' | 'jobGuards'> {
  const judges = createJudges(parts)
  const node = createNode(parts)
  const [main, ...others] = openChains(parts, { outbound, node })
  return {
    model: judges?.provider ?? null,
    openModel: (name) => openNamedModel(parts, name) ?? judges?.provider ?? null,
    chain: node?.provider ?? null,
    chains: new Map([main, ...others].map(({ sources }) => [sources.chainId, sources])),
    attester: openKey(parts),
    guards: compact([judges?.guard, main.guards.creator, main.guards.risk, node?.guard]),
    jobGuards: [
      ...(judges?.seatGuards ?? []),
      ...compact([main.guards.market, main.guards.search, main.guards.index]),
      ...others.flatMap(({ guards }) =>
        compact([guards.creator, guards.risk, guards.node, guards.market, guards.search, guards.index]),
      ),
    ],
  }
}

const compact = <T>(list: (T | null | undefined)[]): T[] => list.filter((one) => one !== null && one !== undefined)

interface OpenChain {
  sources: ChainSources
  guards: Record<'creator' | 'risk' | 'market' | 'search' | 'node' | 'index', ProviderGuard | null>
}

/** The sources of each chain, that of CHAIN_ID first. */
function openChains(
  parts: Parts,
  { outbound, node }: { outbound: Outbound; node: Guarded<Chain> | null },
): [OpenChain, ...OpenChain[]] {
  const { config } = parts
  const files = openLaunchpadFiles(config.launchpadsDir)
  const shared = new Map<string, CallTurns>()
  const responses = openResponses(parts.db)
  const open = (own: Parts, ofNode: Guarded<Chain> | null) => {
    const { chainId, outcomeVenues, outcomeQuotes } = own.config
    const launchpads = [...listLaunchpads(files, chainId), ...toLaunchpads(outcomeVenues)]
    const quotes = listQuotes([...listFileQuotes(files, chainId), ...outcomeQuotes])
    return openChain({ ...own, shared, responses }, { outbound, node: ofNode, launchpads, quotes })
  }
  const [, ...others] = config.chains
  const ownExplorer = config.creatorDataByChain.get(config.chainId) ?? config.creatorData
  return [
    open({ ...parts, config: { ...config, creatorData: ownExplorer } }, node),
    ...others.map((chain) => {
      const own = { ...parts, config: toChainConfig(config, chain), of: `-${chain.chainId}` }
      return open(own, createNode(own))
    }),
  ]
}

/** The settings as they are on another chain than CHAIN_ID. An explorer without a chain parameter serves one chain only. */
export const toChainConfig = (config: Config, { chainId, rpcUrl }: ScoredChain): Config => ({
  ...config,
  chainId,
  chainRpcUrl: rpcUrl,
  creatorData: config.creatorDataByChain.get(chainId) ?? (config.creatorData?.chainParam ? config.creatorData : null),
  marketData: toChainMarket(config, chainId),
  // These addresses are on CHAIN_ID.
  outcomeVenues: [],
  outcomeQuotes: [],
})

function toChainMarket({ marketData }: Config, chainId: number): Config['marketData'] {
  const chain = findMarketChain(chainId)
  return marketData && chain !== undefined ? { ...marketData, chain } : null
}

interface ChainParts {
  outbound: Outbound
  node: Guarded<Chain> | null
  launchpads: Launchpad[]
  quotes: ChainQuotes
}

function openChain(parts: Parts, { outbound, node, launchpads, quotes }: ChainParts): OpenChain {
  const { chainId } = parts.config
  const creatorData = createCreatorProvider(parts)
  const market = createMarket(parts)
  const blockTimes = node && openBlockTimes(parts, node.guard)
  const guards = { chain: node?.guard, explorer: creatorData?.guard ?? null }
  const proofSources = blockTimes && createProofSources(parts, guards, { launchpads, blockTimes })
  const tokenRisk = createRiskProvider(parts, node && proofSources && openNativeTokens(parts, node.guard, proofSources))
  const risk = tokenRisk?.provider ?? null
  const index = openLaunchLogs(parts)
  return {
    sources: {
      chainId,
      launchpads,
      quotes,
      creatorData: creatorData?.provider ?? null,
      tokenRisk: risk,
      proofSources,
      tokenReader:
        node && proofSources && openTokenReader(parts, { guard: node.guard, outbound, proofSources, tokenRisk: risk }),
      market: market && openObserving(parts, market.provider, quotes),
      pools: node && openPools(parts, node.guard),
      blockTimes,
      launchLogs: index?.provider ?? null,
    },
    guards: {
      creator: creatorData?.guard ?? null,
      risk: tokenRisk?.guard ?? null,
      market: market?.guard ?? null,
      search: market?.searchGuard ?? null,
      node: node?.guard ?? null,
      index: index?.guard ?? null,
    },
  }
}

interface Judges extends Guarded<Model> {
  /** Of each model of a panel. */
  seatGuards: ProviderGuard[]
}

/** The judge with the models beside it, each behind a guard of its own. */
function createJudges(parts: Parts): Judges | null {
  const { model, modelPanel } = parts.config
  if (!model) return null
  if (modelPanel.length === 0) return { ...createJudge(parts, model), seatGuards: [] }
  const [first, ...others] = [model, ...modelPanel].map((one, at) => createJudge(parts, one, `model-${at + 1}`))
  if (!first) return null
  const seatGuards: [ProviderGuard, ...ProviderGuard[]] = [first.guard, ...others.map(({ guard }) => guard)]
  const provider = { ...first.provider, panel: others.map((one) => one.provider) }
  return {
    provider,
    guard: combineGuards('model', { guards: seatGuards, quorum: quorumOf(seatGuards.length) }),
    seatGuards,
  }
}

function createJudge(parts: Parts, model: ModelConfig, name = 'model'): Guarded<Model> {
  const { config, log, metrics } = parts
  const guard = createGuard(parts, {
    name,
    retries: 2,
    ...judgeLimits(config),
    probe: (signal) => provider.probe(signal),
  })
  const onWarning = (warning: string) => log.warn({ warning }, 'model warning')
  const onAnswer: ModelOptions['onAnswer'] = (kind) => metrics.modelAnswers.inc({ kind })
  const onModelChange: ModelOptions['onModelChange'] = ({ from, to, isNew }) => {
    metrics.modelChanges.inc()
    if (isNew) log.warn({ from, to }, 'the language model resolved to another model id')
  }
  const onBlame: ModelOptions['onBlame'] = ({ on, reason }) =>
    log.warn({ provider: name, on, reason }, 'the language model’s provider can’t read a submission')
  const watching = { onWarning, onAnswer, onModelChange, onBlame }
  const provider: Model = createModel({ ...model, timeoutMs: config.modelTimeoutMs, guard, ...watching })
  return { provider, guard }
}

/** The configured provider with another model, behind a guard of its own; null: that is the configured one. */
function openNamedModel({ config, ...parts }: Parts, name: string | undefined): Model | null {
  if (!config.model || name === undefined) return null
  if (name === config.model.name && config.modelPanel.length === 0) return null
  return createJudge({ ...parts, config }, { ...config.model, name }).provider
}

function createCreatorProvider(parts: Parts): Guarded<CreatorData> | null {
  const { config, clock, planShare = 1 } = parts
  if (!config.creatorData) return null
  const { chainId, providerTimeoutMs: timeoutMs } = config
  const guard = createGuard(parts, {
    name: 'creator',
    retries: 1,
    plan: takeShare(findPlanPace(config.creatorData, explorerPlans), planShare),
    url: config.creatorData.url,
    probe: (signal) => source.probe(signal),
  })
  const source: CreatorData & Probed = createCreatorData({ ...config.creatorData, chainId, timeoutMs, guard, clock })
  return { provider: cacheCreatorData(source, toMemory(parts, config.creatorData)), guard }
}

const riskAdapters = {
  goplus: { create: createGoplusRisk, plans: goplusPlans },
  'honeypot-is': { create: createHoneypotIsRisk, plans: {} },
}

/** `readNative` reads the roles of tokens without code; null: no node is configured. */
function createRiskProvider(parts: Parts, readNative: ReadNativeToken | null): Guarded<TokenRisk> | null {
  const { config, clock, planShare = 1 } = parts
  if (!config.tokenRisk) return null
  const { create, plans } = riskAdapters[config.tokenRisk.provider]
  const { chainId, providerTimeoutMs: timeoutMs } = config
  const guard = createGuard(parts, {
    name: 'risk',
    retries: 1,
    plan: takeShare(findPlanPace(config.tokenRisk, plans), planShare),
    url: config.tokenRisk.url,
    probe: (signal) => source.probe(signal),
  })
  const source: TokenRisk & Probed = create({ ...config.tokenRisk, chainId, timeoutMs, guard, clock })
  const answering = withNativeTokens(source, { read: readNative, clock })
  return { provider: cacheTokenRisk(answering, toMemory(parts, config.tokenRisk)), guard }
}

/** Behind the guard of the node. */
function openNativeTokens(
  { config }: Parts,
  guard: ProviderGuard,
  { creations, findCreationTx }: ProofSources,
): ReadNativeToken | null {
  const { chainRpcUrl: url, chainId, providerTimeoutMs: timeoutMs } = config
  if (!url) return null
  const findCreation = async (token: string, signal: AbortSignal) => {
    const hash = (await findCreationTx?.(token, signal)) ?? null
    return hash === null ? null : creations.receipt(hash, signal)
  }
  return createReadNativeToken({ url, chainId, timeoutMs, guard, findCreation })
}

function createNode(parts: Parts): Guarded<Chain> | null {
  const { chainRpcUrl: url, chainId, providerTimeoutMs: timeoutMs } = parts.config
  if (!url) return null
  const guard = createGuard(parts, { name: 'chain', retries: 1, probe: (signal) => source.probe(signal) })
  const source: Chain & Probed = createChain({ url, chainId, timeoutMs, guard })
  return { provider: cacheNames(source, parts.clock), guard }
}

/**
 * A job and scoring call it, two calls at a time; the job plans its own retries. A quarter of the pace is for searches, so that no
 * flood of scorings keeps the job from observing. Jobs need as much of it as scorings: each of two processes has half.
 */
function createMarket(parts: Parts): (Guarded<MarketData> & { searchGuard: ProviderGuard }) | null {
  const { config, clock, planShare = 1 } = parts
  if (!config.marketData) return null
  const { url, chain } = config.marketData
  const perMinute = config.marketData.perMinute / (planShare === 1 ? 1 : 2)
  const searches = Math.max(1, Math.floor(perMinute / 4))
  const paced = (share: number) => ({
    retries: 0,
    plan: findPlanPace({ url, key: null, perMinute: share }),
    url,
    concurrency: 2,
    concurrencyPerNetwork: 2,
    probe: (signal: AbortSignal) => provider.probe(signal),
  })
  const guard = createGuard(parts, { name: 'market', ...paced(Math.max(1, perMinute - searches)) })
  // Scorings don't wait for a long queue of searches: they do without.
  const searchGuard = createGuard(parts, { name: 'market-search', ...paced(searches), queue: 8 })
  const userAgent = marketAgent(config.serviceName)
  const { providerTimeoutMs: timeoutMs } = config
  const probeToken = findProbeToken(config.chainId) ?? probeWallet
  const provider: MarketData & Probed = createMarketData({
    url,
    chain,
    timeoutMs,
    userAgent,
    guard,
    searchGuard,
    clock,
    probeToken,
  })
  return { provider: cacheMarketData(provider, toMemory(parts, { url })), guard, searchGuard }
}

function openObserving({ clock }: Parts, marketData: MarketData, quotes: ChainQuotes): MarketDeps {
  const observing = { marketData, quotes, probe: createMarketProbe({ marketData, quotes, clock }) }
  return { ...observing, look: (tokens, signal) => lookAtMarkets(observing, tokens, signal) }
}

/** Behind the guard of the node. */
function openPools({ config }: Parts, guard: ProviderGuard): Pools | null {
  const { chainRpcUrl: url, providerTimeoutMs: timeoutMs } = config
  return url === null ? null : createPools({ url, timeoutMs, guard })
}

/** Behind the guard of the node. */
function openBlockTimes({ config }: Parts, guard: ProviderGuard): BlockTimes | null {
  const { chainRpcUrl: url, chainId, providerTimeoutMs: timeoutMs } = config
  return url === null ? null : createBlockTimes({ url, chainId, timeoutMs, guard })
}

/** Behind a guard of its own: reading back for days must not take the node away from scores. */
function openLaunchLogs(parts: Parts): Guarded<LaunchLogs> | null {
  const { chainRpcUrl: url, chainId, providerTimeoutMs: timeoutMs } = parts.config
  if (url === null) return null
  const guard = createGuard(parts, { name: 'launches', retries: 1, concurrency: 2, concurrencyPerNetwork: 2 })
  return { provider: createLaunchLogs({ url, chainId, timeoutMs, guard }), guard }
}

/** Behind the guards of the node and of the explorer, whose permits and breakers it shares. */
function createProofSources(
  { config }: Parts,
  guards: { chain: ProviderGuard | undefined; explorer: ProviderGuard | null },
  known: Pick<ProofSources, 'launchpads' | 'blockTimes'>,
): ProofSources | null {
  const { chainRpcUrl: url, chainId, creatorData, providerTimeoutMs: timeoutMs } = config
  if (!url || !guards.chain) return null
  const creations = createCreations({ url, chainId, timeoutMs, guard: guards.chain })
  const { explorer: guard } = guards
  const findCreationTx = creatorData && guard && createFindCreationTx({ ...creatorData, chainId, timeoutMs, guard })
  return { creations, findCreationTx, ...known }
}

interface ReaderParts {
  /** Of the node. */
  guard: ProviderGuard
  /** For the hosts of metadata, which strangers choose. */
  outbound: Outbound
  proofSources: ProofSources
  tokenRisk: TokenRisk | null
}

function openTokenReader(parts: Parts, { guard, outbound, proofSources, tokenRisk }: ReaderParts): TokenReader | null {
  const { config, metrics } = parts
  const { chainRpcUrl: url, chainId, providerTimeoutMs: timeoutMs, gateways, serviceName } = config
  if (!url) return null
  const readTexts = createReadTokenTexts({ url, chainId, timeoutMs, guard, launchpads: proofSources.launchpads })
  const readMetadata = createReadMetadata({ outbound, gateways, userAgent: imageAgent(serviceName), metrics })
  const memory = toMemory(parts, { url })
  return {
    profile: cacheTokenProfile(createReadTokenProfile(readTexts, readMetadata), memory),
    creator: cacheTokenCreator(createFindTokenCreator({ ...proofSources, tokenRisk }), memory),
  }
}

/**
 * Without a guard: only a few jobs call it, which repeat anyway, and its outage must not take a replica's reads out of rotation
 * (D53).
 */
function openKey({ config, clock, metrics }: Parts): Attester | null {
  const { attestation, chainRpcUrl: url, chainId, providerTimeoutMs: timeoutMs } = config
  if (!attestation || !url) return null
  const ask = countCalls(createChainNode({ url, timeoutMs }), metrics)
  const signer = openSigner(attestation, { timeoutMs, metrics })
  return createAttester({
    ask,
    chainId,
    contract: attestation.contract,
    signer,
    schema: scoreSchema,
    clock,
    minTip: config.chainMinTip,
  })
}

/** A remote signer holds the key, so that no key is in this process. */
function openSigner(
  { signer }: AttestationConfig,
  { timeoutMs, metrics }: { timeoutMs: number; metrics: Deps['metrics'] },
): Signer {
  if ('key' in signer) return createLocalSigner(signer.key)
  const remote = createWeb3Signer({ ...signer, timeoutMs })
  return { ...remote, sign: countCalls(remote.sign, metrics) }
}

const attesterSpan: SpanStart = {
  name: 'call attester',
  kind: 'client',
  attributes: { 'launchscore.provider': 'attester' },
}

const countCalls =
  <Call extends unknown[], T>(
    ask: (...call: Call) => Promise<T>,
    { providerCalls }: Deps['metrics'],
  ): ((...call: Call) => Promise<T>) =>
  async (...call) => {
    try {
      const response = await inSpan(attesterSpan, () => ask(...call))
      providerCalls.inc({ provider: 'attester', outcome: 'ok' })
      return response
    } catch (error) {
      if (error instanceof UpstreamError) providerCalls.inc({ provider: 'attester', outcome: error.fault })
      throw error
    }
  }

/** One client network may use at most half of the concurrency, so that its slow calls can't take all of it. */
const providerLimits = { concurrency: 64, concurrencyPerNetwork: 32, queue: 1024 }

// A judge call takes seconds but little of this process's time, so the guard must not be the bottleneck: 64 permits
// would allow only about 16 scorings a second. Each scoring makes two calls at once, and the queue `scorings` already
// bounds the scorings.
const judgeLimits = ({ scoreMaxInFlight }: Parts['config']) => ({ concurrency: 2 * scoreMaxInFlight })

interface Guarding extends Partial<Probed> {
  name: string
  retries: number
  plan?: PaceLimit | null
  /** Of a provider that may serve several chains. */
  url?: string
  concurrency?: number
  concurrencyPerNetwork?: number
  queue?: number
}

function createGuard({ metrics, clock, log, of = '', shared }: Parts, { url, ...guard }: Guarding): ProviderGuard {
  const plan = `${guard.name} ${url}`
  const turns = url === undefined ? undefined : shared?.get(plan)
  const created = createProviderGuard({
    ...providerLimits,
    ...guard,
    ...(turns && { turns }),
    name: guard.name + of,
    metrics,
    clock,
    onOpen: ({ fault, message }) =>
      log.error({ provider: guard.name + of, fault, reason: message }, 'the breaker of a provider opened'),
  })
  if (url !== undefined && created.turns) shared?.set(plan, created.turns)
  return created
}

const toMemory = ({ config, db, clock, responses = openResponses(db) }: Parts, { url }: { url: string }) => ({
  responses,
  clock,
  url,
  chainId: config.chainId,
})
