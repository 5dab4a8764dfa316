import { createHmac, timingSafeEqual } from 'node:crypto'
import { serviceHeader, webhookAgent } from '../../platform/http/service-header.ts'

interface Signable {
  serviceName: string
  event: string
  deliveryId: string
  body: string
  secret: string
  at: Date
}

/** Each attempt has its own timestamp, so that receivers don't reject a late retry as stale. */
export function createSignedHeaders({
  serviceName,
  event,
  deliveryId,
  body,
  secret,
  at,
}: Signable): Record<string, string> {
  const name = getHeaderNames(serviceName)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'user-agent': webhookAgent(serviceName),
    [name.event]: event,
    [name.delivery]: deliveryId,
    [name.timestamp]: timestamp,
    [name.signature]: `sha256=${computeHmac(secret, timestamp, body)}`,
  }
}

export function getHeaderNames(serviceName: string) {
  return {
    event: serviceHeader(serviceName, 'Event'),
    delivery: serviceHeader(serviceName, 'Delivery'),
    signature: serviceHeader(serviceName, 'Signature'),
    timestamp: serviceHeader(serviceName, 'Timestamp'),
  }
}

const computeHmac = (secret: string, timestamp: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

const toleranceSeconds = 300

interface Received {
  signature: string | undefined
  timestamp: string | undefined
  body: string | Buffer
}

/** Receivers must respond 401 to everything but `good`. */
export function verifyDelivery(
  { signature = '', timestamp = '', body }: Received,
  secret: string,
  now: Date,
): 'good' | 'unsigned' | 'stale' | 'forged' {
  if (!/^\d{1,12}$/.test(timestamp) || signature === '') return 'unsigned'
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return 'stale'
  const expected = Buffer.from(`sha256=${computeHmac(secret, timestamp, body)}`)
  return isEqual(Buffer.from(signature), expected) ? 'good' : 'forged'
}

const isEqual = (given: Buffer, expected: Buffer) =>
  given.length === expected.length && timingSafeEqual(given, expected)
