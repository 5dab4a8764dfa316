import { rollUp } from '../database/upkeep.ts'
import type { Deps } from '../deps.ts'
import { type ActivityName, deleteSeconds, hasActivity, insertActivity, rollUpHours } from './store.ts'

type ProcessCounts = Partial<Record<ActivityName, number>>

/**
 * Adds what this process counted since the last run, so that operators see the figures of all replicas. A failed run's
 * counts are added by the next one.
 */
export function createProcessCounts(deps: Deps): () => Promise<void> {
  let noted: ProcessCounts = {}
  return async () => {
    const counted = await readCounts(deps.metrics)
    await insertActivity(deps.db, { at: deps.clock.now(), amounts: subtract(counted, noted) })
    noted = counted
  }
}

async function readCounts({ serverErrors, limited, deliveryAttempts }: Deps['metrics']): Promise<ProcessCounts> {
  const [errors, refusals, attempts] = await Promise.all([serverErrors.get(), limited.get(), deliveryAttempts.get()])
  return {
    'response.error': sum(errors.values),
    'response.limited': sum(refusals.values),
    'delivery.success': sum(attempts.values.filter(isSuccess)),
    'delivery.failure': sum(attempts.values.filter((one) => !isSuccess(one))),
  }
}

const isSuccess = ({ labels }: { labels: { outcome?: string | number } }) => labels.outcome === 'delivered'

const sum = (values: { value: number }[]): number => values.reduce((total, { value }) => total + value, 0)

const subtract = (counted: ProcessCounts, noted: ProcessCounts): ProcessCounts =>
  Object.fromEntries(
    (Object.keys(counted) as ActivityName[]).map((name) => [name, (counted[name] ?? 0) - (noted[name] ?? 0)]),
  )

/** A day longer than the longest window. */
const retentionMs = 8 * 24 * 3600 * 1000

const toKeptSince = ({ clock }: Deps) => new Date(clock.now().getTime() - retentionMs)

export const rollUpActivity = (deps: Deps): Promise<void> =>
  rollUp(deps.db, {
    lock: 'activity_hours',
    tables: ['activity'],
    isDue: hasActivity,
    addUp: (tx, limit) => rollUpHours(tx, { keptSince: toKeptSince(deps), limit }),
  })

/** May read everything, because the embedded database has no statistics to plan by. */
export const pruneActivity = (deps: Deps, signal: AbortSignal): Promise<number> =>
  deleteSeconds(deps.db, toKeptSince(deps), signal)
