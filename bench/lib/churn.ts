import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { rollUpActivity } from '../../src/activity/roll-up.ts'
import { activityNames, insertActivity } from '../../src/activity/store.ts'
import type { Db } from '../../src/database/db.ts'
import { isLockTimeout } from '../../src/database/partitions.ts'
import { makeAllPartitions } from '../../src/main/jobs.ts'
import { toUuidV7 } from '../../src/platform/random.ts'
import {
  claimDeliveries,
  type ClaimedDelivery,
  type DeliveryOutcome,
  recordOutcomes,
} from '../../src/webhooks/delivery-queue-store.ts'
import { vacuumQueue } from '../../src/webhooks/dispatch-deliveries.ts'
import { insertEvent } from '../../src/webhooks/event-store.ts'
import { toEnvelope } from '../../src/webhooks/outbox.ts'
import { pruneDeliveries } from '../../src/webhooks/retention.ts'
import { makeDeps } from '../../test/world/deps.ts'

const eventsAtOnce = 40
const hourMs = 3_600_000
/** How often the service vacuums its queue and adds up its activity, by the machine's clock. */
const attendEveryMs = 5000
/** Longer than the clock moves, or a worker would end deliveries that the other one holds. */
const leaseMs = 365 * 24 * hourMs
/** A row for each counter. */
const amounts = Object.fromEntries(activityNames.map((name) => [name, 1]))
/** Of a hundred deliveries, how many are retried once, and how many fail for good. */
const [retriedOf100, failedOf100] = [2, 1]

export interface ChurnOptions {
  db: Db
  /** The same database, for the jobs that keep the tables small. */
  upkeep: Db
  /** The deliveries to end. */
  total: number
  /** The time that passes while they are. */
  days: number
  /** How many work at once. */
  workers: number
  /** Called at each of so many equal parts of the time. */
  samples: number
  onSample: (n: number) => Promise<void>
}

/** Pushes deliveries through the tables as the service does, without HTTP, and runs its jobs by a clock that moves with them. */
export class Churn {
  readonly #options: ChurnOptions
  readonly #start = Date.now()
  events = 0
  ended = 0
  #nextJobs = 0
  #nextSample = 1

  constructor(options: ChurnOptions) {
    this.#options = options
  }

  #now = (): Date => {
    const { total, days } = this.#options
    return new Date(this.#start + Math.floor((this.ended / total) * days * 24 * hourMs))
  }

  async run(): Promise<void> {
    await this.#runJobs()
    const over = new AbortController()
    const attending = this.#keepSmall(over.signal)
    try {
      await Promise.all(Array.from({ length: this.#options.workers }, (_, worker) => this.#work(worker === 0)))
    } finally {
      over.abort()
      await attending
    }
    while ((await this.#end(true)) + (await this.#end(false)) > 0);
  }

  async #keepSmall(over: AbortSignal): Promise<void> {
    const deps = makeDeps({ db: this.#options.upkeep, clock: { now: this.#now } })
    while (!over.aborted) {
      await Promise.all([vacuumQueue(deps), rollUpActivity(deps)])
      await pause(attendEveryMs, undefined, { signal: over }).catch(() => {}) // aborted
    }
  }

  /** The first worker runs the jobs too. */
  async #work(isFirst: boolean): Promise<void> {
    while (this.ended < this.#options.total) {
      await this.#storeEvents()
      // Twice, because a claim takes from the last subscriptions first and would leave a rest; not more, because the
      // other worker stores as fast as this one ends.
      for (let n = 0; n < 2; n += 1) await this.#end(false)
      await this.#end(true)
      if (isFirst) await this.#attend()
    }
  }

  async #attend(): Promise<void> {
    const { samples, onSample, total } = this.#options
    if (this.#now().getTime() >= this.#nextJobs) await this.#runJobs()
    while (this.#nextSample <= samples && this.ended >= (total / samples) * this.#nextSample) {
      await onSample(this.#nextSample)
      this.#nextSample += 1
    }
  }

  async #runJobs(): Promise<void> {
    const deps = makeDeps({ db: this.#options.db, clock: { now: this.#now } })
    try {
      await makeAllPartitions(deps)
      await pruneDeliveries(deps, new AbortController().signal)
      this.#nextJobs = this.#now().getTime() + 4 * hourMs
    } catch (error) {
      if (!isLockTimeout(error)) throw error // and tries again at once, as the service does at its next run
    }
  }

  #storeEvents(): Promise<void> {
    this.events += eventsAtOnce
    const clock = { now: this.#now }
    const random = { uuid: () => toUuidV7(clock.now().getTime(), randomUUID()), hex: () => '' }
    return this.#options.db.transaction().execute(async (tx) => {
      for (let n = 0; n < eventsAtOnce; n += 1) {
        const data = { scoreId: random.uuid(), aggregate: 71.25, band: 'green', hasStubs: false, contractAddress: null }
        const envelope = toEnvelope({ clock, random }, 'score.created', { ...data, createdAt: clock.now() })
        await insertEvent(tx, { ...envelope, scoreId: null, audienceId: null })
        await insertActivity(tx, { at: clock.now(), amounts })
      }
    })
  }

  /** Claims what is due and records an outcome of each. */
  async #end(isRetry: boolean): Promise<number> {
    const { db } = this.#options
    const now = this.#now()
    const limit = 4000
    const request = {
      claim: randomUUID(),
      isRetry,
      now,
      until: new Date(now.getTime() + leaseMs),
      except: { subscriptions: [], owners: [] },
      before: null,
      quick: [],
      perSubscription: { quick: limit, other: limit },
    }
    const claimed = await claimDeliveries(db, { ...request, limit })
    if (claimed.length === 0) return 0
    const outcomes = claimed.map((delivery) => toOutcome(delivery, now))
    await recordOutcomes(db, outcomes, now)
    this.ended += outcomes.filter(({ state }) => state !== 'pending').length
    return claimed.length
  }
}

function toOutcome({ subscriptionId, id, claim, isRetry }: ClaimedDelivery, now: Date): DeliveryOutcome {
  const state = isRetry ? 'delivered' : pickState(Number.parseInt(id.slice(-4), 16) % 100)
  const attempt = {
    startedAt: now.toISOString(),
    durationMs: 12,
    ...answers[state],
    answer: null,
  } as const
  const dueAt = state === 'pending' ? new Date(now.getTime() + 60_000) : null
  return {
    subscriptionId,
    id,
    claim,
    state,
    dueAt,
    attempts: [attempt],
    isRetry,
    since: now,
    pausedUntil: null,
    hasFailed: state !== 'delivered',
  }
}

function pickState(chance: number): keyof typeof answers {
  if (chance < retriedOf100) return 'pending'
  return chance < retriedOf100 + failedOf100 ? 'failed' : 'delivered'
}

const answers = {
  delivered: { status: 200, error: null },
  failed: { status: 400, error: 'http_4xx' },
  pending: { status: null, error: 'timeout' },
} as const

export interface Sizes {
  table: string
  tableMb: number
  indexMb: number
  partitions: number
}

/** The sizes of the tables that deliveries and activity pass through, with all partitions. */
export async function readSizes(db: Db): Promise<Sizes[]> {
  const { rows } = await sql<Sizes>`
    select name as table, sum(pg_table_size(leaf.relid)) / 1048576::float8 as "tableMb",
      sum(pg_indexes_size(leaf.relid)) / 1048576::float8 as "indexMb", count(*)::int as partitions
    from unnest(array['outbox', 'deliveries', 'delivery_log', 'activity']) as name
      cross join lateral (
        select relid from pg_partition_tree(name::regclass) where isleaf
        union all select oid from pg_class where oid = name::regclass and relkind = 'r') as leaf
    group by name order by name`.execute(db)
  return rows
}
