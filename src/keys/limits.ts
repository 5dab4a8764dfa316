import { clientSite, siteShares } from '../platform/client-network.ts'
import type { Limit } from '../platform/limiter.ts'
import type { CallerTier } from '../../contract/schemas/own-scores.ts'

export interface Policy {
  name: string
  quota: number
  per: 'address' | 'key' | 'creator'
  counts: string
}

const windowSeconds = 60

export const tierPolicies: Record<CallerTier, Policy> = {
  anonymous: {
    name: 'anonymous',
    quota: 60,
    per: 'address',
    counts: 'requests without a key under `/api/v1`; requests with a publishable key',
  },
  free: { name: 'free', quota: 60, per: 'key', counts: 'requests with a free key' },
  pro: { name: 'pro', quota: 600, per: 'key', counts: 'requests with a pro key' },
  enterprise: { name: 'enterprise', quota: 6000, per: 'key', counts: 'requests with an enterprise key' },
}

const routePolicies: Record<string, Policy> = {
  'POST /v1/score': { name: 'score', quota: 60, per: 'address', counts: '`POST /v1/score`' },
  'POST /v1/images': { name: 'image', quota: 20, per: 'address', counts: '`POST /v1/images`' },
  'POST /v1/score/:id/publish': { name: 'publish', quota: 10, per: 'address', counts: '`POST /v1/score/{id}/publish`' },
  'POST /v1/score/:id/rescore': { name: 'rescore', quota: 30, per: 'address', counts: '`POST /v1/score/{id}/rescore`' },
  'GET /api/v1/names/:name': { name: 'names', quota: 30, per: 'address', counts: '`GET /api/v1/names/{name}`' },
  'POST /v1/launch/:id/token': {
    name: 'bind-token',
    quota: 20,
    per: 'address',
    counts: '`POST /v1/launch/{id}/token`',
  },
  'POST /v1/launch/:id/token/denial': {
    name: 'deny-token',
    quota: 20,
    per: 'address',
    counts: '`POST /v1/launch/{id}/token/denial`',
  },
  'POST /v1/launch/:id/token/named': {
    name: 'named-tokens',
    quota: 20,
    per: 'address',
    counts: '`POST /v1/launch/{id}/token/named`',
  },
  'GET /api/v1/track-record/:file': {
    name: 'record-export',
    quota: 10,
    per: 'address',
    counts: '`GET /api/v1/track-record/export.csv` and `export.ndjson`',
  },
  'POST /v1/score/:id/appeal': { name: 'appeal', quota: 20, per: 'address', counts: '`POST /v1/score/{id}/appeal`' },
  'POST /v1/enroll': { name: 'enroll', quota: 20, per: 'address', counts: '`POST /v1/enroll`' },
}

/** Routes without an entry in the table of limits. */
export const otherRoutes: Policy = { name: 'route', quota: 300, per: 'address', counts: 'each other route, separately' }

const sharedPolicies = {
  page: { name: 'page', quota: 300, per: 'address', counts: 'all pages together' },
  file: { name: 'file', quota: 3000, per: 'address', counts: 'all files that pages load, together' },
} satisfies Record<string, Policy>

export type LimitKind = 'route' | keyof typeof sharedPolicies

/** These count in addition to the limit of the route, or instead of it. */
export const causePolicies = {
  unserved: {
    name: 'unserved',
    quota: 300,
    per: 'address',
    counts: 'paths and methods that no route serves; requests that violate HTTP',
  },
  failure: {
    name: 'failed-authentication',
    quota: 60,
    per: 'address',
    counts: 'requests with an invalid bearer token, and on admin routes without one',
  },
  pageEdit: {
    name: 'page-edit',
    quota: 60,
    per: 'creator',
    counts: 'page edits with a valid signature',
  },
  contractSignature: {
    name: 'contract-signature',
    quota: 20,
    per: 'address',
    counts: 'signatures checked by the chain’s node: those of contract wallets, and invalid ones',
  },
  contractRead: {
    name: 'by-contract',
    quota: 20,
    per: 'address',
    counts: '`POST /v1/score` with fields to be read from the contract',
  },
  tokenReading: {
    name: 'token-reading',
    quota: 12,
    per: 'address',
    counts: 'visits of token pages for which the contract is read anew',
  },
} satisfies Record<string, Policy>

/** Readings of all visitors together: the providers must keep answering scorings. */
export const allTokenReadings: Limit = {
  name: 'token-readings',
  bucket: 'token-readings',
  quota: 10 * causePolicies.tokenReading.quota,
  windowMs: windowSeconds * 1000,
}

/** With keyed_by_ip=off in TUNING, tier and daily quota bound secret keys there instead (D68, D94). */
export const waivedForKeys: ReadonlySet<Policy | undefined> = new Set([
  otherRoutes,
  routePolicies['POST /v1/score'],
  routePolicies['POST /v1/score/:id/rescore'],
  routePolicies['POST /v1/images'],
  causePolicies.contractRead,
])

export const policies: Policy[] = [
  ...Object.values(tierPolicies),
  ...Object.values(routePolicies),
  otherRoutes,
  ...Object.values(sharedPolicies),
  ...Object.values(causePolicies),
]

/** A policy, with the part of its bucket's name that identifies the route. */
export interface RouteLimit {
  policy: Policy
  route: string
}

/** A route has its own bucket unless its kind is shared. */
export function findRouteLimit(method: string, url: string, kind: LimitKind = 'route'): RouteLimit {
  if (kind !== 'route') return { policy: sharedPolicies[kind], route: '*' }
  const route = `${method === 'HEAD' ? 'GET' : method} ${url}`
  return { policy: routePolicies[route] ?? otherRoutes, route }
}

export const toLimit = ({ name, quota }: Policy, whose: string): Limit => ({
  name,
  bucket: `${name}:${whose}`,
  quota,
  windowMs: windowSeconds * 1000,
})

/** Applies a policy to a client network and, with eight times the quota, to the IPv6 /48 around it (D82). */
export function toNetworkLimits(policy: Policy, network: string, part = ''): Limit[] {
  const site = clientSite(network)
  const own = toLimit(policy, part + network)
  if (site === null) return [own]
  const shared = { ...policy, name: `${policy.name}-site`, quota: policy.quota * siteShares }
  return [own, toLimit(shared, part + site)]
}

export const formatPolicy = ({ quota, per }: Policy): string => `${numbers.format(quota)} a minute per ${per}`

const numbers = new Intl.NumberFormat('en')
