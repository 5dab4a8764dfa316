import { sumDayGas } from '../attestation/gas-store.ts'
import type { Deps } from '../deps.ts'
import { findTokensSpent } from '../judge/store.ts'
import { startOfDay, toDay } from '../platform/utc-day.ts'

type BudgetDeps = Pick<Deps, 'config' | 'db' | 'attester'>

/** The tokens of the model that all replicas have used in the UTC day; null without MODEL_DAILY_BUDGET_TOKENS. */
export const readTokensUsed = async ({ config, db }: BudgetDeps, now: Date): Promise<number | null> =>
  config.modelDailyBudgetTokens === null ? null : findTokensSpent(db, toDay(now))

/** The gas that attestations of all replicas have used or reserved in the UTC day; null without an attester. */
export const readGasUsed = async ({ attester, db }: BudgetDeps, now: Date): Promise<number | null> =>
  attester === null ? null : Number(await sumDayGas(db, startOfDay(now)))
