import { setTimeout as pause } from 'node:timers/promises'
import { getMeasuredPercent } from '../../contract/headline.ts'
import { NotificationTick } from '../../contract/schemas/notification.ts'
import { parseScore } from '../../contract/schemas/score.ts'
import { listSignals } from '../../contract/signals/looks.ts'
import { dayMs, hourMs } from '../../contract/time.ts'
import type { Tx } from '../database/db.ts'
import { forEachRow } from '../database/for-each-row.ts'
import type { Deps } from '../deps.ts'
import { listEnrollers } from '../launches/enrollment-store.ts'
import {
  claimDueSlots,
  type DueSlot,
  lockSlot,
  markFannedOut,
  settleSlot,
  updateSlotStates,
} from '../launches/schedule-store.ts'
import { getSlotExpiry } from '../launches/schedule.ts'
import type { App } from '../platform/http/app.ts'
import { createStopSignal } from '../platform/http/close-listener.ts'
import { emptyBody, errorResponses, response } from '../platform/http/schema.ts'
import { untilAborted } from '../platform/resilience/timeouts.ts'
import { startOfDay } from '../platform/time.ts'
import { getTitle } from '../signals/registry.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { listAnnounced, mayAnnounce } from './approval-store.ts'
import { type Channel, SendFailed } from './channels/channel.ts'
import type { Notice } from './channels/notice.ts'
import { listAwaited } from './reminder-store.ts'
import { findUnsentResult, type SendResult, toFailureResult, toSentResult } from './send-result.ts'
import {
  endAbandonedSend,
  findNextDueOnChannel,
  findSlotResult,
  getSlotFacts,
  insertSends,
  listAbandonedSends,
  pauseChannel,
  type SkipReason,
  type SlotFacts,
  updateSend,
} from './store.ts'
import {
  type AnnouncementSource,
  claimDueSend,
  type ClaimedSend,
  countAnnouncements,
  createAnnouncementQuota,
  deleteTurns,
} from './turn-store.ts'

export function sendDueSlotsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'dispatchNotifications',
    summary: 'Send due notifications',
    tags: ['operation'],
    body: emptyBody,
    response: {
      200: response(NotificationTick, 'The result of the round'),
      ...errorResponses(400, 401, 413, 415, 500, 503),
    },
  }
  const signal = createStopSignal(app)
  app.post('/v1/launch/dispatch', { schema }, async (_request, reply) => reply.send(await sendDueSlots(deps, signal)))
}

/** Sends all due notifications, each at least once and never twice at the same time. Safe to call at any time. */
export async function sendDueSlots(given: Deps, signal: AbortSignal): Promise<NotificationTick> {
  // Uses the database's clock: a replica with a wrong clock must not send early or late.
  await given.sharedClock.sync()
  const deps = { ...given, clock: given.sharedClock }
  const fannedOut = await fanOut(deps)
  const tallies = await Promise.all(deps.channels.map((channel) => sendByChannel(deps, channel, signal)))
  return sumTallies([fannedOut, ...tallies])
}

export async function sendDueByChannel(deps: Deps, channel: Channel, signal: AbortSignal): Promise<void> {
  await fanOut(deps)
  await sendByChannel(deps, channel, signal)
}

export async function untilDueMs({ db, clock }: Deps, { name }: Channel): Promise<number> {
  const due = await findNextDueOnChannel(db, name)
  return due ? Math.max(0, due.getTime() - clock.now().getTime()) : Infinity
}

function sumTallies(tallies: Tally[]): NotificationTick {
  const sum = (outcome: keyof Tally) => tallies.reduce((total, tally) => total + (tally[outcome] ?? 0), 0)
  const [sent, retried, failed] = [sum('sent'), sum('retried'), sum('failed')]
  const [skipped, cancelled] = [sum('skipped'), sum('cancelled')]
  return {
    claimed: sent + retried + failed + skipped + cancelled + sum('lost'),
    sent,
    retried,
    failed,
    skipped,
    cancelled,
  }
}

const batchSize = 100

interface FannedOut {
  skipped: number
  cancelled: number
}

export async function fanOut(deps: Deps): Promise<FannedOut> {
  const total = { skipped: 0, cancelled: 0 }
  for (;;) {
    const { claimed, skipped, cancelled } = await fanOutBatch(deps)
    total.skipped += skipped
    total.cancelled += cancelled
    if (claimed < batchSize) return total
  }
}

const fanOutBatch = (deps: Deps) =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const slots = await listSlotsWithAction(tx, now)
    const select = (action: SlotAction) => slots.filter((slot) => slot.action === action)
    const listIds = (action: SlotAction) => select(action).map(({ id }) => id)
    const [late, stale] = [listIds('skip'), listIds('cancel')]
    await updateSlotStates(tx, late, 'skipped')
    await updateSlotStates(tx, stale, 'cancelled')
    await createSends(deps, tx, { slots: select('send'), now })
    await announceReminders(deps, tx, select('send'))
    await markFannedOut(tx, listIds('send'), now)
    return { claimed: slots.length, skipped: late.length, cancelled: stale.length }
  })

type SlotAction = 'send' | 'skip' | 'cancel'
type ClaimedSlot = DueSlot & AnnouncementSource & { action: SlotAction; scoreId: string }

async function listSlotsWithAction(tx: Tx, now: Date): Promise<ClaimedSlot[]> {
  const slots = await claimDueSlots(tx, now, batchSize)
  const enrollers = await listEnrollers(
    tx,
    slots.map(({ enrollmentId }) => enrollmentId),
  )
  const byEnrollment = new Map(enrollers.map((enroller) => [enroller.enrollmentId, enroller]))
  return slots.map((slot) => {
    const {
      creator = '',
      enrolledFrom,
      scoreId = '',
      scheduleVersion,
      isHidden = false,
    } = byEnrollment.get(slot.enrollmentId) ?? {}
    const isCurrent = slot.version === scheduleVersion
    return {
      ...slot,
      creator,
      enrolledFrom: enrolledFrom ?? '',
      scoreId,
      action: decideAction(slot, { isCurrent, isHidden, now }),
    }
  })
}

function decideAction(
  { slot, scheduledFor }: DueSlot,
  { isCurrent, isHidden, now }: { isCurrent: boolean; isHidden: boolean; now: Date },
): SlotAction {
  if (!isCurrent) return 'cancel'
  if (isHidden) return 'skip'
  return now < getSlotExpiry(slot, scheduledFor) ? 'send' : 'skip'
}

async function createSends(
  { channels, random, config }: Deps,
  tx: Tx,
  { slots, now }: { slots: ClaimedSlot[]; now: Date },
): Promise<void> {
  const quotas = await createQuotas(tx, { channels, slots, now })
  const ids = slots.map(({ enrollmentId }) => enrollmentId)
  const launches = await listAnnounced(tx, ids)
  const awaited = channels.some(({ reminds }) => reminds) ? await listAwaited(tx, ids) : new Set()
  const findReason = (channel: string, { enrollmentId, creator, enrolledFrom }: ClaimedSlot): SkipReason | null => {
    const quota = quotas.get(channel)
    if (!quota) return null // People asked for their reminders, so those have no quota.
    const launch = launches.get(enrollmentId)
    if (!launch || !mayAnnounce(config.notify.announce, launch)) return 'not_announced'
    return quota({ creator, enrolledFrom }) ? null : 'quota'
  }
  const sends = slots.flatMap((due) => {
    const { id: slotId, slot, scheduledFor, creator, enrolledFrom } = due
    const reaching = channels.filter(({ reminds }) => !reminds || awaited.has(`${reminds} ${due.enrollmentId}`))
    return reaching.map(({ name }) => ({
      id: random.uuid(),
      slotId,
      channel: name,
      expiresAt: getSlotExpiry(slot, scheduledFor),
      creator,
      enrolledFrom,
      skipReason: findReason(name, due),
    }))
  })
  await insertSends(tx, sends, now)
}

/** Once for each slot, whatever becomes of its sends. */
async function announceReminders(deps: Deps, tx: Tx, slots: ClaimedSlot[]): Promise<void> {
  for (const { scoreId, slot, scheduledFor } of slots)
    await enqueue(deps, tx, {
      event: 'launch.reminder',
      data: { scoreRequestId: scoreId, slot, scheduledFor: scheduledFor.toISOString() },
    })
}

async function createQuotas(
  tx: Tx,
  { channels, slots, now }: { channels: Channel[]; slots: AnnouncementSource[]; now: Date },
): Promise<Map<string, (by: AnnouncementSource) => boolean>> {
  const shared = channels.filter(({ isShared }) => isShared).map(({ name }) => name)
  const made = await countAnnouncements(tx, { channels: shared, slots, since: startOfDay(now) })
  return new Map(shared.map((name) => [name, createAnnouncementQuota(made.filter(({ channel }) => channel === name))]))
}

const sendLeaseMs = 60_000
/** After this time a worker claims nothing more, so that every dispatch ends. */
const dispatchMs = 10_000
/** A longer spacing pauses the channel for all replicas instead of making this worker wait. */
const maxSpacingMs = 2_000

type Tally = Partial<Record<SendOutcome, number>>

async function sendByChannel(deps: Deps, channel: Channel, signal: AbortSignal): Promise<Tally> {
  const tally: Tally = {}
  const endsAt = performance.now() + dispatchMs
  const isOver = () => signal.aborted || performance.now() >= endsAt
  const work = async () => {
    for (let spacingMs = 0; !isOver();) {
      const send = await claim(deps, channel)
      if (!send) return
      await pause(spacingMs)
      const sent = await sendOne(deps, channel, send)
      tally[sent.outcome] = (tally[sent.outcome] ?? 0) + 1
      const isLong = sent.spacingMs > maxSpacingMs
      const channelPauseMs = Math.max(sent.channelPauseMs, isLong ? sent.spacingMs : 0)
      if (channelPauseMs > 0) await pauseFor(deps, channel, channelPauseMs)
      spacingMs = isLong ? 0 : sent.spacingMs
    }
  }
  await waitForAll(Array.from({ length: channel.concurrency }, work))
  return tally
}

function claim({ db, clock, random }: Deps, { name }: Channel) {
  const now = clock.now()
  return claimDueSend(db, { channel: name, claim: random.uuid(), now, until: new Date(now.getTime() + sendLeaseMs) })
}

const pauseFor = ({ db, clock }: Deps, { name }: Channel, ms: number) =>
  pauseChannel(db, name, new Date(clock.now().getTime() + ms))

/** Throws the first error, but only after all workers have ended. */
async function waitForAll(workers: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(workers)
  const rejected = results.find((result) => result.status === 'rejected')
  if (rejected) throw rejected.reason
}

type SendOutcome = 'sent' | 'retried' | 'failed' | 'skipped' | 'cancelled' | 'lost'

interface FinishedSend {
  outcome: SendOutcome
  spacingMs: number
  channelPauseMs: number
}

/** Sends a claimed send, unless its slot was cancelled or has expired, and records the result. */
export async function sendOne(deps: Deps, channel: Channel, send: ClaimedSend): Promise<FinishedSend> {
  const sent = await sendIfClaimed(deps, channel, send)
  deps.metrics.sends.inc({ queue: 'notifications', target: channel.name, outcome: sent.outcome })
  return sent
}

/** Sends only if the claim lasts longer than the channel's timeout: a stalled process may have lost its claim. */
async function sendIfClaimed(deps: Deps, channel: Channel, send: ClaimedSend): Promise<FinishedSend> {
  const facts = await getSlotFacts(deps.db, send)
  const notice = toNotice(deps, send.slotId, facts)
  const neededUntil = new Date(notice.now.getTime() + channel.timeoutMs + graceMs)
  if (facts.claimedUntil === null || facts.claimedUntil < neededUntil)
    return { outcome: 'lost', spacingMs: 0, channelPauseMs: 0 }
  const unsent = findUnsentResult(send, facts, notice)
  const {
    result,
    spacingMs = 0,
    channelPauseMs = 0,
  } = unsent ? { result: unsent } : await attempt(deps, channel, send, notice)
  const isClaimed = await record(deps, send, result)
  return { outcome: isClaimed ? toOutcome(result) : 'lost', spacingMs, channelPauseMs }
}

function toNotice(deps: Deps, slotId: string, facts: SlotFacts): Notice {
  const { config, clock } = deps
  const score = parseScore(facts.body)
  return {
    slotId,
    slot: facts.slot,
    enrollmentId: facts.enrollmentId,
    sendAt: facts.sendAt,
    scheduledFor: facts.scheduledFor,
    expiresAt: getSlotExpiry(facts.slot, facts.scheduledFor),
    name: facts.name,
    symbol: facts.symbol,
    aggregate: facts.aggregate,
    band: facts.band,
    outcome: facts.outcome,
    warnings: facts.warnings,
    hasStubs: score.hasStubs,
    measuredPercent: getMeasuredPercent(score),
    signals: listSignals(score).map(({ name, reading }) => ({
      title: getTitle(deps, name),
      score: reading.stub ? null : reading.score,
    })),
    scoredAt: facts.scoredAt,
    url: `${config.publicUrl}/launch/${facts.enrollmentId}`,
    now: clock.now(),
  }
}

/** How long a channel may take to end after its timeout. */
const graceMs = 5_000

interface Attempt {
  result: SendResult
  spacingMs?: number
  channelPauseMs?: number
}

async function attempt(deps: Deps, channel: Channel, send: ClaimedSend, notice: Notice): Promise<Attempt> {
  const signal = AbortSignal.timeout(channel.timeoutMs)
  const cutOff = AbortSignal.timeout(channel.timeoutMs + graceMs)
  if (send.attempts === 1) deps.metrics.sendLateness.observe({ queue: 'notifications' }, toLateSeconds(notice))
  try {
    const sent = await untilAborted(cutOff, () => channel.send(notice, signal))
    return { result: toSentResult(send, sent, deps.clock.now()), spacingMs: sent?.spacingMs ?? 0 }
  } catch (error) {
    const failure = toFailure(error)
    const result = toFailureResult(send, failure, { now: deps.clock.now(), expiresAt: notice.expiresAt })
    report(deps, error, { channel: channel.name, slotId: send.slotId, attempts: send.attempts, result })
    return { result, channelPauseMs: failure.isForAll ? (failure.retryAfterMs ?? 0) : 0 }
  }
}

const toLateSeconds = ({ now, sendAt }: Notice) => (now.getTime() - sendAt.getTime()) / 1000

function toFailure(error: unknown): SendFailed {
  if (error instanceof SendFailed) return error
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return new SendFailed(isTimeout ? 'timeout' : 'unexpected')
}

interface Failed {
  channel: string
  slotId: string
  attempts: number
  result: SendResult
}

function report({ log }: Deps, error: unknown, { result, ...failed }: Failed): void {
  const { state, lastError: reason } = result
  const line = { ...failed, state, reason }
  if (reason === 'unexpected')
    log.error({ ...line, err: summarizeError(error) }, 'a notification channel threw an unexpected error')
  else log[state === 'failed' ? 'error' : 'warn'](line, 'notification delivery failed')
}

/** Leaves out other properties of the error, which may hold a URL with a token. */
function summarizeError(error: unknown) {
  const { name: type, message, stack } = error instanceof Error ? error : new Error(String(error))
  return { type, message, stack }
}

const record = ({ db }: Deps, send: ClaimedSend, result: SendResult): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockSlot(tx, send.slotId)
    const isClaimed = await updateSend(tx, send, result)
    if (isClaimed && result.state !== 'pending') await settleIfEnded(tx, send.slotId)
    return isClaimed
  })

const toOutcome = ({ state }: SendResult): SendOutcome => (state === 'pending' ? 'retried' : state)

/** Settles a slot once all its sends have ended. The caller holds the slot's lock. */
async function settleIfEnded(tx: Tx, slotId: string): Promise<void> {
  const result = await findSlotResult(tx, slotId)
  if (result) await settleSlot(tx, slotId, result)
}

/** By this time every slot has expired. */
const expiredAfterMs = hourMs

/**
 * Ends sends of channels that are no longer configured, an hour after they were due: during a rollout another replica
 * may still send them.
 */
export async function endAbandoned({ db, channels, clock, log }: Deps, signal: AbortSignal): Promise<number> {
  const now = clock.now()
  const due = { before: new Date(now.getTime() - expiredAfterMs), channels: channels.map(({ name }) => name) }
  await deleteTurns(db, new Date(now.getTime() - dayMs), signal)
  const sends = await listAbandonedSends(db, due)
  const end = ({ id, slotId }: (typeof sends)[number]) =>
    db.transaction().execute(async (tx) => {
      await lockSlot(tx, slotId)
      await endAbandonedSend(tx, id, now)
      await settleIfEnded(tx, slotId)
    })
  await forEachRow({ rows: sends, toId: ({ id }) => id, work: end }, { log, signal })
  return sends.length
}
