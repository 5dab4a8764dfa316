import type { Budgets } from './activity/budgets.ts'
import type { Config } from './config.ts'
import type { Db } from './database/db.ts'
import type { SharedClock } from './database/shared-clock.ts'
import type { DeliveryWorker } from './webhooks/delivery-worker.ts'
import type { PromptVersion, PromptVersions } from './signals/judge/prompts.ts'
import type { LimitedCallers } from './keys/limited-callers.ts'
import type { NearLimits } from './keys/near-limits.ts'
import type { Keys } from './keys/open-keys.ts'
import type { Channel } from './notifications/channels/channel.ts'
import type { TelegramBot } from './notifications/channels/telegram-bot.ts'
import type { ProofSources } from './tokens/prove-token.ts'
import type { MarketDeps } from './tokens/read-markets.ts'
import type { ChainQuotes } from './tokens/rules/depth-1.0.0.ts'
import type { Clock } from './platform/time.ts'
import type { SecretBox } from './platform/secret-box.ts'
import type { Limiter } from './platform/limiter.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import type { HashNetwork } from './platform/client-network.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import type { Random } from './platform/random.ts'
import type { ProviderGuard } from './platform/resilience/provider-guard.ts'
import type { Tracer } from './platform/trace.ts'
import type { Attester } from './providers/chain/attester.ts'
import type { BlockTimes } from './providers/chain/block-times.ts'
import type { Chain } from './providers/chain/chain.ts'
import type { LaunchLogs } from './providers/chain/launch-logs.ts'
import type { Pools } from './providers/chain/pools.ts'
import type { CreatorData } from './providers/creator-data/creator-data.ts'
import type { Images } from './providers/images/images.ts'
import type { Launchpad } from './providers/launchpads/launchpads.ts'
import type { Model } from './providers/model/model.ts'
import type { TokenReader } from './providers/token-profile.ts'
import type { TokenRisk } from './providers/token-risk.ts'
import type { DailyScores } from './scoring/daily-scores.ts'
import type { ScoringQueues } from './scoring/admission.ts'
import type { KeyWaits } from './scoring/idempotency.ts'
import type { Scorer } from './scoring/scorer.ts'
import type { SignalRegistry } from './signals/definition.ts'

/** Where launches on one chain are read. A provider that isn't configured, or doesn't serve the chain, is null. */
export interface ChainSources {
  chainId: number
  launchpads: Launchpad[]
  /** What counts as money in a pool. */
  quotes: ChainQuotes
  creatorData: CreatorData | null
  tokenRisk: TokenRisk | null
  /** When blocks were made; null: no node is configured. */
  blockTimes: BlockTimes | null
  /** Pools and events on the chain; null: no node is configured. */
  pools: Pools | null
  /** The events of launchpads, for their index; null: no node is configured. */
  launchLogs: LaunchLogs | null
  /** Reads tokens that nobody has submitted; null: no node is configured. */
  tokenReader: TokenReader | null
  /** Shows who created a token; null: no node is configured. */
  proofSources: ProofSources | null
  /** The markets of tokens; null: nothing is observed. */
  market: MarketDeps | null
}

/**
 * What routes, jobs and commands receive: everything outside the code, and what the modules keep while the process runs. A
 * provider that isn't configured is null: that, and nothing else, makes a stub (D16).
 */
export interface Deps {
  config: Config
  clock: Clock
  random: Random
  log: Log
  metrics: Metrics
  /** null: traces are not exported. */
  tracer: Tracer | null

  db: Db
  /** Single autocommit reads: on a server over shared, pipelined connections; embedded, the same as `db`. */
  reads: Db
  /** For lists: reads that may miss the last second, and the time up to which they miss nothing. */
  replica: { reads: Db; clock: Clock }
  /** For migrations, whose statements may take as long as they need. */
  migrations: Db
  /** Copies the embedded database into a new folder and returns its path; throws with a server. */
  takeSnapshot: () => Promise<string>

  model: Model | null
  /** Opens the configured provider with another model, for measurements; null without a provider. */
  openModel: (name?: string) => Model | null
  images: Images
  /** Verifies signatures of contract wallets, on CHAIN_ID; null: CHAIN_RPC_URL is not set. */
  chain: Chain | null
  /** The chains whose launches are scored, by their ids; that of CHAIN_ID is the first. */
  chains: ReadonlyMap<number, ChainSources>
  /** The key that attests, and its access to the chain; null: publishing answers 503. */
  attester: Attester | null
  /** The guards of the configured providers, whose state /ready and /metrics report. */
  guards: ProviderGuard[]
  /**
   * The guards of providers that only jobs call, and of each model of a panel: their outages take no replica out of
   * rotation (D53).
   */
  jobGuards: ProviderGuard[]

  keys: Keys
  limiter: Limiter
  /** Whom the limits refuse most. */
  limitedCallers: LimitedCallers
  /** Which keys are near the limit of their tier. */
  nearLimits: NearLimits
  /** Client networks as they may be stored. */
  hashNetwork: HashNetwork

  /** The signals that prompt versions list. */
  signals: SignalRegistry
  versions: PromptVersions
  /** The version that new scores are made with, as every replica knows it within a second. */
  activePrompt: () => PromptVersion | Promise<PromptVersion>
  /** Makes the scores in a process of its own; null: they are made in this process. */
  scorer: Scorer | null
  /** Limits the scorings in flight in this process. */
  scorings: ScoringQueues
  /** Limits the scorings that a key or a client network starts in a day. */
  dailyScores: DailyScores
  /** Limits what a day's scorings cost: scores, bytes and the model's tokens. */
  budgets: Budgets
  /** Limits the requests that wait for the holder of their Idempotency-Key. */
  keyWaits: KeyWaits
  /** A number that changes with each take-down; null: this process may not know of the newest. */
  takedownEpoch: () => number | null

  /** The guarded clients for webhook endpoints and for push endpoints (D44). */
  outbound: { webhooks: Outbound; push: Outbound }
  /** Encrypts the subscribers' secrets; null: a server database without ENCRYPTION_KEY (D46). */
  secrets: SecretBox | null
  deliveryWorker: DeliveryWorker
  /** The log, and each channel that NOTIFY_* configures. */
  channels: Channel[]
  /** Receives what people write to the bot of NOTIFY_TELEGRAM_TOKEN; null: there is none. */
  telegramBot: TelegramBot | null
  /** The time by which notifications are due. */
  sharedClock: SharedClock
}

/**
 * `Deps` for functions that run only if these providers are configured. Those of a chain come with all sources of that
 * chain.
 */
export type Configured<Name extends keyof Deps | keyof ChainSources> = (Name extends keyof ChainSources
  ? Deps & ChainSources
  : Deps) & { [Provider in Name]: NonNullable<(Deps & ChainSources)[Provider]> }
