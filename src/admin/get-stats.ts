import { sumActivity } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import { type TierCount, countKeys } from '../keys/store.ts'
import type { App } from '../platform/http/app.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { toEnrollmentTotals, toScoreTotals } from './activity-totals.ts'
import { AdminStats } from '../../contract/schemas/admin.ts'

export function getStatsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getAdminStats',
    summary: 'Fetch the totals of scores, enrollments, attestations and keys',
    tags: ['admin'],
    response: { 200: response(AdminStats, 'The totals'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/stats', { schema }, async () => getStats(deps))
}

/** Exact totals, at a cost that doesn't grow with them. */
async function getStats({ db, clock }: Deps): Promise<AdminStats> {
  const now = clock.now()
  const [sums, tiers] = await Promise.all([
    sumActivity(db, { day: now, week: now }),
    countKeys(db, { now, usedSince: now }),
  ])
  return {
    scores: toScoreTotals(sums, 'all'),
    enrollments: toEnrollmentTotals(sums, 'all'),
    attestations: { published: sums.attestation.all },
    keys: toKeyTotals(tiers),
    asOf: now.toISOString(),
  }
}

function toKeyTotals(counts: TierCount[]): AdminStats['keys'] {
  const tiers = Object.fromEntries(counts.map(({ tier, active }) => [tier, active]))
  const active = counts.reduce((sum, one) => sum + one.active, 0)
  const revoked = counts.reduce((sum, one) => sum + one.revoked, 0)
  return { total: active + revoked, active, revoked, tiers: { free: 0, pro: 0, enterprise: 0, ...tiers } }
}
