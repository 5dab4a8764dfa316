import webPush from 'web-push'
import { type Outbound, type OutboundAnswer, OutboundRefused } from '../platform/outbound.ts'
import { retryAfterMsOf } from '../platform/http-refusal.ts'
import { isPassing } from './post-json.ts'

/** Where a browser asked to be told, and the keys that only it can read with. */
export interface Subscriber {
  id: string
  endpoint: string
  p256dh: string
  auth: string
}

/** `told`; `gone`: the subscription is no more; `refused`: no repetition mends it; `failed`: another time perhaps. */
export interface Pushed {
  end: 'told' | 'gone' | 'refused' | 'failed'
  retryAfterMs?: number | undefined
  /** It is the push service's, not this subscription's. */
  isOfHost?: boolean
}

interface PushMessage {
  body: string
  /** Replaces an undelivered message of the same topic. */
  topic: string
  ttlSeconds: number
}

interface PusherOptions {
  vapid: { publicKey: string; privateKey: string }
  contact: string
  outbound: Outbound
}

const onePushMs = 5_000
const mostFailures = 3

/**
 * Sends a message to one subscriber after another, encrypted for each. Endpoints are named by strangers: they go through
 * the guard, and a host that was out of reach or over its rate three times is not tried again.
 */
export function openPusher(
  { vapid, contact, outbound }: PusherOptions,
  message: PushMessage,
  signal: AbortSignal,
): (to: Subscriber) => Promise<Pushed> {
  const failures = new Map<string, number>()
  const authorize = openAuthorizer(vapid, contact)
  const post = async ({ endpoint, p256dh, auth }: Subscriber, origin: string) =>
    outbound.request(endpoint, {
      method: 'POST',
      headers: { ...headersOf(message), authorization: authorize(origin) },
      body: webPush.encrypt(p256dh, auth, message.body, 'aes128gcm').cipherText,
      maxBytes: 1024,
      onTooLarge: 'truncate',
      signal: AbortSignal.any([signal, AbortSignal.timeout(onePushMs)]),
    })
  return async (to) => {
    const { origin } = new URL(to.endpoint)
    if (signal.aborted || (failures.get(origin) ?? 0) >= mostFailures) return { end: 'failed' }
    const pushed = await post(to, origin).then(judgeAnswer, judgeError)
    if (pushed.isOfHost) failures.set(origin, (failures.get(origin) ?? 0) + 1)
    return pushed
  }
}

const headersOf = ({ topic, ttlSeconds }: PushMessage) => ({
  'content-type': 'application/octet-stream',
  'content-encoding': 'aes128gcm',
  ttl: String(ttlSeconds),
  urgency: 'high',
  topic,
})

/** One signature for each push service. */
function openAuthorizer({ publicKey, privateKey }: PusherOptions['vapid'], contact: string) {
  const signed = new Map<string, string>()
  return (origin: string): string => {
    const known = signed.get(origin)
    if (known !== undefined) return known
    const { Authorization } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm')
    signed.set(origin, Authorization)
    return Authorization
  }
}

function judgeAnswer({ status, headers }: OutboundAnswer): Pushed {
  if (status >= 200 && status < 300) return { end: 'told' }
  if (status === 404 || status === 410) return { end: 'gone' }
  const isOfHost = status === 429
  if (!isOfHost && !isPassing(status)) return { end: 'refused' }
  return { end: 'failed', retryAfterMs: retryAfterMsOf(firstOf(headers)), isOfHost }
}

/** A repeated header holds its first value. */
const firstOf = (headers: OutboundAnswer['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]))

const judgeError = (error: unknown): Pushed =>
  error instanceof OutboundRefused ? { end: 'refused' } : { end: 'failed', isOfHost: true }
