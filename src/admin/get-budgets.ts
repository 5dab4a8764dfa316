import { sumActivity } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import { readGasUsed, readTokensUsed } from '../health/budgets.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { nextMidnight, startOfDay } from '../platform/utc-day.ts'
import { readBytesStored, readScoresTaken } from '../scoring/admission/day-totals.ts'
import { toModelCost } from './activity-totals.ts'
import { AdminBudgets, type Budget, type BudgetName } from './operation-schemas.ts'

type BudgetDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'attester'>

/** GET /v1/admin/budgets: what the UTC day has used of each daily budget. */
export function getBudgetsRoute(app: App, deps: BudgetDeps) {
  const schema = {
    operationId: 'getAdminBudgets',
    summary: 'Fetch the usage of the daily budgets',
    tags: ['admin'],
    response: { 200: response(AdminBudgets, 'The budgets'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/budgets', { schema }, () => getBudgets(deps))
}

async function getBudgets(deps: BudgetDeps): Promise<AdminBudgets> {
  const { config, db, clock } = deps
  const now = clock.now()
  const day = startOfDay(now)
  const [sums, tokens, scores, bytes, gas] = await Promise.all([
    sumActivity(db, { day, week: day }),
    readTokensUsed(deps, now),
    readScoresTaken(db, now),
    readBytesStored(db, now),
    readGasUsed(deps, now),
  ])
  const counted = {
    inputTokens: sums['model.input-token'].day,
    outputTokens: sums['model.output-token'].day,
    savedTokens: sums['model.saved-token'].day,
  }
  const model = { used: tokens ?? counted.inputTokens + counted.outputTokens, limit: config.modelDailyBudgetTokens }
  const scored = sums['score.green'].day + sums['score.amber'].day + sums['score.red'].day
  const all = scored + sums['score.preliminary'].day
  return {
    budgets: [
      { ...toBudget('model_tokens', model), cost: toModelCost(config, counted) },
      // the quota counts a scoring that called the model and failed, too
      toBudget('scores', { used: config.scoreDailyTotal === null ? all : scores, limit: config.scoreDailyTotal }),
      toBudget('stored_bytes', { used: bytes, limit: config.storeDailyBytes }),
      ...(gas === null ? [] : [toBudget('gas', { used: gas, limit: config.chainDailyGas })]),
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
