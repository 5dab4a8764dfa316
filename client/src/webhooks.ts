import type { webhooks } from './api.ts'

type Payload<Name extends keyof webhooks> = webhooks[Name]['post'] extends { requestBody?: { content: infer Content } }
  ? Content extends { 'application/json': infer Body }
    ? Body
    : never
  : never

/** The body of a delivery. `event` tells which it is; `webhook.test` and later events have data of another shape. */
export type WebhookEvent =
  | { [Name in keyof webhooks]: Payload<Name> }[keyof webhooks]
  | { id: string; event: 'webhook.test'; timestamp: string; data: Record<string, unknown> }

/** A delivery as it arrived. */
export interface WebhookDelivery {
  /** The raw body, before anything parses it. */
  body: string | Uint8Array
  headers: Headers | Record<string, string | string[] | undefined>
}

export interface WebhookOptions {
  /** The secret of the subscription; during a rotation, both. */
  secret: string | string[]
  /** How far the timestamp may be off. Default 300. */
  toleranceSeconds?: number
  /** The time to compare with. Default now. */
  now?: Date
}

/** A delivery that must be refused with 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** `unsigned`: the headers are missing; `stale`: the timestamp is too far off; `forged`: no secret made the signature. */
  readonly reason: 'unsigned' | 'stale' | 'forged'

  constructor(reason: WebhookError['reason']) {
    super(messages[reason])
    this.reason = reason
  }
}

const messages = {
  unsigned: 'The delivery has no signature',
  stale: 'The timestamp is too old or in the future',
  forged: 'The signature does not match the body',
}

/** A verified delivery. */
export interface VerifiedWebhook {
  /**
   * Names the delivery in logs and requests. In the format `specification` the signature does not cover this id, so don't
   * recognise repeated deliveries by it.
   */
  deliveryId: string
  /** The signed event. `event.id` is the same for each attempt: ignore an id that you have seen in the last 24 hours. */
  event: WebhookEvent
}

/**
 * Verifies the signature of a delivery in either format, in constant time, and parses its body.
 * It throws a `WebhookError` when the delivery must be refused.
 */
export async function verifyWebhook(delivery: WebhookDelivery, options: WebhookOptions): Promise<VerifiedWebhook> {
  const { secret, toleranceSeconds = 300, now = new Date() } = options
  if (typeof delivery.body !== 'string' && !ArrayBuffer.isView(delivery.body)) throw new TypeError('Pass the raw body')
  const signed = readHeaders(toHeaders(delivery.headers))
  if (!signed?.id || !/^\d{1,12}$/.test(signed.timestamp)) throw new WebhookError('unsigned')
  const offSeconds = Math.abs(now.getTime() / 1000 - Number(signed.timestamp))
  if (!(offSeconds <= toleranceSeconds)) throw new WebhookError('stale') // also when a setting is NaN
  const body = typeof delivery.body === 'string' ? encoder.encode(delivery.body) : delivery.body
  const secrets = typeof secret === 'string' ? [secret] : secret
  const verdicts = await Promise.all(secrets.map((one) => isSignedWith(one, signed, body)))
  if (!verdicts.includes(true)) throw new WebhookError('forged')
  return { deliveryId: signed.id, event: JSON.parse(new TextDecoder().decode(body)) as WebhookEvent }
}

interface Signed {
  id: string
  timestamp: string
  /** The part of the signed text before the body. */
  prefix: string
  toKey: (secret: string) => Uint8Array<ArrayBuffer>
  signatures: Uint8Array<ArrayBuffer>[]
}

/**
 * The names carry the deployment's name: `X-Launchscore-Signature`. A proxy may add a signature of its own, without the other
 * two headers.
 */
function readHeaders(headers: Headers): Signed | undefined {
  const standard = headers.get('webhook-signature')
  if (standard !== null) {
    const [id = '', timestamp = ''] = [headers.get('webhook-id'), headers.get('webhook-timestamp')].map(
      (one) => one ?? '',
    )
    const signatures = standard.split(' ').flatMap((one) => (one.startsWith('v1,') ? fromBase64(one.slice(3)) : []))
    return { id, timestamp, prefix: `${id}.${timestamp}.`, toKey: fromStandardSecret, signatures }
  }
  const readOf = (name: string) => (what: string) => headers.get(name.replace(/signature$/, what)) ?? ''
  const read = [...headers.keys()]
    .filter((key) => /^x-[a-z0-9]+-signature$/.test(key))
    .map(readOf)
    .find((one) => one('timestamp') && one('delivery'))
  if (!read) return undefined
  const timestamp = read('timestamp')
  const signatures = fromHex(/^sha256=([0-9a-f]{64})$/.exec(read('signature'))?.[1] ?? '')
  return {
    id: read('delivery'),
    timestamp,
    prefix: `${timestamp}.`,
    toKey: (secret) => encoder.encode(secret),
    signatures,
  }
}

const encoder = new TextEncoder()

/** One HMAC is computed per secret: a header of thousands of signatures costs no more than one signature. */
async function isSignedWith(secret: string, { prefix, toKey, signatures }: Signed, body: Uint8Array): Promise<boolean> {
  const bytes = toKey(secret)
  if (bytes.length === 0) return false
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const start = encoder.encode(prefix)
  const text = new Uint8Array(start.length + body.length)
  text.set(start)
  text.set(body, start.length)
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, text))
  return signatures.map((one) => isEqual(one, expected)).includes(true)
}

/** Takes the same time wherever the bytes differ. */
function isEqual(given: Uint8Array, expected: Uint8Array): boolean {
  let difference = given.length ^ expected.length
  for (const [at, byte] of expected.entries()) difference |= byte ^ (given[at] ?? 0)
  return difference === 0
}

const fromStandardSecret = (secret: string) => fromBase64(secret.replace(/^whsec_/, ''))[0] ?? new Uint8Array()

/** Empty where the text is no base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]
  } catch {
    return []
  }
}

const fromHex = (text: string) =>
  text === '' ? [] : [Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))]

function toHeaders(headers: WebhookDelivery['headers']): Headers {
  if (headers instanceof Headers) return headers
  const given = Object.entries(headers).flatMap(
    ([name, value]) => (value === undefined || name.startsWith(':') ? [] : [[name, value] as const]), // HTTP/2 begins with `:method`
  )
  return new Headers(given.map(([name, value]) => [name, typeof value === 'string' ? value : value.join(', ')]))
}
