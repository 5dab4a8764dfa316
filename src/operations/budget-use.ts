import { type BudgetName as CountedBudget, findExceeded, halfOf, networkParts } from '../activity/budgets.ts'
import { sumDayGas } from '../attestation/gas-store.ts'
import { typicalGas } from '../attestation/gas.ts'
import type { Deps } from '../deps.ts'
import { succeedsWithin } from '../platform/resilience/timeouts.ts'
import { startOfDay } from '../platform/time.ts'

type BudgetName = CountedBudget | 'gas'

interface DailyBudget {
  name: BudgetName
  limit: number
  used: number
  /** The part that is open to anonymous callers. */
  anonymous: { limit: number; used: number }
  isLimited: boolean
}

export async function readDailyBudgets(deps: Deps): Promise<DailyBudget[]> {
  const [counted, gas] = await Promise.all([deps.budgets.read(), readGas(deps)])
  return [...counted, ...gas]
}

async function readGas({ attester, db, config, clock }: Deps): Promise<DailyBudget[]> {
  if (attester === null) return []
  const { total, unenrolled } = await sumDayGas(db, startOfDay(clock.now()))
  const [limit, used, byStrangers] = [config.chainDailyGas, Number(total), Number(unenrolled)]
  const pool = halfOf(limit)
  const newcomer = { amount: Number(typicalGas), pools: [pool, limit], payerParts: networkParts }
  const taken = { ofPools: [byStrangers, used], ofPayer: 0, ofSite: 0, ofCreator: 0 }
  const isLimited = findExceeded(newcomer, taken) !== null
  return [{ name: 'gas', limit, used, anonymous: { limit: pool, used: byStrangers }, isLimited }]
}

/** Probes come often, and summing the gas reads many rows. */
const keptMs = 1000

export function createBudgetCheck(deps: Deps) {
  let reading: Promise<Record<string, 'ok' | 'limited'> | undefined> | undefined
  let until = -Infinity
  const read = async () => {
    let states: Record<string, 'ok' | 'limited'> | undefined
    await succeedsWithin(
      readDailyBudgets(deps).then((budgets) => {
        states = Object.fromEntries(budgets.map(({ name, isLimited }) => [name, isLimited ? 'limited' : 'ok']))
      }),
      deps.config.healthTimeoutMs,
    )
    return states
  }
  return () => {
    const now = performance.now()
    if (reading === undefined || now >= until) {
      until = now + keptMs
      reading = read()
    }
    return reading
  }
}
