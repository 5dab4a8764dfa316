import type { ActiveKey } from './authenticate.ts'
import type { LimitKind, RouteLimit } from './limits.ts'
import type { CallerTier } from '../../contract/schemas/key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, on all routes but those of `anyone`. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Defaults to the limit of the scope. */
    limit?: LimitKind
    routeLimit?: RouteLimit
  }
}

export interface Caller {
  tier: CallerTier
  key: CallerKey | null
}

/** Data of a customer belongs to `rootId`, which stays the same when the key is rotated. */
export type CallerKey = Pick<ActiveKey, 'id' | 'rootId' | 'prefix' | 'isTest' | 'isVouching'>
