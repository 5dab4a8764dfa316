import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { dayMs } from '../../contract/durations.ts'
import { clientNetwork } from '../platform/network/client-network.ts'
import { ApiError } from '../platform/errors.ts'
import { type Limit, type Verdict, rateLimitHeaders, toRetryAfterSeconds } from '../platform/limits/limiter.ts'
import { formatCount } from '../../contract/text.ts'
import type { Caller } from './caller.ts'
import { contractSignaturePolicy, toLimit, toNetworkLimits, pageEditPolicy } from './limits.ts'

export function consume(deps: Deps, reply: FastifyReply, limits: Limit[]): void | Promise<void> {
  const { limiter, metrics, limitedCallers } = deps
  const apply = (verdict: Verdict) => {
    if (verdict.isAllowed) return setRateLimitHeaders(reply, verdict)
    const policy = verdict.strictest.name
    metrics.limited.inc({ policy })
    limitedCallers.note(toCaller(reply.request), policy)
    throw createRateLimitError(reply, verdict)
  }
  const verdict = limiter.consume(limits)
  return verdict instanceof Promise ? verdict.then(apply) : apply(verdict)
}

/** Absent before the caller is known, and on routes that take no key. */
function toCaller(request: FastifyRequest): { ip: string; prefix: string | null } {
  const { caller } = request as { caller?: Caller }
  return { ip: request.ip, prefix: caller?.key?.prefix ?? null }
}

/** Called after the signature is verified, so that no one else can use up the creator's quota. */
export const consumePageEdit = (deps: Deps, reply: FastifyReply, creatorAddress: string): void | Promise<void> =>
  consume(deps, reply, [toLimit(pageEditPolicy, creatorAddress)])

/** Callers choose the contract, and each verification costs several calls to the node. */
export const consumeContractSignature = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  consume(deps, reply, toNetworkLimits(contractSignaturePolicy, clientNetwork(request.ip)))

export interface DailyLimit {
  name: string
  quota: number
  remaining: number
  resetSeconds: number
}

const daySeconds = dayMs / 1000

/** Alone when the daily quota refuses the request. */
export function addDailyLimit(reply: FastifyReply, { name, quota, remaining, resetSeconds }: DailyLimit): void {
  const isRefused = remaining < 0
  const add = (header: string, member: string) => {
    const first = reply.getHeader(header)
    reply.header(header, isRefused || first === undefined ? member : `${String(first)}, ${member}`)
  }
  add('ratelimit-policy', `"${name}";q=${quota};w=${daySeconds}`)
  add('ratelimit', `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`)
}

/** A request may consume several limits in turn; the headers describe the strictest. */
function setRateLimitHeaders(reply: FastifyReply, verdict: Verdict): void {
  const header = reply.getHeader('ratelimit')
  const remainingSet = header === undefined ? undefined : /;r=(\d+)/.exec(String(header))?.[1]
  if (remainingSet === undefined || verdict.remaining < Number(remainingSet)) reply.headers(rateLimitHeaders(verdict))
}

function createRateLimitError(reply: FastifyReply, verdict: Verdict): ApiError {
  const { name, quota } = verdict.strictest
  const retryAfterSeconds = toRetryAfterSeconds(verdict)
  reply.headers(rateLimitHeaders(verdict))
  const sentence = `You have exceeded the limit "${name}" of ${quota} requests a minute. Try again in ${formatCount(retryAfterSeconds, 'second')}.`
  return new ApiError('rate_limit', sentence, { retryAfterSeconds })
}
