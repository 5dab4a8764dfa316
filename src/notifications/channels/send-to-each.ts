import { setTimeout as pause } from 'node:timers/promises'
import type { Notice } from './notice.ts'
import { SendFailed } from './channel.ts'

export interface Page extends Pick<Notice, 'enrollmentId' | 'slotId' | 'slot' | 'now'> {
  afterId: string | null
  limit: number
}

/** The people who asked for notifications of a launch. */
export interface Recipients<Recipient extends { id: string }> {
  /** Lists by id after `afterId`. `isNotified`: they got this slot already, or its name within the last hour. */
  list: (page: Page) => Promise<(Recipient & { isNotified: boolean })[]>
  markNotified: (ids: string[], slot: Pick<Notice, 'slotId' | 'slot' | 'now'>) => Promise<void>
  remove: (ids: string[]) => Promise<void>
}

/** `gone`: the recipient has ended; `refused`: a retry would fail too; `failed`: a retry may succeed. */
export interface Delivery {
  end: 'delivered' | 'gone' | 'refused' | 'failed'
  retryAfterMs?: number | undefined
}

interface Sending<Recipient extends { id: string }> {
  /** Begins the code of a failure, such as `push_failed`. */
  what: string
  recipients: Recipients<Recipient>
  send: (to: Recipient) => Promise<Delivery>
  pageSize: number
  atOnce: number
  spacingMs?: number
}

/** A recipient's Retry-After counts up to this limit. */
const maxWaitMs = 60_000

/**
 * Sends to all recipients of a launch. A failure of one doesn't affect the others, a retry goes only to those that failed,
 * and recipients that have ended are deleted. Returns null without recipients.
 */
export async function sendToEach<Recipient extends { id: string }>(
  { what, recipients, send, pageSize, atOnce, spacingMs = 0 }: Sending<Recipient>,
  notice: Notice,
): Promise<{ receipt: string } | null> {
  const count: Count = { delivered: 0, refused: 0, failed: 0, gone: 0, retryAfterMs: 0 }
  for await (const page of readPages(recipients, notice, pageSize)) {
    const fresh = page.filter(({ isNotified }) => !isNotified)
    count.delivered += page.length - fresh.length
    if (fresh.length === 0) continue
    const outcomes = await inParallel(fresh, { send, atOnce, spacingMs })
    add(count, outcomes)
    await recipients.markNotified(listIds(outcomes, 'delivered'), notice)
    await recipients.remove(listIds(outcomes, 'gone'))
  }
  return toReceipt(what, count)
}

async function* readPages<Recipient extends { id: string }>(
  { list }: Recipients<Recipient>,
  { enrollmentId, slotId, slot, now }: Notice,
  limit: number,
) {
  let afterId: string | null = null
  for (;;) {
    const page: (Recipient & { isNotified: boolean })[] = await list({
      enrollmentId,
      slotId,
      slot,
      now,
      afterId,
      limit,
    })
    const last = page.at(-1)
    if (!last) return
    yield page
    afterId = last.id
  }
}

type Outcome = Delivery & { id: string }

async function inParallel<Recipient extends { id: string }>(
  page: Recipient[],
  { send, atOnce, spacingMs }: Pick<Sending<Recipient>, 'send' | 'atOnce'> & { spacingMs: number },
): Promise<Outcome[]> {
  const waiting = page.values()
  const outcomes: Outcome[] = []
  const work = async () => {
    for (const recipient of waiting) {
      outcomes.push({ id: recipient.id, ...(await send(recipient)) })
      if (spacingMs > 0) await pause(spacingMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

interface Count extends Record<Delivery['end'], number> {
  retryAfterMs: number
}

function add(count: Count, outcomes: Outcome[]): void {
  for (const { end, retryAfterMs = 0 } of outcomes) {
    count[end]++
    count.retryAfterMs = Math.min(maxWaitMs, Math.max(count.retryAfterMs, retryAfterMs))
  }
}

const listIds = (outcomes: Outcome[], wanted: Delivery['end']) =>
  outcomes.filter(({ end }) => end === wanted).map(({ id }) => id)

function toReceipt(what: string, { delivered, refused, failed, gone, retryAfterMs }: Count) {
  const receipt = delivered > 0 ? `delivered ${delivered}, refused ${refused}, failed ${failed}, gone ${gone}` : null
  if (failed > 0) throw new SendFailed(`${what}_failed`, { retryAfterMs, receipt })
  if (receipt) return { receipt }
  if (refused > 0) throw new SendFailed(`${what}_refused`, { isFinal: true })
  return null
}
