import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../platform/http/app.ts'
import type { ReadMetric } from '../platform/metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route makes scores, so the scorer responds to its requests. */
    isScoring?: boolean
  }
}

/** A process that makes the scores of this one, so that they don't delay its reads. */
export interface Scorer {
  /** Passes an admitted request on, and sends the scorer's response. */
  respond: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** Empty while the scorer doesn't run. */
  readMetrics: () => Promise<ReadMetric[]>
}

/** Call it before the routes of scoring are added. */
export function scoreApart(app: App, scorer: Scorer): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.isScoring) route.handler = scorer.respond
  })
}
