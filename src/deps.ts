import type { Kysely, Transaction } from 'kysely'
import type { Config } from './config.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import type { Limiter } from './platform/limiter.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Random } from './platform/random.ts'
import type { SecretBox } from './platform/secret-box.ts'
import type { ProviderGuard } from './platform/provider-guard.ts'
import type { Attester } from './providers/attester.ts'
import type { CreatorData } from './providers/creator-data.ts'
import type { Images } from './providers/images.ts'
import type { Model } from './providers/model.ts'
import type { TokenRisk } from './providers/token-risk.ts'
import type { ActivityTables } from './activity/tables.ts'
import type { AttestationTables } from './attestation/tables.ts'
import type { EnrollmentTables } from './enrollment/tables.ts'
import type { Keys } from './keys/open-keys.ts'
import type { KeyTables } from './keys/tables.ts'
import type { LaunchTables } from './launches/tables.ts'
import type { NotificationTables } from './notifications/tables.ts'
import type { Transport } from './notifications/transport.ts'
import type { Outbound } from './platform/outbound.ts'
import type { Chain } from './providers/chain.ts'
import type { ScoringTables } from './scoring/tables.ts'
import type { IncidentTables } from './incidents/tables.ts'
import type { JudgeTables } from './judge/tables.ts'
import type { StandingsTables } from './standings/tables.ts'
import type { SignalTables } from './signals/tables.ts'
import type { Dispatcher } from './webhooks/dispatcher.ts'
import type { WebhookTables } from './webhooks/tables.ts'

export type Database = WebhookTables &
  JudgeTables &
  SignalTables &
  ScoringTables &
  EnrollmentTables &
  LaunchTables &
  NotificationTables &
  AttestationTables &
  KeyTables &
  StandingsTables &
  ActivityTables &
  IncidentTables
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** The outside world. A provider that isn't configured is null: that, and nothing else, makes a stub (D16). */
export interface Deps {
  config: Config
  db: Db
  /** Single autocommit reads: on a server over shared, pipelined connections; embedded, the same as `db`. */
  reads: Db
  /** For migrations, whose statements may take as long as they need. */
  migrations: Db
  images: Images
  model: Model | null
  creatorData: CreatorData | null
  tokenRisk: TokenRisk | null
  /** Contract wallets are asked through it; null: CHAIN_RPC_URL is not set. */
  chain: Chain | null
  /** The key that attests, and the chain as far as that needs it; null: publishing answers 503. */
  attester: Attester | null
  /** The ways on which notifications go out: the log, and what NOTIFY_* configures. */
  transports: Transport[]
  /** The one way to addresses that strangers name (D44). */
  outbound: Outbound
  /** Keeps the secrets of subscribers encrypted; null: a server database without ENCRYPTION_KEY (D46). */
  secrets: SecretBox | null
  /** Sends webhook deliveries; its limits are per process. */
  dispatcher: Dispatcher
  /** Who presents which API key. */
  keys: Keys
  /** What callers may spend. */
  limiter: Limiter
  /** The guards of the configured providers: what /ready and /metrics tell of them. */
  guards: ProviderGuard[]
  clock: Clock
  random: Random
  metrics: Metrics
  log: Log
}
