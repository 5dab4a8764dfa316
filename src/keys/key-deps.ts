import type { HashNetwork } from '../platform/network/hashed-network.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { LimitedCallers } from './limited-callers.ts'
import type { Keys } from './open-keys.ts'

/** API keys and limits, for modules that admit callers. */
export interface KeyDeps {
  keys: Keys
  limiter: Limiter
  /** Whom the limits refuse most. */
  limitedCallers: LimitedCallers
  /** Client networks as they may be stored. */
  hashNetwork: HashNetwork
}
