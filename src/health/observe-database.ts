import { countPaused } from '../delivery/queue-store.ts'
import { type Queues, getOldestAgeSeconds } from '../database/queue-depth.ts'
import type { Deps } from '../deps.ts'
import { observe } from '../platform/metrics.ts'
import { succeedsWithin } from '../platform/resilience/succeeds-within.ts'
import { readGasUsed, readTokensUsed } from './budgets.ts'

type DatabaseDeps = Pick<Deps, 'config' | 'metrics' | 'db' | 'clock' | 'attester'> & { queues: Queues }

/** The values of one gauge by the value of its label; '' for a gauge without one. */
type Values = Map<string, number>
type GaugeName = keyof typeof gauges
type Snapshot = Record<GaugeName, Values>

const gauges = {
  queueAge: {
    name: 'launchscore_queue_oldest_age_seconds',
    help: 'How long the oldest entry of a queue has been due; 0 when none is',
    label: 'queue',
  },
  queueDue: {
    name: 'launchscore_queue_due',
    help: 'Entries of a queue that are due, counted up to 10000',
    label: 'queue',
  },
  pausedSubscriptions: {
    name: 'launchscore_webhook_subscriptions_paused',
    help: 'Subscriptions whose retries are paused after a 5xx response, counted up to 10000',
    label: null,
  },
  pausedDeliveries: {
    name: 'launchscore_webhook_deliveries_paused',
    help: 'Deliveries that wait for the end of such a pause, counted up to 10000',
    label: null,
  },
  tokens: {
    name: 'launchscore_model_budget_used_tokens',
    help: 'Tokens that all replicas have used in this UTC day; only with MODEL_DAILY_BUDGET_TOKENS',
    label: null,
  },
  gas: {
    name: 'launchscore_attestation_gas_used',
    help: 'Gas that attestations of all replicas have used or reserved in this UTC day; only with an attester',
    label: null,
  },
} as const

/**
 * Registers the gauges that are read from the database. Each reading is bounded, however much is stored, and concurrent scrapes
 * share one. What the database doesn't answer within 1 s is left out; the other metrics are still sent.
 */
export function observeDatabase(deps: DatabaseDeps): void {
  let reading: Promise<Snapshot> | undefined
  const readShared = (): Promise<Snapshot> => (reading ??= read(deps).finally(() => (reading = undefined)))
  for (const key of Object.keys(gauges) as GaugeName[]) {
    const { name, help, label } = gauges[key]
    observe(deps.metrics, {
      name,
      help,
      labelNames: label === null ? [] : [label],
      collect: async (set) => {
        for (const [value, reading] of (await readShared())[key])
          set(label === null ? ({} as Record<string, string>) : { [label]: value }, reading)
      },
    })
  }
}

async function read(deps: DatabaseDeps): Promise<Snapshot> {
  const { db, clock, queues } = deps
  const now = clock.now()
  const snapshot: Snapshot = {
    queueAge: new Map(),
    queueDue: new Map(),
    pausedSubscriptions: new Map(),
    pausedDeliveries: new Map(),
    tokens: new Map(),
    gas: new Map(),
  }
  const readings = [
    ...Object.entries(queues).map(async ([queue, getDepth]) => {
      const depth = await getDepth(db, now)
      snapshot.queueAge.set(queue, getOldestAgeSeconds(depth, now))
      snapshot.queueDue.set(queue, depth.due)
    }),
    countPaused(db, now).then(({ subscriptions, deliveries }) => {
      snapshot.pausedSubscriptions.set('', subscriptions)
      snapshot.pausedDeliveries.set('', deliveries)
    }),
    readTokensUsed(deps, now).then((tokens) => {
      if (tokens !== null) snapshot.tokens.set('', tokens)
    }),
    readGasUsed(deps, now).then((gas) => {
      if (gas !== null) snapshot.gas.set('', gas)
    }),
  ]
  await Promise.all(readings.map((one) => succeedsWithin(one, 1000)))
  return snapshot
}
