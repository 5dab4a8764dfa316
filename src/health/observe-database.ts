import { countPaused } from '../delivery/queue-store.ts'
import { getOldestAgeSeconds } from '../database/queue-depth.ts'
import type { Deps } from '../deps.ts'
import { observe } from '../platform/metrics.ts'
import { succeedsWithin } from '../platform/resilience/succeeds-within.ts'
import { readDailyBudgets } from './budgets.ts'
import { queues } from './queues.ts'

/** By label values in JSON; `[]` for a gauge without labels. */
type Values = Map<string, number>
type GaugeName = keyof typeof gauges
type Snapshot = Record<GaugeName, Values>

const gauges = {
  queueAge: {
    name: 'launchscore_queue_oldest_age_seconds',
    help: 'How long the oldest entry of a queue has been due; 0 when none is',
    labels: ['queue'],
  },
  queueDue: {
    name: 'launchscore_queue_due',
    help: 'Entries of a queue that are due, counted up to 10000',
    labels: ['queue'],
  },
  pausedSubscriptions: {
    name: 'launchscore_webhook_subscriptions_paused',
    help: 'Subscriptions whose retries are paused after a 5xx response, counted up to 10000',
    labels: [],
  },
  pausedDeliveries: {
    name: 'launchscore_webhook_deliveries_paused',
    help: 'Deliveries that wait for the end of such a pause, counted up to 10000',
    labels: [],
  },
  tokens: {
    name: 'launchscore_model_budget_used_tokens',
    help: 'Tokens that all replicas have used in this UTC day; only with MODEL_DAILY_BUDGET_TOKENS',
    labels: [],
  },
  gas: {
    name: 'launchscore_attestation_gas_used',
    help: 'Gas that attestations of all replicas have used or reserved in this UTC day; only with an attester',
    labels: [],
  },
  budgetUsed: {
    name: 'launchscore_budget_used',
    help: 'What all replicas have used of a daily budget in this UTC day. share: all callers, or only those without a key',
    labels: ['budget', 'share'],
  },
  budgetLimit: {
    name: 'launchscore_budget_limit',
    help: 'What a UTC day may use of a daily budget. share: all callers, or those without a key, who have half',
    labels: ['budget', 'share'],
  },
  budgetLimited: {
    name: 'launchscore_budget_limited',
    help: '1 while a daily budget is used up for the next caller without a key',
    labels: ['budget'],
  },
} as const

/**
 * Gauges that are read from the database. Readings are bounded, and concurrent scrapes share one. Values that don't
 * arrive in time are left out.
 */
export function observeDatabase(deps: Deps): void {
  let reading: Promise<Snapshot> | undefined
  const readShared = (): Promise<Snapshot> => (reading ??= read(deps).finally(() => (reading = undefined)))
  for (const key of Object.keys(gauges) as GaugeName[]) {
    const { name, help, labels } = gauges[key]
    observe(deps.metrics, {
      name,
      help,
      labelNames: labels as readonly string[] as string[],
      collect: async (set) => {
        for (const [values, reading] of (await readShared())[key]) {
          const named = JSON.parse(values) as string[]
          set(Object.fromEntries(labels.map((label, at) => [label, named[at] ?? ''])), reading)
        }
      },
    })
  }
}

async function read(deps: Deps): Promise<Snapshot> {
  const { db, clock } = deps
  const now = clock.now()
  const snapshot = Object.fromEntries(Object.keys(gauges).map((key) => [key, new Map()])) as Snapshot
  const set = (key: GaugeName, values: string[], reading: number) => snapshot[key].set(JSON.stringify(values), reading)
  const readings = [
    ...Object.entries(queues).map(async ([queue, getDepth]) => {
      const depth = await getDepth(db, now)
      set('queueAge', [queue], getOldestAgeSeconds(depth, now))
      set('queueDue', [queue], depth.due)
    }),
    countPaused(db, now).then(({ subscriptions, deliveries }) => {
      set('pausedSubscriptions', [], subscriptions)
      set('pausedDeliveries', [], deliveries)
    }),
    readDailyBudgets(deps).then((budgets) => {
      for (const { name, used, limit, anonymous, isLimited } of budgets) {
        set('budgetUsed', [name, 'all'], used)
        set('budgetUsed', [name, 'anonymous'], anonymous.used)
        set('budgetLimit', [name, 'all'], limit)
        set('budgetLimit', [name, 'anonymous'], anonymous.limit)
        set('budgetLimited', [name], isLimited ? 1 : 0)
        if (name === 'model_tokens') set('tokens', [], used)
        if (name === 'gas') set('gas', [], used)
      }
    }),
  ]
  await Promise.all(readings.map((one) => succeedsWithin(one, deps.config.healthTimeoutMs)))
  return snapshot
}
