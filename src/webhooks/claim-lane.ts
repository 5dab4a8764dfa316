import type { Deps } from '../deps.ts'
import { type ClaimedDelivery, claimDeliveries } from './queue-store.ts'
import type { LaneName, Run } from './run.ts'
import type { Job, Sender } from './sender.ts'

export interface ClaimDeps extends Pick<Deps, 'db' | 'random' | 'metrics'> {
  now: () => Date
}

/** A dispatcher that dies gives its deliveries free after this (D42). */
const leaseMs = 60_000
const mostAtOnce = 256
/** With many at work, a small share for each makes the round short. */
const shares = { few: 64, many: 16 }

/** Takes what is due in one lane, as much as there is room for, and gives it to the sender. False: there was nothing. */
export async function claimLane(deps: ClaimDeps, sender: Sender, run: Run, lane: LaneName): Promise<boolean> {
  const isRetry = lane === 'retries'
  const limit = Math.min(mostAtOnce, run.rowsLeft, sender.room(isRetry))
  if (limit <= 0) return false
  const before = run.before[lane]
  run.mayHaveMore[lane] = false // a notification that comes meanwhile says otherwise
  const now = deps.now()
  const claimedAtMs = performance.now()
  const deliveries = await claimDeliveries(deps.db, {
    claim: deps.random.uuid(),
    isRetry,
    now,
    until: new Date(now.getTime() + leaseMs),
    except: sender.full(isRetry),
    before,
    perSubscription: isRetry || sender.busy() > 8 ? shares.many : shares.few,
    limit,
  })
  const isWorthAnother = deliveries.length > 0 || before !== null
  if (isWorthAnother) run.mayHaveMore[lane] = true
  run.before[lane] = deliveries.length === limit ? lastOf(deliveries) : null
  run.rowsLeft -= deliveries.length
  run.outstanding += deliveries.length
  run.tally.claimed += deliveries.length
  for (const { isRetry, dueAt } of deliveries)
    if (!isRetry)
      deps.metrics.sendLateness.observe({ queue: 'webhooks' }, Math.max(0, now.getTime() - dueAt.getTime()) / 1000)
  sender.add(deliveries.map((delivery) => jobOf(run, delivery, claimedAtMs + leaseMs)))
  return isWorthAnother
}

/** Subscriptions are gone through from the last to the first. */
const lastOf = (deliveries: ClaimedDelivery[]): string | null =>
  deliveries.map(({ subscriptionId }) => subscriptionId).toSorted()[0] ?? null

const tallied = { delivered: 'delivered', failed: 'failed', pending: 'retried', deferred: 'deferred' } as const

function jobOf(run: Run, delivery: ClaimedDelivery, claimedUntilMs: number): Job {
  const { subscriptionId, isRetry } = delivery
  const ended: Job['ended'] = (state) => {
    run.tally[tallied[state]]++
    run.outstanding--
    if (run.outstanding === 0) run.bell.ring()
  }
  return { subscriptionId, isRetry, delivery, claimedUntilMs, run, stopped: run.cut, ended }
}
