// The delivery worker sends webhook deliveries. It runs dispatch rounds: the round of the background job, and one for each
// POST /v1/webhooks/dispatch. All rounds of a process share the worker's limits. A round is always in one of these states:
//
// - `claiming`: it claims due deliveries in batches, as long as there are any and the worker has room for them.
// - `waiting`: it can claim nothing at the moment. A wakeup, the next poll or its deadline ends the wait.
// - `draining`: it claims nothing more. It waits for its deliveries to be recorded. When it was stopped or is past its
//   deadline, it first puts back those that no attempt has started for.
// - `ended`: it holds no delivery.
//
// Every delivery takes the same four steps: claim, schedule, attempt, record.
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { DatabaseError } from 'pg'
import { type Attempt, type DisabledGrounds, isOwnFault, type WebhookTick } from '../../contract/schemas/delivery.ts'
import type { NotificationListener } from '../database/listener.ts'
import type { SharedClock } from '../database/shared-clock.ts'
import type { Deps } from '../deps.ts'
import { maxEntries } from '../platform/caching.ts'
import { CannotOpen, type SecretBox } from '../platform/secret-box.ts'
import { attemptDelivery, type AttemptDeps, type AttemptResult } from './attempt.ts'
import {
  changedSubscriptions,
  claimDeliveries,
  type ClaimedDelivery,
  deliveryLeaseMs,
  type DeliveryOutcome,
  findNextDue,
  newDeliveries,
  onlyFirst,
  recordOutcomes,
} from './delivery-queue-store.ts'
import { type DispatchLimits, DispatchRound, type Scan, Wakeup, zeroCounts } from './dispatch-round.ts'
import { FairQueue, type Pace } from './fair-queue.ts'
import { type Circumstances, decideNextAttempt, getDisabledReason, getPauseEnd, type Result } from './retry-schedule.ts'

interface WorkerDeps extends Omit<AttemptDeps, 'decrypt' | 'now'>, Pick<Deps, 'db' | 'random' | 'metrics'> {
  secrets: SecretBox | null
  sharedClock: SharedClock
  /** Announces the deliveries that other replicas add, and changed subscriptions. */
  listener: NotificationListener
  /** Disables a subscription unless it has changed in the meantime. */
  disableSubscription: (id: string, grounds: DisabledGrounds) => Promise<void>
}

interface Claimed extends ClaimedDelivery {
  round: DispatchRound
  claimedAt: Date
  /** By `performance.now()`. */
  claimedMs: number
}

export const jobName = 'deliver-webhooks'

/** An attempt that starts later could outlast its lease: it may take two requests of ten seconds. */
const leaseMarginMs = 25_000
/**
 * How many deliveries of a subscription one claim takes: fewer when many subscriptions are active, and for a slow or
 * unknown one no more than can wait for its first permits.
 */
const perSubscription = { few: 64, many: 16, slow: 4 }
const manySubscriptions = 8
const maxWaiting = 1024
const maxInFlight = 512
const maxRetries = (maxInFlight * 3) / 4
/** A claim may exceed an owner's share by one batch. */
const maxBatch = { first: 256, retries: maxRetries / 4 }
const maxPerSubscription = 8
const quickMs = 2000
/** A changed subscription must affect its claimed deliveries within this time. */
const maxStaleMs = 1000

export class DeliveryWorker {
  readonly #deps: WorkerDeps & AttemptDeps
  readonly #queue = new FairQueue<Claimed>({ maxInFlight, maxPerSubscription, maxWaiting, maxRetries })
  readonly #recorder: Recorder
  readonly #rounds = new Set<DispatchRound>()
  readonly #wakeup = new Wakeup()
  readonly #unsubscribe: () => void
  readonly #held = new Map<string, Claimed>()
  #retries = 0

  constructor(deps: WorkerDeps) {
    const { secrets, sharedClock, listener } = deps
    this.#deps = { ...deps, now: sharedClock.now, decrypt: secrets ? cacheDecryptedSecrets(secrets) : refuse }
    this.#recorder = new Recorder(this.#deps)
    const onNews = (payload?: string) => {
      this.#wakeRounds({ onlyFirst: payload === onlyFirst })
      this.#wakeup.signal()
    }
    const withdraw = (changed?: string) =>
      this.#queue.withdraw(({ subscriptionId }) => changed === undefined || subscriptionId === changed)
    const unsubscribes = [
      listener.subscribe(newDeliveries, { onNotification: onNews, onGap: () => onNews() }),
      listener.subscribe(changedSubscriptions, { onNotification: withdraw, onGap: () => withdraw() }),
    ]
    this.#unsubscribe = () => unsubscribes.forEach((unsubscribe) => unsubscribe())
  }

  /** Sends due deliveries until none is left, within the limits, and counts the outcomes. */
  async dispatch(limits: DispatchLimits): Promise<WebhookTick> {
    if (!this.#deps.secrets) return { ...zeroCounts } // Another replica may have ENCRYPTION_KEY.
    const round = new DispatchRound(limits)
    this.#rounds.add(round)
    try {
      while (await this.#claimAll(round)) {
        round.enter('waiting')
        await round.wait()
        round.enter('claiming')
      }
    } finally {
      round.enter('draining')
      if (round.isOver()) this.#queue.withdraw((claimed) => claimed.round === round)
      await round.untilIdle()
      round.enter('ended')
      this.#rounds.delete(round)
    }
    return round.counts
  }

  async #claimAll(round: DispatchRound): Promise<boolean> {
    while (!round.isOver() && (await this.#claimBoth(round)));
    return !round.isOver() && !round.isDone()
  }

  async #claimBoth(round: DispatchRound): Promise<boolean> {
    await this.#reportAlive()
    round.poll()
    const hasFirst = round.first.mayHaveMore && (await this.#claim(round, round.first))
    return (round.retries.mayHaveMore && (await this.#claim(round, round.retries))) || hasFirst
  }

  async #claim(round: DispatchRound, scan: Scan): Promise<boolean> {
    const { isRetry } = scan
    const limit = Math.min(maxBatch[isRetry ? 'retries' : 'first'], round.budget, this.#getRoom(isRetry))
    if (limit <= 0) return false
    scan.start()
    const now = this.#deps.now()
    const claimedMs = performance.now()
    const deliveries = await claimDeliveries(this.#deps.db, {
      claim: this.#deps.random.uuid(),
      isRetry,
      now,
      until: new Date(now.getTime() + deliveryLeaseMs),
      except: this.#queue.listFull(isRetry),
      before: scan.before,
      quick: this.#queue.listQuick(),
      perSubscription: { quick: this.#getShare(isRetry), other: perSubscription.slow },
      limit,
    })
    for (const delivery of deliveries) void round.track(this.#add({ ...delivery, round, claimedAt: now, claimedMs }))
    return scan.end(deliveries, limit)
  }

  #getRoom(isRetry: boolean): number {
    return isRetry ? maxRetries - this.#retries : maxWaiting - this.#queue.waitingFirst()
  }

  #getShare(isRetry: boolean): number {
    const isMany = isRetry || this.#queue.countBusy() > manySubscriptions
    return isMany ? perSubscription.many : perSubscription.few
  }

  #add(claimed: Claimed): Promise<DeliveryOutcome['state']> {
    const held = this.#held.get(claimed.id)
    // A held delivery whose lease expired early because of clock skew must not be attempted twice at once.
    if (held) {
      held.claim = claimed.claim
      return Promise.resolve('deferred')
    }
    this.#held.set(claimed.id, claimed)
    return this.#deliver(claimed)
  }

  /** Never rejects. A delivery that can't be recorded keeps its claim, which counts as an attempt once it expires. */
  async #deliver(claimed: Claimed): Promise<DeliveryOutcome['state']> {
    const { id, isRetry, isProbe } = claimed
    if (isRetry) this.#retries++
    try {
      const state = await this.#takeTurn(claimed)
      this.#deps.metrics.sends.inc({ queue: 'webhooks', target: isRetry ? 'retry' : 'first', outcome: state })
      return state
    } catch (error) {
      const { name, message } = error as Error
      this.#deps.log.error({ deliveryId: id, fault: name, reason: message }, 'a delivery could not be handled')
      return 'deferred'
    } finally {
      this.#held.delete(id)
      if (isRetry) this.#retries--
      if (isProbe) this.#wakeRounds()
    }
  }

  async #takeTurn(claimed: Claimed): Promise<DeliveryOutcome['state']> {
    const lost = claimed.lostAt && toLostOutcome(claimed, { now: this.#deps.now(), getChance: this.#getChance })
    if (lost) return this.#record(claimed, lost)
    const turn = await this.#queue.enter(claimed)
    if (!turn) return this.#conclude(claimed, aborted)
    let result: AttemptResult = aborted
    try {
      if (turn.hasFreedRoom) this.#wakeRounds({ onlyFirst: !claimed.isRetry })
      result = await this.#attempt(claimed)
    } finally {
      this.#queue.leave(turn, toPace(result))
    }
    if (result.kind === 'attempted') this.#count(claimed, result.attempt)
    return this.#conclude(claimed, result)
  }

  #attempt(claimed: Claimed): Promise<AttemptResult> | AttemptResult {
    const { claimedMs, round } = claimed
    const waitedMs = performance.now() - claimedMs
    const isTooLate = waitedMs > deliveryLeaseMs - leaseMarginMs || (waitedMs > maxStaleMs && !this.#knowsChanges())
    return isTooLate ? aborted : attemptDelivery(this.#deps, claimed, round.aborts)
  }

  /** Whether notifications report changed subscriptions. Otherwise held deliveries have to be claimed again. */
  #knowsChanges(): boolean {
    return this.#deps.listener.currentUntil() >= performance.now() - maxStaleMs
  }

  async #conclude(claimed: Claimed, result: AttemptResult): Promise<DeliveryOutcome['state']> {
    const { subscriptionId, endpoint } = claimed
    const reason = this.#findDisabledReason(claimed, result)
    if (reason) await this.#disable(subscriptionId, { reason, endpoint })
    const outcome = toOutcome(claimed, result, { at: this.#deps.now(), getChance: this.#getChance })
    if (outcome.pausedUntil) this.#queue.withdraw((other) => other.isRetry && other.subscriptionId === subscriptionId)
    return this.#record(claimed, outcome)
  }

  async #record(claimed: Claimed, outcome: DeliveryOutcome): Promise<DeliveryOutcome['state']> {
    return (await this.#recorder.record(claimed, outcome)) ? outcome.state : 'deferred'
  }

  readonly #getChance = (): number => Number.parseInt(this.#deps.random.hex(4), 16) / 2 ** 32

  #findDisabledReason({ retryPolicy: policy, failingSince }: Claimed, result: AttemptResult) {
    if (result.kind !== 'attempted' || result.attempt.error === null || isOwnFault(result.attempt.error)) return null
    return getDisabledReason(result.attempt, { policy, failingSince, at: this.#deps.now() })
  }

  /**
   * Runs before the outcome is recorded: if the process dies in between, the delivery stays pending until the
   * subscription resumes.
   */
  async #disable(subscriptionId: string, grounds: DisabledGrounds): Promise<void> {
    try {
      await this.#deps.disableSubscription(subscriptionId, grounds)
    } catch (error) {
      const { message } = error as Error
      this.#deps.log.error({ subscriptionId, reason: message }, 'a subscription could not be disabled')
    }
  }

  async untilDueMs(): Promise<number> {
    await this.#reportAlive()
    if (!this.#deps.secrets) return Infinity
    const now = this.#deps.now()
    const due = await findNextDue(this.#deps.db, now)
    return due ? Math.max(0, due.getTime() - now.getTime()) : Infinity
  }

  async untilWoken(abort: AbortSignal): Promise<void> {
    this.#deps.listener.currentUntil() // starts the listener, or makes sure that it is still connected
    await this.#wakeup.wait(abort)
  }

  close(): void {
    this.#unsubscribe()
  }

  #wakeRounds(news?: { onlyFirst: boolean }): void {
    for (const round of this.#rounds) round.wake(news)
  }

  async #reportAlive(): Promise<void> {
    await this.#deps.sharedClock.sync()
    this.#deps.metrics.jobSuccess.set({ job_name: jobName }, Date.now() / 1000)
  }

  /** A deferred delivery was not attempted, so it has no lateness. */
  #count({ isRetry, claimedAt, dueAt }: Claimed, { error }: Attempt): void {
    const { deliveryAttempts, sendLateness } = this.#deps.metrics
    deliveryAttempts.inc({ outcome: error ?? 'delivered' })
    const lateSeconds = Math.max(0, claimedAt.getTime() - dueAt.getTime()) / 1000
    if (!isRetry) sendLateness.observe({ queue: 'webhooks' }, lateSeconds)
  }
}

const aborted: AttemptResult = { kind: 'aborted' }

function refuse(): never {
  throw new CannotOpen('No ENCRYPTION_KEY is configured.')
}

/** Only a timeout slows a subscription down; any other failure counts as a quick response. */
const toPace = (result: AttemptResult): Pace =>
  result.kind === 'attempted'
    ? { hasResponded: result.attempt.error !== 'timeout', isQuick: result.attempt.durationMs < quickMs }
    : { hasResponded: true, isQuick: true }

interface Attempted extends ClaimedDelivery {
  claimedAt: Date
}

type Chance = Pick<Circumstances, 'getChance'>

function toOutcome(claimed: Attempted, result: AttemptResult, { at, getChance }: Chance & { at: Date }) {
  if (result.kind === 'aborted') return build(claimed, { state: 'deferred' })
  const { attempt, retryAfterMs } = result
  const { status, error } = attempt
  const { retryPolicy: policy, failures } = claimed
  const decision = decideNextAttempt({ status, error, retryAfterMs }, { policy, failures, at, getChance })
  const pausedUntil = getPauseEnd(error, { policy, at })
  return build(claimed, {
    ...decision,
    attempts: [attempt],
    pausedUntil,
    hasFailed: error !== null && !isOwnFault(error),
  })
}

/**
 * The outcome of a delivery whose last claim expired without a result, which counts as a failed attempt (D103): the
 * next attempt waits as the policy says. null: no claim expired, or the wait is over.
 */
function toLostOutcome(claimed: Attempted, { now, getChance }: Chance & { now: Date }): DeliveryOutcome | null {
  const { lostAt, retryPolicy: policy } = claimed
  if (!lostAt) return null
  const result: Result = { status: null, error: 'stopped', retryAfterMs: null }
  const failures = claimed.failures - 1
  const at = new Date(lostAt.getTime() - deliveryLeaseMs)
  const decision = decideNextAttempt(result, { policy, failures, at, getChance })
  return decision.state === 'pending' && decision.dueAt <= now ? null : build(claimed, decision)
}

type Outcome = Pick<DeliveryOutcome, 'state'> &
  Partial<Pick<DeliveryOutcome, 'attempts' | 'dueAt' | 'pausedUntil' | 'hasFailed'>>

function build({ subscriptionId, id, claim, isRetry, claimedAt }: Attempted, outcome: Outcome): DeliveryOutcome {
  const unchanged = { attempts: [], dueAt: null, pausedUntil: null, hasFailed: false }
  return { subscriptionId, id, claim, isRetry, since: claimedAt, ...unchanged, ...outcome }
}

interface RecorderDeps extends Pick<Deps, 'db' | 'log'> {
  now: () => Date
}

interface Pending {
  /** Its claim is a newer one if the lease expired while the outcome could not be stored. */
  claimed: Pick<Claimed, 'claim'>
  outcome: DeliveryOutcome
  resolve: (isRecorded: boolean) => void
}

const maxWritten = 256
/** Batches start at least this far apart, so that one commit serves many outcomes. */
const batchEveryMs = 50
/** About 40 s, within the lease of a claim. */
const maxWriteRetries = 40
const retryMs = 1000

/**
 * Records outcomes in batches and retries while the database is unavailable, because a delivery without a recorded
 * outcome is sent again.
 */
class Recorder {
  readonly #deps: RecorderDeps
  readonly #pending: Pending[] = []
  #isWriting = false
  #lastBatchMs = -Infinity

  constructor(deps: RecorderDeps) {
    this.#deps = deps
  }

  /** Resolves with false when the outcome can't be committed; the claim then expires. */
  record(claimed: Pick<Claimed, 'claim'>, outcome: DeliveryOutcome): Promise<boolean> {
    return new Promise((resolve) => {
      this.#pending.push({ claimed, outcome, resolve })
      if (!this.#isWriting) void this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#pending.length > 0) {
      const waitMs = this.#lastBatchMs + batchEveryMs - performance.now()
      if (waitMs > 0 && this.#pending.length < maxWritten) await pause(waitMs)
      this.#lastBatchMs = performance.now()
      await this.#write(this.#pending.splice(0, maxWritten))
    }
    this.#isWriting = false
  }

  async #write(batch: Pending[], retries = 0): Promise<void> {
    const { db, log, now } = this.#deps
    try {
      const outcomes = batch.map(({ claimed, outcome }) => ({ ...outcome, claim: claimed.claim }))
      await recordOutcomes(db, outcomes, now())
      resolveAll(batch, true)
    } catch (error) {
      if (batch.length > 1 && isAboutARow(error))
        return void (await Promise.all(batch.map((one) => this.#write([one]))))
      log.error({ outcomes: batch.length, reason: (error as Error).message }, 'delivery outcomes could not be stored')
      if (isAboutARow(error) || retries >= maxWriteRetries) return resolveAll(batch, false)
      await pause(retryMs)
      await this.#write(batch, retries + 1)
    }
  }
}

const resolveAll = (batch: Pending[], isRecorded: boolean) => batch.forEach(({ resolve }) => resolve(isRecorded))

/** The database rejects a single outcome; the others would succeed. */
const isAboutARow = (error: unknown) => error instanceof DatabaseError && /^(22|23|54|P0)/.test(error.code ?? '')

/** More active subscriptions than this decrypt their secrets repeatedly. */
const maxSecrets = 5000

/** Cached by the ciphertext, so that a rotated secret is never served from the cache. */
function cacheDecryptedSecrets(box: SecretBox): SecretBox['open'] {
  const cache = new LRUCache<string, { secret: string; context: string }>(maxEntries(maxSecrets))
  return (encrypted, context) => {
    const cached = cache.get(encrypted)
    if (cached?.context === context) return cached.secret
    const secret = box.open(encrypted, context)
    cache.set(encrypted, { secret, context })
    return secret
  }
}
