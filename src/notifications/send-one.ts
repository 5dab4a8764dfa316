import { listSignals } from '../../contract/signals/looks.ts'
import type { Deps } from '../deps.ts'
import { untilAborted } from '../platform/resilience/until-aborted.ts'
import { type SendResult, toFailureResult, toSentResult, findUnsentResult } from './send-result.ts'
import type { Notice } from './channels/notice.ts'
import { getMeasuredPercent } from '../../contract/headline.ts'
import { parseScore } from '../../contract/schemas/score.ts'
import { getTitle } from '../signals/registry.ts'
import { lockSlot } from '../schedule/store.ts'
import { settleIfEnded } from './settle-if-ended.ts'
import { type SlotFacts, getSlotFacts, updateSend } from './store.ts'
import { SendFailed, type Channel } from './channels/channel.ts'
import type { ClaimedSend } from './turn-store.ts'
import { getSlotExpiry } from '../schedule/slot-expiry.ts'

export type SendOutcome = 'sent' | 'retried' | 'failed' | 'skipped' | 'cancelled' | 'lost'

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
