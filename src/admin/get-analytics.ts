import { sumActivity } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { activityWindow } from './activity-totals.ts'
import { AdminAnalytics } from './schemas.ts'
import { type TierCount, countKeys } from './store.ts'

const hourMs = 3600 * 1000

/** GET /v1/admin/analytics: the last day and week, what became of their scores, and what the model took. */
export function getAnalyticsRoute(app: App, deps: Pick<Deps, 'db' | 'clock'>) {
  const schema = {
    operationId: 'getAdminAnalytics',
    summary: 'Scores, conversion, model usage and key tiers of 24 hours and 7 days',
    tags: ['admin'],
    response: { 200: answer(AdminAnalytics, 'The windows'), ...errorAnswers(401, 500, 503) },
  }
  app.get('/v1/admin/analytics', { schema }, async () => getAnalytics(deps))
}

/** Windows begin at the full hour, so that none of them is shorter than it says. */
async function getAnalytics({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<AdminAnalytics> {
  const now = clock.now()
  const hoursAgo = (hours: number) => new Date(Math.floor(now.getTime() / hourMs - hours) * hourMs)
  const [day, week] = [hoursAgo(24), hoursAgo(7 * 24)]
  const [sums, tiers] = await Promise.all([
    sumActivity(db, { day, week }),
    countKeys(db, { now, usedSince: new Date(now.getTime() - 24 * hourMs) }),
  ])
  return {
    windows: {
      '24h': activityWindow(sums, 'day', day),
      '7d': activityWindow(sums, 'week', week),
      all: activityWindow(sums, 'all', null),
    },
    keyTiers: tierUses(tiers),
    asOf: now.toISOString(),
  }
}

function tierUses(counts: TierCount[]): AdminAnalytics['keyTiers'] {
  const none = { active: 0, revoked: 0, usedLastDay: 0 }
  const uses = counts.map(({ tier, active, revoked, usedSince }) => [tier, { active, revoked, usedLastDay: usedSince }])
  return { free: none, pro: none, enterprise: none, ...Object.fromEntries(uses) }
}
