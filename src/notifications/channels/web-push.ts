import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type Notice, formatFacts, formatTitle } from './notice.ts'
import type { Subscriber } from './push-sender.ts'
import type { Channel } from './channel.ts'
import { type Recipients, sendToEach } from './send-to-each.ts'

interface WebPushOptions {
  vapid: { publicKey: string; privateKey: string }
  /** The operator's contact for push services: `https:` or `mailto:`. */
  contact: string
  outbound: Outbound
  /** Endpoints stored before the list of push services was narrowed are refused. */
  isOfPushService: (endpoint: string) => boolean
  subscribers: Recipients<Subscriber>
  onePushMs?: number
}

/** Sends to all browsers that subscribed to a launch. */
export function createWebPushChannel({ subscribers: recipients, ...options }: WebPushOptions): Channel {
  const send = async (notice: Notice, signal: AbortSignal) => {
    const { createPushSender } = await import('./push-sender.ts')
    const push = createPushSender(options, toMessage(notice), signal)
    return sendToEach({ what: 'push', recipients, send: push, pageSize: 100, atOnce: 16 }, notice)
  }
  return { name: 'webpush', concurrency: 2, timeoutMs: 40_000, send }
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
