import type { ActiveKey } from './authenticate.ts'
import type { LimitKind, RouteLimit } from './limits.ts'
import type { CallerTier } from '../../contract/schemas/key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set before the body is read, on all routes but those of `anyone`. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** The limit of the route; defaults to that of its scope. */
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
