import { createHmac, timingSafeEqual } from 'node:crypto'
import { webhookAgent } from '../../platform/http/service-header.ts'

interface Signable {
  serviceName: string
  deliveryId: string
  body: string
  secrets: string[]
  at: Date
}

/** The headers of a Standard Webhooks delivery, whose signature is a list. */
export function createStandardHeaders({
  serviceName,
  deliveryId,
  body,
  secrets,
  at,
}: Signable): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${deliveryId}.${timestamp}.${body}`
  const sign = (secret: string) => createHmac('sha256', toKey(secret)).update(signed).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': webhookAgent(serviceName),
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}

interface Received {
  id: string | undefined
  timestamp: string | undefined
  signature: string | undefined
  body: Buffer
}

const toleranceSeconds = 300

/** Succeeds if one of the signatures was made with the secret. */
export function verifyStandardDelivery(
  { id = '', timestamp = '', signature = '', body }: Received,
  secret: string,
  now: Date,
): 'good' | 'unsigned' | 'stale' | 'forged' {
  if (!/^\d{1,12}$/.test(timestamp) || signature === '') return 'unsigned'
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return 'stale'
  const hmac = createHmac('sha256', toKey(secret)).update(`${id}.${timestamp}.`).update(body)
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`)
  const isGood = signature.split(' ').some((one) => isEqual(Buffer.from(one), expected))
  return isGood ? 'good' : 'forged'
}

const isEqual = (given: Buffer, expected: Buffer) =>
  given.length === expected.length && timingSafeEqual(given, expected)

const secretPrefix = 'whsec_'
const minKeyBytes = 24
const maxKeyBytes = 64

export function findSecretFault(secret: string): string | null {
  const isBase64 = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) && toKey(secret).toString('base64') === toBase64(secret)
  const { length } = toKey(secret)
  if (isBase64 && length >= minKeyBytes && length <= maxKeyBytes) return null
  return `must be ${secretPrefix} followed by ${minKeyBytes} to ${maxKeyBytes} random bytes in base64, as Standard Webhooks requires`
}

const toBase64 = (secret: string) => secret.slice(secretPrefix.length)

const toKey = (secret: string) => Buffer.from(toBase64(secret), 'base64')
