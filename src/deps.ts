import type { Config } from './config.ts'
import type { Db } from './database/db.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Random } from './platform/random.ts'
import type { Attester } from './providers/chain/attester.ts'
import type { Chain } from './providers/chain/chain.ts'
import type { CreatorData } from './providers/creator-data/creator-data.ts'
import type { Model } from './providers/model/model.ts'
import type { TokenRisk } from './providers/token-risk.ts'

/** Everything outside the code. A provider that isn't configured is null: that, and nothing else, makes a stub (D16). */
export interface Deps {
  config: Config
  db: Db
  /** Single autocommit reads: on a server over shared, pipelined connections; embedded, the same as `db`. */
  reads: Db
  model: Model | null
  creatorData: CreatorData | null
  tokenRisk: TokenRisk | null
  /** Verifies signatures of contract wallets; null: CHAIN_RPC_URL is not set. */
  chain: Chain | null
  /** The key that attests, and its access to the chain; null: publishing answers 503. */
  attester: Attester | null
  clock: Clock
  random: Random
  metrics: Metrics
  log: Log
}
