import type { Limit } from '../platform/limiter.ts'
import type { CallerTier } from './schemas.ts'

/** A limit as it is declared: whoever applies, tells or documents one takes it from here. */
export interface Policy {
  /** Its name in the headers. */
  name: string
  quota: number
  /** Whose requests count together. */
  per: 'address' | 'key' | 'creator'
  /** What is counted. */
  counts: string
}

export const windowSeconds = 60

/** By the tier of the caller, wherever a key may be presented (D47). */
export const tierPolicies: Record<CallerTier, Policy> = {
  anonymous: { name: 'anonymous', quota: 60, per: 'address', counts: 'requests without a key' },
  free: { name: 'free', quota: 60, per: 'key', counts: 'requests with a free key' },
  pro: { name: 'pro', quota: 600, per: 'key', counts: 'requests with a pro key' },
  enterprise: { name: 'enterprise', quota: 6000, per: 'key', counts: 'requests with an enterprise key' },
}

const routePolicies: Record<string, Policy> = {
  'POST /v1/score': { name: 'score', quota: 60, per: 'address', counts: '`POST /v1/score`' },
  'POST /v1/score/:id/publish': { name: 'publish', quota: 10, per: 'address', counts: '`POST /v1/score/{id}/publish`' },
  'POST /v1/score/:id/rescore': { name: 'rescore', quota: 30, per: 'address', counts: '`POST /v1/score/{id}/rescore`' },
  'POST /v1/enroll': { name: 'enroll', quota: 20, per: 'address', counts: '`POST /v1/enroll`' },
}

const otherRoutes: Policy = { name: 'route', quota: 300, per: 'address', counts: 'each other route by itself' }

export const failurePolicy: Policy = {
  name: 'failed-authentication',
  quota: 60,
  per: 'address',
  counts: 'requests with a bearer that is no good',
}

export const pageEditPolicy: Policy = {
  name: 'page-edit',
  quota: 60,
  per: 'creator',
  counts: 'page edits whose signature verifies',
}

export const policies: Policy[] = [
  ...Object.values(tierPolicies),
  ...Object.values(routePolicies),
  otherRoutes,
  failurePolicy,
  pageEditPolicy,
]

/** The policy of a route and the name of what it is spent from: every route has a bucket of its own. */
export function routeLimitOf(method: string, url: string): { policy: Policy; route: string } {
  const route = `${method === 'HEAD' ? 'GET' : method} ${url}`
  return { policy: routePolicies[route] ?? otherRoutes, route }
}

/** A policy applied to one caller. */
export const limitOf = ({ name, quota }: Policy, whose: string): Limit => ({
  name,
  bucket: `${name}:${whose}`,
  quota,
  windowMs: windowSeconds * 1000,
})

/** `300 a minute per address` */
export const wordsFor = ({ quota, per }: Policy): string => `${quota.toLocaleString('en')} a minute per ${per}`
