import type { Outbound } from '../platform/outbound.ts'
import { type Notice, eventOf, factsOf, subjectOf } from './notice.ts'
import { type Pushed, type Subscriber, openPusher } from './push-one.ts'
import { SendFailed, type Transport } from './transport.ts'

/** Who asked to be told of a launch. */
export interface Subscribers {
  /** In the order of their ids, those after `afterId`; `isTold`: already, of this slot. */
  list: (
    of: Pick<Notice, 'enrollmentId' | 'slotId'> & { afterId: string | null; limit: number },
  ) => Promise<(Subscriber & { isTold: boolean })[]>
  markTold: (ids: string[], slotId: string) => Promise<void>
  remove: (ids: string[]) => Promise<void>
}

export interface WebPushOptions {
  vapid: { publicKey: string; privateKey: string }
  /** Whom a push service writes to about us: `https:` or `mailto:`. */
  contact: string
  outbound: Outbound
  subscribers: Subscribers
}

const timeoutMs = 40_000
const pageSize = 100
const atOnce = 16
/** A stranger's endpoint may ask for any wait: no more of it is granted. */
const longestWaitMs = 60_000

/**
 * Tells everybody who subscribed to a launch. One who can't be reached doesn't keep it from the others, and only those
 * who failed are told again when it is repeated; one whose subscription is gone is forgotten.
 */
export function openWebPush({ vapid, contact, outbound, subscribers }: WebPushOptions): Transport {
  const send = async (notice: Notice, signal: AbortSignal) => {
    const push = openPusher({ vapid, contact, outbound }, messageOf(notice), signal)
    const count: Count = { told: 0, refused: 0, failed: 0, gone: 0, retryAfterMs: 0 }
    for await (const page of pagesOf(subscribers, notice)) {
      const fresh = page.filter(({ isTold }) => !isTold)
      count.told += page.length - fresh.length
      if (fresh.length === 0) continue
      const outcomes = await inParallel(fresh, push)
      add(count, outcomes)
      await subscribers.markTold(idsOf(outcomes, 'told'), notice.slotId)
      await subscribers.remove(idsOf(outcomes, 'gone'))
    }
    return receiptOf(count)
  }
  return { name: 'webpush', concurrency: 2, timeoutMs, send }
}

const messageOf = (notice: Notice) => ({
  body: JSON.stringify({
    title: `${subjectOf(notice, (text) => text)}: ${eventOf(notice)}`,
    body: factsOf(notice).join('\n'),
    url: notice.url,
    tag: notice.slotId,
  }),
  topic: notice.slotId.replaceAll('-', ''),
  ttlSeconds: Math.max(0, Math.floor((notice.usefulUntil.getTime() - notice.now.getTime()) / 1000)),
})

async function* pagesOf(subscribers: Subscribers, { enrollmentId, slotId }: Notice) {
  let afterId: string | null = null
  for (;;) {
    const page = await subscribers.list({ enrollmentId, slotId, afterId, limit: pageSize })
    const last = page.at(-1)
    if (!last) return
    yield page
    afterId = last.id
  }
}

type Outcome = Pushed & { id: string }

async function inParallel(page: Subscriber[], push: (to: Subscriber) => Promise<Pushed>): Promise<Outcome[]> {
  const waiting = page.values()
  const outcomes: Outcome[] = []
  const work = async () => {
    for (const subscriber of waiting) outcomes.push({ id: subscriber.id, ...(await push(subscriber)) })
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

interface Count extends Record<Pushed['end'], number> {
  retryAfterMs: number
}

function add(count: Count, outcomes: Outcome[]): void {
  for (const { end, retryAfterMs = 0 } of outcomes) {
    count[end]++
    count.retryAfterMs = Math.min(longestWaitMs, Math.max(count.retryAfterMs, retryAfterMs))
  }
}

const idsOf = (outcomes: Outcome[], wanted: Pushed['end']) =>
  outcomes.filter(({ end }) => end === wanted).map(({ id }) => id)

function receiptOf({ told, refused, failed, gone, retryAfterMs }: Count) {
  const receipt = told > 0 ? `told ${told}, refused ${refused}, failed ${failed}, gone ${gone}` : null
  if (failed > 0) throw new SendFailed('push_failed', { retryAfterMs, receipt })
  if (receipt) return { receipt }
  if (refused > 0) throw new SendFailed('push_refused', { isFinal: true })
  return null
}
