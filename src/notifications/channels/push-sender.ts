import webPush from 'web-push'
import { type Outbound, type OutboundResponse, OutboundRefused } from '../../platform/outbound/outbound.ts'
import { parseRetryAfterMs } from '../../platform/outbound/http-refusal.ts'
import { isTemporary } from './channel.ts'
import type { Delivery } from './send-to-each.ts'

export interface Subscriber {
  id: string
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushResult extends Delivery {
  /** The failure belongs to the push service, not to this subscription. */
  isOfHost?: boolean
}

interface PushMessage {
  body: string
  /** The push service replaces an undelivered message with the same topic. */
  topic: string
  ttlSeconds: number
}

interface PusherOptions {
  vapid: { publicKey: string; privateKey: string }
  contact: string
  outbound: Outbound
  isOfPushService: (endpoint: string) => boolean
  /** The timeout of one request; 5 s by default. */
  onePushMs?: number | undefined
}

const defaultPushMs = 5_000
const maxFailures = 3

/**
 * Creates a function that encrypts and sends a message to one subscriber. Endpoints come from users, so requests go through
 * the outbound guard. After three connection or rate-limit failures a host gets no more requests.
 */
export function createPushSender(
  { vapid, contact, outbound, isOfPushService, onePushMs = defaultPushMs }: PusherOptions,
  message: PushMessage,
  signal: AbortSignal,
): (to: Subscriber) => Promise<PushResult> {
  const failures = new Map<string, number>()
  const authorize = createAuthorizer(vapid, contact)
  const post = async ({ endpoint, p256dh, auth }: Subscriber, origin: string) =>
    outbound.request(endpoint, {
      method: 'POST',
      headers: { ...toHeaders(message), authorization: authorize(origin) },
      body: webPush.encrypt(p256dh, auth, message.body, 'aes128gcm').cipherText,
      maxBytes: 1024,
      onTooLarge: 'truncate',
      signal: AbortSignal.any([signal, AbortSignal.timeout(onePushMs)]),
    })
  return async (to) => {
    if (!isOfPushService(to.endpoint)) return { end: 'refused' }
    const { origin } = new URL(to.endpoint)
    if (signal.aborted || (failures.get(origin) ?? 0) >= maxFailures) return { end: 'failed' }
    const pushed = await post(to, origin).then(toResponseResult, toErrorResult)
    if (pushed.isOfHost) failures.set(origin, (failures.get(origin) ?? 0) + 1)
    return pushed
  }
}

const toHeaders = ({ topic, ttlSeconds }: PushMessage) => ({
  'content-type': 'application/octet-stream',
  'content-encoding': 'aes128gcm',
  ttl: String(ttlSeconds),
  urgency: 'high',
  topic,
})

/** Signs once per push service. */
function createAuthorizer({ publicKey, privateKey }: PusherOptions['vapid'], contact: string) {
  const signed = new Map<string, string>()
  return (origin: string): string => {
    const known = signed.get(origin)
    if (known !== undefined) return known
    const { Authorization } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm')
    signed.set(origin, Authorization)
    return Authorization
  }
}

function toResponseResult({ status, headers }: OutboundResponse): PushResult {
  if (status >= 200 && status < 300) return { end: 'delivered' }
  if (status === 404 || status === 410) return { end: 'gone' }
  const isOfHost = status === 429
  if (!isOfHost && !isTemporary(status)) return { end: 'refused' }
  return { end: 'failed', retryAfterMs: parseRetryAfterMs(headers), isOfHost }
}

const toErrorResult = (error: unknown): PushResult =>
  error instanceof OutboundRefused ? { end: 'refused' } : { end: 'failed', isOfHost: true }
