import type { Deps } from '../deps.ts'
import { untilAborted } from '../platform/until-aborted.ts'
import { type Ending, endingOfFailure, endingOfSent, endingUnsent } from './ending.ts'
import type { Notice } from './notice.ts'
import { type ClaimedSend, type SlotFacts, getSlotFacts, lockSlot, settleSlot, updateSend } from './store.ts'
import { SendFailed, type Transport } from './transport.ts'
import { usefulUntil } from './useful-until.ts'

export type SendDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'metrics' | 'log'>

/** What became of a send that was taken; `lost`: its claim had run out, and another took it. */
export type Outcome = 'sent' | 'retried' | 'failed' | 'skipped' | 'cancelled' | 'lost'

export interface SentOne {
  outcome: Outcome
  /** How long to wait before the next one by this transport. */
  pauseMs: number
  /** How long nobody may send anything by this transport. */
  restMs: number
}

/** Sends what was taken, unless it is not to be sent any more, and writes down what became of it. */
export async function sendOne(deps: SendDeps, transport: Transport, send: ClaimedSend): Promise<SentOne> {
  const sent = await sendIfHeld(deps, transport, send)
  deps.metrics.sends.inc({ queue: 'notifications', target: transport.name, outcome: sent.outcome })
  return sent
}

/** A process that stood still may have lost what it took, or be about to: then it leaves it to others. */
async function sendIfHeld(deps: SendDeps, transport: Transport, send: ClaimedSend): Promise<SentOne> {
  const facts = await getSlotFacts(deps.db, send)
  const notice = noticeOf(deps, send.slotId, facts)
  const neededUntil = new Date(notice.now.getTime() + transport.timeoutMs + graceMs)
  if (facts.heldUntil === null || facts.heldUntil < neededUntil) return { outcome: 'lost', pauseMs: 0, restMs: 0 }
  const unsent = endingUnsent(send, facts, notice)
  const { ending, pauseMs = 0, restMs = 0 } = unsent ? { ending: unsent } : await attempt(deps, transport, send, notice)
  const isOurs = await record(deps, send, ending)
  return { outcome: isOurs ? outcomeOf(ending) : 'lost', pauseMs, restMs }
}

const noticeOf = ({ config, clock }: SendDeps, slotId: string, facts: SlotFacts): Notice => ({
  slotId,
  slot: facts.slot,
  enrollmentId: facts.enrollmentId,
  sendAt: facts.sendAt,
  scheduledFor: facts.scheduledFor,
  usefulUntil: usefulUntil(facts.slot, facts.scheduledFor),
  name: facts.name,
  symbol: facts.symbol,
  aggregate: facts.aggregate,
  band: facts.band,
  scoredAt: facts.scoredAt,
  url: `${config.publicUrl}/launch/${facts.enrollmentId}`,
  now: clock.now(),
})

/** What a transport has to come to an end in, once its time is up. */
const graceMs = 5_000

interface Attempt {
  ending: Ending
  pauseMs?: number
  restMs?: number
}

async function attempt(deps: SendDeps, transport: Transport, send: ClaimedSend, notice: Notice): Promise<Attempt> {
  const signal = AbortSignal.timeout(transport.timeoutMs)
  const cutOff = AbortSignal.timeout(transport.timeoutMs + graceMs)
  if (send.attempts === 1) deps.metrics.sendLateness.observe({ queue: 'notifications' }, lateSeconds(notice))
  try {
    const sent = await untilAborted(cutOff, () => transport.send(notice, signal))
    return { ending: endingOfSent(send, sent, deps.clock.now()), pauseMs: sent?.pauseMs ?? 0 }
  } catch (error) {
    const failure = failureOf(error)
    const ending = endingOfFailure(send, failure, { now: deps.clock.now(), usefulUntil: notice.usefulUntil })
    tell(deps, error, { transport: transport.name, slotId: send.slotId, attempts: send.attempts, ending })
    return { ending, restMs: failure.isForAll ? (failure.retryAfterMs ?? 0) : 0 }
  }
}

const lateSeconds = ({ now, sendAt }: Notice) => (now.getTime() - sendAt.getTime()) / 1000

function failureOf(error: unknown): SendFailed {
  if (error instanceof SendFailed) return error
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return new SendFailed(isTimeout ? 'timeout' : 'unexpected')
}

interface Failed {
  transport: string
  slotId: string
  attempts: number
  ending: Ending
}

/** A failure is a line with its short kind; only a fault of our own comes with its stack. */
function tell({ log }: SendDeps, error: unknown, { ending, ...failed }: Failed): void {
  const { state, lastError: reason } = ending
  const line = { ...failed, state, reason }
  if (reason === 'unexpected') log.error({ ...line, err: briefOf(error) }, 'a transport has a fault')
  else log[state === 'failed' ? 'error' : 'warn'](line, 'a notification was not taken')
}

/** Without what else an error may carry, an address with a token in it perhaps. */
function briefOf(error: unknown) {
  const { name: type, message, stack } = error instanceof Error ? error : new Error(String(error))
  return { type, message, stack }
}

const record = ({ db }: SendDeps, send: ClaimedSend, ending: Ending): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockSlot(tx, send.slotId)
    const isOurs = await updateSend(tx, send, ending)
    if (isOurs && ending.state !== 'pending') await settleSlot(tx, send.slotId)
    return isOurs
  })

const outcomeOf = ({ state }: Ending): Outcome => (state === 'pending' ? 'retried' : state)
