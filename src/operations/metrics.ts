import { getAttestationQueueDepth } from '../attestation/job-store.ts'
import { getLagSeconds, listReaders } from '../creators/reader-store.ts'
import type { OpenDb } from '../database/server-db.ts'
import { getOldestAgeSeconds, type Queues } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import { consumeFailure, refuseGuesses } from '../keys/guard.ts'
import { getSlotQueueDepth } from '../launches/schedule-store.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { bearerMatcher } from '../platform/http/headers.ts'
import { errorResponses, textResponse } from '../platform/http/schema.ts'
import { type Metrics, observe, writeMetrics } from '../platform/metrics.ts'
import { readRelease, type Release } from '../platform/release.ts'
import { succeedsWithin } from '../platform/resilience/timeouts.ts'
import { countPaused, getDeliveryQueueDepth } from '../webhooks/delivery-queue-store.ts'
import { readDailyBudgets } from './budget-use.ts'
import { getAttesterStatus } from './health.ts'

export function getMetricsRoute(app: App, deps: Deps) {
  const { registry } = deps.metrics
  const { token } = deps.config.metrics
  const mayRead = token === null ? () => true : bearerMatcher(token)
  observeState(deps)
  observeDatabase(deps)
  const schema = {
    operationId: 'getMetrics',
    summary: 'Metrics for Prometheus',
    tags: ['operation'],
    response: { 200: textResponse('text/plain', 'Prometheus text format'), ...errorResponses(401, 404) },
  }
  app.get('/metrics', { schema }, async (request, reply) => {
    if (token !== null) await refuseGuesses(deps, request, reply)
    if (!mayRead(request.headers.authorization)) {
      reply.header('www-authenticate', 'Bearer')
      await consumeFailure(deps, request, reply)
      throw new ApiError('unauthorized', 'Send Authorization: Bearer <METRICS_TOKEN>.')
    }
    reply.type(registry.contentType)
    return writeMetrics(deps.metrics, (await deps.scorer?.readMetrics()) ?? [])
  })
}

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
  launchLag: {
    name: 'launchscore_launch_index_lag_seconds',
    help: 'How far the index of launches is behind the newest settled block of a chain',
    labels: ['chain'],
  },
  launchUnnamed: {
    name: 'launchscore_launch_index_unnamed',
    help: 'Launches of a chain whose creator is still to be asked for, counted up to 10000',
    labels: ['chain'],
  },
  launchFailing: {
    name: 'launchscore_launch_index_failing',
    help: '1 while the last reading of a chain’s launches failed',
    labels: ['chain'],
  },
} as const

/**
 * Gauges that are read from the database. Readings are bounded, and concurrent scrapes share one. Values that don't
 * arrive in time are left out.
 */
function observeDatabase(deps: Deps): void {
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
    listReaders(db).then((readers) => {
      for (const reader of readers) {
        const chain = [String(reader.chainId)]
        const lag = getLagSeconds(reader)
        if (lag !== null) set('launchLag', chain, lag)
        set('launchUnnamed', chain, reader.unnamed)
        set('launchFailing', chain, reader.fault === null ? 0 : 1)
      }
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

function observeState(deps: Deps): void {
  observeRelease(deps)
  observeGuards(deps)
  observeAttester(deps)
  observeLimits(deps)
}

function observeRelease({ metrics }: Deps): void {
  let release: Promise<Release> | undefined
  observe(metrics, {
    name: 'launchscore_build_info',
    help: 'The version and the commit that run; always 1',
    labelNames: ['version', 'commit'],
    collect: async (set) => {
      const { version, commit } = await (release ??= readRelease())
      set({ version, commit: commit ?? 'unknown' }, 1)
    },
  })
}

function observeGuards({ metrics, ...deps }: Deps): void {
  const guards = [...deps.guards, ...deps.jobGuards]
  observe(metrics, {
    name: 'launchscore_breaker_state',
    help: 'State of a provider’s circuit breaker: 0 closed or limited, 1 half-open, 2 open',
    labelNames: ['provider'],
    collect: (set) => guards.forEach((guard) => set({ provider: guard.name }, stateNumbers[guard.state()])),
  })
  observe(metrics, {
    name: 'launchscore_provider_queue_depth',
    help: 'Calls that wait in a provider’s queue',
    labelNames: ['provider'],
    collect: (set) => guards.forEach((guard) => set({ provider: guard.name }, guard.waiting())),
  })
}

const stateNumbers = { closed: 0, limited: 0, 'half-open': 1, open: 2 }

function observeAttester(deps: Deps): void {
  const { metrics, attester } = deps
  if (!attester) return
  observe(metrics, {
    name: 'launchscore_attester_balance_wei',
    help: 'Balance of the attester at the last inspection; missing while it is unknown',
    labelNames: [],
    collect: (set) => {
      const balance = getAttesterStatus(deps)?.balanceWei ?? null
      if (balance !== null) set({}, Number(balance))
    },
  })
  observe(metrics, {
    name: 'launchscore_attester_state',
    help: '1 for the state that /ready reports of the attester',
    labelNames: ['state'],
    collect: (set) => set({ state: getAttesterStatus(deps)?.state ?? 'unchecked' }, 1),
  })
}

function observeLimits({ metrics, config, attester }: Deps): void {
  const { modelDailyBudgetTokens: budget, chainDailyGas } = config
  if (budget !== null)
    observe(metrics, {
      name: 'launchscore_model_budget_tokens',
      help: 'Tokens that all replicas may use in a UTC day (MODEL_DAILY_BUDGET_TOKENS)',
      labelNames: [],
      collect: (set) => set({}, budget),
    })
  if (attester)
    observe(metrics, {
      name: 'launchscore_attestation_gas_limit',
      help: 'Gas that attestations of all replicas may use in a UTC day (gas in TUNING)',
      labelNames: [],
      collect: (set) => set({}, chainDailyGas),
    })
}

export function observePools(metrics: Metrics, { pools = {} }: Pick<OpenDb<unknown>, 'pools'>): void {
  const listStates = () => Object.entries(pools).map(([pool, getState]) => ({ pool, ...getState() }))
  observe(metrics, {
    name: 'launchscore_database_connections',
    help: 'Open connections of a pool: busy or idle',
    labelNames: ['pool', 'state'],
    collect: (set) =>
      listStates().forEach(({ pool, open, idle }) => {
        set({ pool, state: 'busy' }, open - idle)
        set({ pool, state: 'idle' }, idle)
      }),
  })
  observe(metrics, {
    name: 'launchscore_database_connections_max',
    help: 'The maximum of open connections of a pool',
    labelNames: ['pool'],
    collect: (set) => listStates().forEach(({ pool, max }) => set({ pool }, max)),
  })
  observe(metrics, {
    name: 'launchscore_database_connections_waiting',
    help: 'Callers that wait for a connection of a pool',
    labelNames: ['pool'],
    collect: (set) => listStates().forEach(({ pool, waiting }) => set({ pool }, waiting)),
  })
}

export const queues: Queues = {
  attestations: getAttestationQueueDepth,
  notifications: getSlotQueueDepth,
  webhooks: getDeliveryQueueDepth,
}
