import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type Notice, formatFacts, formatTitle } from './notice.ts'
import { type PushResult, type Subscriber, createPushSender } from './push-sender.ts'
import { SendFailed, type Channel } from './channel.ts'

export interface Subscribers {
  /** Lists by id after `afterId`. `isNotified`: they got this slot already, or its name within the last hour. */
  list: (
    of: Pick<Notice, 'enrollmentId' | 'slotId' | 'slot' | 'now'> & { afterId: string | null; limit: number },
  ) => Promise<(Subscriber & { isNotified: boolean })[]>
  markNotified: (ids: string[], slot: Pick<Notice, 'slotId' | 'slot' | 'now'>) => Promise<void>
  remove: (ids: string[]) => Promise<void>
}

interface WebPushOptions {
  vapid: { publicKey: string; privateKey: string }
  /** The operator's contact for push services: `https:` or `mailto:`. */
  contact: string
  outbound: Outbound
  /** Endpoints stored before the list of push services was narrowed are refused. */
  isOfPushService: (endpoint: string) => boolean
  subscribers: Subscribers
  onePushMs?: number
}

const timeoutMs = 40_000
const pageSize = 100
const atOnce = 16
/** An endpoint's Retry-After counts up to this limit. */
const maxWaitMs = 60_000

/**
 * Sends to all subscribers of a launch. A failure of one doesn't affect the others, a retry goes only to those that failed,
 * and subscriptions that have ended are deleted.
 */
export function createWebPushChannel({ subscribers, ...options }: WebPushOptions): Channel {
  const send = async (notice: Notice, signal: AbortSignal) => {
    const push = createPushSender(options, toMessage(notice), signal)
    const count: Count = { delivered: 0, refused: 0, failed: 0, gone: 0, retryAfterMs: 0 }
    for await (const page of readPages(subscribers, notice)) {
      const fresh = page.filter(({ isNotified }) => !isNotified)
      count.delivered += page.length - fresh.length
      if (fresh.length === 0) continue
      const outcomes = await inParallel(fresh, push)
      add(count, outcomes)
      await subscribers.markNotified(listIds(outcomes, 'delivered'), notice)
      await subscribers.remove(listIds(outcomes, 'gone'))
    }
    return toReceipt(count)
  }
  return { name: 'webpush', concurrency: 2, timeoutMs, send }
}

const toMessage = (notice: Notice) => ({
  body: JSON.stringify({
    title: formatTitle(notice),
    body: formatFacts(notice).join('\n'),
    url: notice.url,
    tag: notice.slotId,
  }),
  topic: notice.slotId.replaceAll('-', ''),
  ttlSeconds: Math.max(0, Math.floor((notice.expiresAt.getTime() - notice.now.getTime()) / 1000)),
})

async function* readPages(subscribers: Subscribers, { enrollmentId, slotId, slot, now }: Notice) {
  let afterId: string | null = null
  for (;;) {
    const page = await subscribers.list({ enrollmentId, slotId, slot, now, afterId, limit: pageSize })
    const last = page.at(-1)
    if (!last) return
    yield page
    afterId = last.id
  }
}

type PushOutcome = PushResult & { id: string }

async function inParallel(page: Subscriber[], push: (to: Subscriber) => Promise<PushResult>): Promise<PushOutcome[]> {
  const waiting = page.values()
  const outcomes: PushOutcome[] = []
  const work = async () => {
    for (const subscriber of waiting) outcomes.push({ id: subscriber.id, ...(await push(subscriber)) })
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

interface Count extends Record<PushResult['end'], number> {
  retryAfterMs: number
}

function add(count: Count, outcomes: PushOutcome[]): void {
  for (const { end, retryAfterMs = 0 } of outcomes) {
    count[end]++
    count.retryAfterMs = Math.min(maxWaitMs, Math.max(count.retryAfterMs, retryAfterMs))
  }
}

const listIds = (outcomes: PushOutcome[], wanted: PushResult['end']) =>
  outcomes.filter(({ end }) => end === wanted).map(({ id }) => id)

function toReceipt({ delivered, refused, failed, gone, retryAfterMs }: Count) {
  const receipt = delivered > 0 ? `delivered ${delivered}, refused ${refused}, failed ${failed}, gone ${gone}` : null
  if (failed > 0) throw new SendFailed('push_failed', { retryAfterMs, receipt })
  if (receipt) return { receipt }
  if (refused > 0) throw new SendFailed('push_refused', { isFinal: true })
  return null
}
