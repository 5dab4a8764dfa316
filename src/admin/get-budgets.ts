import { sumActivity } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import { readDailyBudgets } from '../health/budgets.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { nextMidnight, startOfDay } from '../platform/utc-day.ts'
import { toModelCost } from './activity-totals.ts'
import { AdminBudgets, type Budget, type BudgetName } from '../../contract/schemas/operations.ts'

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
