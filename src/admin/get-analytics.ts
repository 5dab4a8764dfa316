import { sumActivity } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import { type TierCount, countKeys } from '../keys/store.ts'
import { hourMs } from '../../contract/durations.ts'
import type { App } from '../platform/http/app.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { toActivityWindow } from './activity-totals.ts'
import { AdminAnalytics } from '../../contract/schemas/admin.ts'

export function getAnalyticsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getAdminAnalytics',
    summary: 'Fetch scores, conversion, model usage and key tiers of 24 hours and 7 days',
    tags: ['admin'],
    response: { 200: response(AdminAnalytics, 'The windows'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/analytics', { schema }, async () => getAnalytics(deps))
}

/** Windows start at a full second. */
async function getAnalytics({ config, db, clock }: Deps): Promise<AdminAnalytics> {
  const now = clock.now()
  const hoursAgo = (hours: number) => new Date(Math.floor((now.getTime() - hours * hourMs) / 1000) * 1000)
  const [day, week] = [hoursAgo(24), hoursAgo(7 * 24)]
  const [sums, tiers] = await Promise.all([
    sumActivity(db, { day, week }),
    countKeys(db, { now, usedSince: new Date(now.getTime() - 24 * hourMs) }),
  ])
  return {
    windows: {
      '24h': toActivityWindow(config, { sums, span: 'day', since: day }),
      '7d': toActivityWindow(config, { sums, span: 'week', since: week }),
      all: toActivityWindow(config, { sums, span: 'all', since: null }),
    },
    keyTiers: toTierUses(tiers),
    asOf: now.toISOString(),
  }
}

function toTierUses(counts: TierCount[]): AdminAnalytics['keyTiers'] {
  const none = { active: 0, revoked: 0, usedLastDay: 0 }
  const uses = counts.map(({ tier, active, revoked, usedSince }) => [tier, { active, revoked, usedLastDay: usedSince }])
  return { free: none, pro: none, enterprise: none, ...Object.fromEntries(uses) }
}
