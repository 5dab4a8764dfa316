import {
  type ActivityWindow,
  AdminAnalytics,
  AdminStats,
  type EnrollmentTotals,
  type ScoreTotals,
} from '../../contract/schemas/admin.ts'
import {
  type ActivityHour,
  AdminBudgets,
  AdminHours,
  type Budget,
  type BudgetName,
} from '../../contract/schemas/operations.ts'
import { hourMs } from '../../contract/time.ts'
import { type ActivityName, listActivityHours, sumActivity, type Sums } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import { countKeys, type TierCount } from '../keys/store.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { nextMidnight, startOfDay } from '../platform/time.ts'
import { readDailyBudgets } from './budget-use.ts'

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

const shownHours = 24

export function getHoursRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getAdminHours',
    summary: 'Fetch scores, errors, model usage and deliveries by the hour',
    tags: ['admin'],
    response: { 200: response(AdminHours, 'The last 24 hours'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/hours', { schema }, () => getHours(deps))
}

async function getHours({ config, db, clock }: Deps): Promise<AdminHours> {
  const now = clock.now()
  const last = Math.floor(now.getTime() / hourMs)
  const hours = Array.from({ length: shownHours }, (_, index) => new Date((last - shownHours + 1 + index) * hourMs))
  const rows = await listActivityHours(db, hours[0] ?? now)
  const amounts = new Map(rows.map(({ name, hour, amount }) => [`${name} ${hour.getTime()}`, amount]))
  return {
    hours: hours.map((hour) =>
      toHour(config, hour, (...names) =>
        names.reduce((sum, name) => sum + (amounts.get(`${name} ${hour.getTime()}`) ?? 0), 0),
      ),
    ),
    asOf: now.toISOString(),
  }
}

function toHour(config: Deps['config'], hour: Date, sum: (...names: ActivityName[]) => number): ActivityHour {
  const [inputTokens, outputTokens] = [sum('model.input-token'), sum('model.output-token')]
  const savedTokens = sum('model.saved-token')
  return {
    hour: hour.toISOString(),
    scores: sum('score.green', 'score.amber', 'score.red', 'score.preliminary'),
    errors: sum('response.error'),
    limited: sum('response.limited'),
    modelTokens: inputTokens + outputTokens,
    modelCost: toModelCost(config, { inputTokens, outputTokens, savedTokens }),
    delivered: sum('delivery.success'),
    failed: sum('delivery.failure'),
  }
}

export function getBudgetsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getAdminBudgets',
    summary: 'Fetch the usage of the daily budgets',
    tags: ['admin'],
    response: { 200: response(AdminBudgets, 'The budgets'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/budgets', { schema }, () => getBudgets(deps))
}

async function getBudgets(deps: Deps): Promise<AdminBudgets> {
  const { config, db, clock } = deps
  const now = clock.now()
  const day = startOfDay(now)
  const [sums, read] = await Promise.all([sumActivity(db, { day, week: day }), readDailyBudgets(deps)])
  const find = (name: BudgetName) => read.find((budget) => budget.name === name)
  const counted = {
    inputTokens: sums['model.input-token'].day,
    outputTokens: sums['model.output-token'].day,
    savedTokens: sums['model.saved-token'].day,
  }
  const tokens = find('model_tokens')?.used ?? counted.inputTokens + counted.outputTokens
  const gas = find('gas')
  const scored = sums['score.green'].day + sums['score.amber'].day + sums['score.red'].day
  const all = scored + sums['score.preliminary'].day
  return {
    budgets: [
      {
        ...toBudget('model_tokens', { used: tokens, limit: config.modelDailyBudgetTokens }),
        cost: toModelCost(config, counted),
      },
      // The quota also counts scorings that called the model and failed.
      toBudget('scores', { used: find('scores')?.used ?? all, limit: config.scoreDailyTotal }),
      toBudget('stored_bytes', { used: find('stored_bytes')?.used ?? 0, limit: config.storeDailyBytes }),
      ...(gas ? [toBudget('gas', gas)] : []),
    ],
    resetsAt: nextMidnight(now).toISOString(),
    asOf: now.toISOString(),
  }
}

const toBudget = (name: BudgetName, { used, limit }: Pick<Budget, 'used' | 'limit'>): Budget => ({
  name,
  used: Math.max(0, Math.round(used)),
  limit,
  cost: null,
})

type Span = keyof Sums['rescore']

function toScoreTotals(sums: Sums, span: Span): ScoreTotals {
  const bands = toBands(sums, span, 'score')
  const final = bands.green + bands.amber + bands.red
  const preliminary = sums['score.preliminary'][span]
  return { total: final + preliminary, final, preliminary, rescores: sums.rescore[span], bands }
}

function toEnrollmentTotals(sums: Sums, span: Span): EnrollmentTotals {
  const bands = toBands(sums, span, 'enrollment')
  return { total: bands.green + bands.amber + bands.red, bands }
}

function toActivityWindow(
  config: PriceConfig,
  { sums, span, since }: { sums: Sums; span: Span; since: Date | null },
): ActivityWindow {
  const scores = toScoreTotals(sums, span)
  const [enrolled, attested] = [sums.enrolled[span], sums.attested[span]]
  return {
    since: since?.toISOString() ?? null,
    scores,
    enrollments: toEnrollmentTotals(sums, span),
    attestations: { published: sums.attestation[span] },
    conversion: {
      scores: scores.final,
      enrolled,
      attested,
      enrolledShare: toShare(enrolled, scores.final),
      attestedShare: toShare(attested, scores.final),
    },
    model: toModelUse(config, { sums, span, scores: scores.total }),
  }
}

function toModelUse(config: PriceConfig, { sums, span, scores }: { sums: Sums; span: Span; scores: number }) {
  const inputTokens = sums['model.input-token'][span]
  const outputTokens = sums['model.output-token'][span]
  const cachedTokens = sums['model.cached-token'][span]
  const cost = toModelCost(config, { inputTokens, outputTokens, savedTokens: sums['model.saved-token'][span] })
  return {
    calls: sums['model.call'][span],
    inputTokens,
    outputTokens,
    cachedTokens,
    cachedShare: toShare(cachedTokens, inputTokens),
    tokensPerScore: scores === 0 ? null : Math.round((inputTokens + outputTokens) / scores),
    cost,
    costPerScore: cost === null || scores === 0 ? null : cost / scores,
  }
}

const toBands = (sums: Sums, span: Span, what: 'score' | 'enrollment') => ({
  green: sums[`${what}.green`][span],
  amber: sums[`${what}.amber`][span],
  red: sums[`${what}.red`][span],
})

const toShare = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000)

type PriceConfig = Pick<Deps['config'], 'modelPrice'>

interface PricedTokens {
  inputTokens: number
  outputTokens: number
  savedTokens: number
}

/** Prices are per million tokens; null unless both are set. */
function toModelCost(
  { modelPrice }: PriceConfig,
  { inputTokens, outputTokens, savedTokens }: PricedTokens,
): number | null {
  if (modelPrice === null) return null
  return ((inputTokens - savedTokens) * modelPrice.input + outputTokens * modelPrice.output) / 1e6
}
