import { type Activity, insertActivity } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import type { Spending } from '../providers/model/model.ts'

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

export interface Spent extends Spending {
  calls: number
}

export async function countSpent(deps: Deps, spent: Spent): Promise<void> {
  noteSpent(deps, spent)
  await insertActivity(deps.db, toActivity(deps, spent))
}

/** Counts in the metrics only, not in the activity. */
export function noteSpent({ config, metrics }: Deps, spent: Spent): void {
  const { inputTokens, outputTokens, cachedTokens, savedTokens } = spent
  metrics.modelTokens.inc({ kind: 'input' }, inputTokens)
  metrics.modelTokens.inc({ kind: 'output' }, outputTokens)
  metrics.modelCachedTokens.inc(cachedTokens)
  if (config.modelPrice) {
    metrics.modelCost.inc({ kind: 'input' }, ((inputTokens - savedTokens) * config.modelPrice.input) / 1e6)
    metrics.modelCost.inc({ kind: 'output' }, (outputTokens * config.modelPrice.output) / 1e6)
  }
}

export const toActivity = ({ clock }: Deps, spent: Spent): Activity => ({
  at: clock.now(),
  amounts: {
    'model.call': spent.calls,
    'model.input-token': spent.inputTokens,
    'model.output-token': spent.outputTokens,
    'model.cached-token': spent.cachedTokens,
    'model.saved-token': spent.savedTokens,
  },
})
