import { type Activity, insertActivity } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { nextMidnight, toDay } from '../platform/utc-day.ts'
import type { Spending } from '../providers/model/model.ts'
import { addTokensSpent, findTokensSpent } from './store.ts'

type SpendingDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'metrics'>

/** Adds up the calls, tokens and costs of a model’s responses. */
export function createSpending() {
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, savedTokens: 0 }
  const onSpent = ({ inputTokens, outputTokens, cachedTokens, savedTokens }: Spending) => {
    spent.calls += 1
    spent.inputTokens += inputTokens
    spent.outputTokens += outputTokens
    spent.cachedTokens += cachedTokens
    spent.savedTokens += savedTokens
  }
  return { spent, onSpent }
}

/** Calls in flight are not counted yet, so the last ones of a day may exceed the budget. */
export async function requireBudget({ db, clock, config }: SpendingDeps): Promise<void> {
  const budget = config.modelDailyBudgetTokens
  if (budget === null) return
  const now = clock.now()
  if ((await findTokensSpent(db, toDay(now))) < budget) return
  const retryAfterMs = nextMidnight(now).getTime() - now.getTime()
  throw new UpstreamError('model', 'open', 'The daily token budget of the model is spent', retryAfterMs)
}

export interface Spent extends Spending {
  calls: number
}

/** Counts what calls of the model cost. */
export async function countSpent(deps: SpendingDeps, spent: Spent): Promise<void> {
  await noteSpent(deps, spent)
  await insertActivity(deps.db, toActivity(deps, spent))
}

/**
 * Counts what calls of the model cost in the metrics and in the budget, but not in the activity. The budget's row is updated only
 * if there is a budget, because all judgements of a day update the same one.
 */
export async function noteSpent({ db, clock, config, metrics }: SpendingDeps, spent: Spent): Promise<void> {
  const { inputTokens, outputTokens, cachedTokens, savedTokens } = spent
  metrics.modelTokens.inc({ kind: 'input' }, inputTokens)
  metrics.modelTokens.inc({ kind: 'output' }, outputTokens)
  metrics.modelCachedTokens.inc(cachedTokens)
  if (config.modelPrice) {
    metrics.modelCost.inc({ kind: 'input' }, ((inputTokens - savedTokens) * config.modelPrice.input) / 1e6)
    metrics.modelCost.inc({ kind: 'output' }, (outputTokens * config.modelPrice.output) / 1e6)
  }
  const tokens = inputTokens + outputTokens
  if (config.modelDailyBudgetTokens !== null && tokens > 0) await addTokensSpent(db, toDay(clock.now()), tokens)
}

export const toActivity = ({ clock }: Pick<SpendingDeps, 'clock'>, spent: Spent): Activity => ({
  at: clock.now(),
  amounts: {
    'model.call': spent.calls,
    'model.input-token': spent.inputTokens,
    'model.output-token': spent.outputTokens,
    'model.cached-token': spent.cachedTokens,
    'model.saved-token': spent.savedTokens,
  },
})
