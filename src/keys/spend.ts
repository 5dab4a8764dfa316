import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import { type Limit, type Verdict, rateLimitHeaders, retryAfterSecondsOf } from '../platform/limiter.ts'
import { limitOf, pageEditPolicy } from './limits.ts'

export type SpendDeps = Pick<Deps, 'limiter' | 'metrics'>

/** Spends one of each limit and tells the strictest, or refuses with 429 and spends nothing. */
export function spend({ limiter, metrics }: SpendDeps, reply: FastifyReply, limits: Limit[]): void | Promise<void> {
  const apply = (verdict: Verdict) => {
    if (verdict.isAllowed) return tell(reply, verdict)
    metrics.limited.inc({ policy: verdict.strictest.name })
    throw overLimit(reply, verdict)
  }
  const verdict = limiter.take(limits)
  return verdict instanceof Promise ? verdict.then(apply) : apply(verdict)
}

/** Counts an edit of a page for the creator whose signature has been verified: nobody spends a creator's budget for them. */
export const spendPageEdit = (deps: SpendDeps, reply: FastifyReply, creatorAddress: string): void | Promise<void> =>
  spend(deps, reply, [limitOf(pageEditPolicy, creatorAddress)])

/** Of what a request spends one after the other, the strictest is told. */
function tell(reply: FastifyReply, verdict: Verdict): void {
  const header = reply.getHeader('ratelimit')
  const told = header === undefined ? undefined : /;r=(\d+)/.exec(String(header))?.[1]
  if (told === undefined || verdict.remaining < Number(told)) reply.headers(rateLimitHeaders(verdict))
}

export function overLimit(reply: FastifyReply, verdict: Verdict): ApiError {
  const { name, quota } = verdict.strictest
  const retryAfterSeconds = retryAfterSecondsOf(verdict)
  reply.headers(rateLimitHeaders(verdict))
  const sentence = `Over the limit "${name}" of ${quota} a minute. Try again in ${retryAfterSeconds} s.`
  return new ApiError('rate_limit', sentence, { retryAfterSeconds })
}
