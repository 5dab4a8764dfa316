import type { RouteOptions } from 'fastify'
import { errorAnswers } from '../platform/schema.ts'
import { type Policy, failurePolicy, tierPolicies, wordsFor } from './limits.ts'

/** Who may call the routes of a scope. */
export type Guarded = 'anyone' | 'key optional' | 'key holders'

const security = { anyone: [{}], 'key optional': [{}, { apiKey: [] }], 'key holders': [{ apiKey: [] }] }

/** Writes into a route's schema, and so into the document, what its guard adds: who may call, what is refused, the limits. */
export function describeGuard({ schema }: RouteOptions, who: Guarded, policy: Policy): void {
  if (!schema || schema.hide) return
  const response = schema.response as Record<string, object> | undefined // typed by Fastify as anything
  const description = `Over a limit (${limitsOf(who, policy)}). \`Retry-After\` tells when to try again`
  const isKeyed = who !== 'anyone'
  Object.assign(schema, {
    ...(isKeyed && { security: security[who] }),
    response: { ...response, ...(isKeyed && errorAnswers(401)), 429: { ...errorAnswers(429)[429], description } },
  })
}

function limitsOf(who: Guarded, policy: Policy): string {
  if (who === 'anyone') return wordsFor(policy)
  const { anonymous, ...keyed } = tierPolicies
  const tiers = who === 'key optional' ? [anonymous, ...Object.values(keyed)] : Object.values(keyed)
  const words = tiers.map((tier) => `${tier.name} ${wordsFor(tier)}`)
  return [wordsFor(policy), ...words, `bad keys ${wordsFor(failurePolicy)}`].join('; ')
}
