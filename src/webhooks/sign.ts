import { createHmac, timingSafeEqual } from 'node:crypto'

interface Signable {
  /** D1: its letters and digits are the middle of the headers’ names. */
  serviceName: string
  event: string
  deliveryId: string
  body: string
  /** The current one first; after a rotation the one before too. */
  secrets: string[]
  at: Date
}

/** The headers of one attempt: signed anew each time, so that a late one is not refused as stale. */
export function signedHeaders({ serviceName, event, deliveryId, body, secrets, at }: Signable): Record<string, string> {
  const name = headerNames(serviceName)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'user-agent': 'Launchscore-Webhooks/1',
    [name.event]: event,
    [name.delivery]: deliveryId,
    [name.timestamp]: timestamp,
    [name.signature]: secrets.map((secret) => `sha256=${hmacOf(secret, timestamp, body)}`).join(','),
  }
}

export function headerNames(serviceName: string) {
  const prefix = `X-${serviceName.replaceAll(/[^A-Za-z0-9]/g, '')}`
  return {
    event: `${prefix}-Event`,
    delivery: `${prefix}-Delivery`,
    signature: `${prefix}-Signature`,
    timestamp: `${prefix}-Timestamp`,
  }
}

const hmacOf = (secret: string, timestamp: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

const toleranceSeconds = 300

interface Received {
  /** The value of the signature header, and of the timestamp header. */
  signature: string | undefined
  timestamp: string | undefined
  /** As it came, unparsed. */
  body: string | Buffer
}

/** What a receiver makes of a delivery: only `good` may be worked on, the rest is answered 401. */
export function verifyDelivery(
  { signature = '', timestamp = '', body }: Received,
  secret: string,
  now: Date,
): 'good' | 'unsigned' | 'stale' | 'forged' {
  if (!/^\d{1,12}$/.test(timestamp) || signature === '') return 'unsigned'
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return 'stale'
  const expected = Buffer.from(`sha256=${hmacOf(secret, timestamp, body)}`)
  const isGood = signature.split(',').some((one) => isSame(Buffer.from(one.trim()), expected))
  return isGood ? 'good' : 'forged'
}

const isSame = (given: Buffer, expected: Buffer) => given.length === expected.length && timingSafeEqual(given, expected)
