import type { RouteOptions } from 'fastify'
import { errorResponses } from '../platform/http/schema.ts'
import { type Policy, failurePolicy, tierPolicies, formatPolicy } from './limits.ts'

export type Guarded = 'anyone' | 'key accepted' | 'key optional' | 'key holders'

const optional = [{}, { apiKey: [] }]
const security = { 'key accepted': optional, 'key optional': optional, 'key holders': [{ apiKey: [] }] }

/** Adds security, limits, 401, 429 and 503 to the schema of a route. */
export function describeGuard({ schema }: RouteOptions, who: Guarded, policy: Policy): void {
  if (!schema || schema.hide) return
  const response = schema.response as Record<string, object> | undefined
  const description = `Rate limit exceeded (${formatLimits(who, policy)}). \`Retry-After\` says when to retry`
  Object.assign(schema, {
    ...(who !== 'anyone' && { security: security[who] }),
    response: {
      ...errorResponses(503),
      ...response,
      ...(who !== 'anyone' && errorResponses(401)),
      429: { ...errorResponses(429)[429], description },
    },
  })
}

function formatLimits(who: Guarded, policy: Policy): string {
  if (who === 'anyone') return formatPolicy(policy)
  return [formatPolicy(policy), ...(who === 'key optional' ? [keyless, keyed] : [keyed])].join('; ')
}

const formatTier = (tier: Policy) => `${tier.name} ${formatPolicy(tier)}`
const { anonymous, ...keyTiers } = tierPolicies
const keyless = formatTier(anonymous)
const keyed = [...Object.values(keyTiers).map(formatTier), `invalid keys ${formatPolicy(failurePolicy)}`].join('; ')
