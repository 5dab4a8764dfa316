import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeliveryFormat } from '../../contract/schemas/delivery.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'
import { serviceHeader, webhookAgent } from '../platform/http/headers.ts'
import { CannotOpen, type SecretBox } from '../platform/secret-box.ts'

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
    'user-agent': name.agent,
    [name.event]: event,
    [name.delivery]: deliveryId,
    [name.timestamp]: timestamp,
    [name.signature]: `sha256=${computeHmac(secret, timestamp, body)}`,
  }
}

interface HeaderNames {
  event: string
  delivery: string
  signature: string
  timestamp: string
  /** The value of `user-agent`. */
  agent: string
}

const knownNames = new Map<string, HeaderNames>()

/** Computed once, because a process signs thousands of deliveries a second under one name. */
export function getHeaderNames(serviceName: string): HeaderNames {
  const known = knownNames.get(serviceName)
  if (known) return known
  const names = {
    event: serviceHeader(serviceName, 'Event'),
    delivery: serviceHeader(serviceName, 'Delivery'),
    signature: serviceHeader(serviceName, 'Signature'),
    timestamp: serviceHeader(serviceName, 'Timestamp'),
    agent: webhookAgent(serviceName),
  }
  knownNames.set(serviceName, names)
  return names
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

interface StandardSignable {
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
}: StandardSignable): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${deliveryId}.${timestamp}.${body}`
  const sign = (secret: string) => createHmac('sha256', toKey(secret)).update(signed).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': getHeaderNames(serviceName).agent,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}

interface StandardReceived {
  id: string | undefined
  timestamp: string | undefined
  signature: string | undefined
  body: Buffer
}

/** Succeeds if one of the signatures was made with the secret. */
export function verifyStandardDelivery(
  { id = '', timestamp = '', signature = '', body }: StandardReceived,
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

/** A secret with fewer different characters is too easy to guess. */
const minDistinct = 5

export function getSecretBox({ secrets }: Deps): SecretBox {
  if (!secrets) throw new ApiError('not_configured', 'Webhooks are not configured: ENCRYPTION_KEY is not set.')
  return secrets
}

export function encryptSecret(
  deps: Deps,
  { subscriptionId, secret, format }: { subscriptionId: string; secret: string; format: DeliveryFormat },
): string {
  const secrets = getSecretBox(deps)
  if (!secret.isWellFormed()) throw badField('secret', 'must be well-formed Unicode without lone surrogates')
  if (new Set(secret).size < minDistinct)
    throw badField('secret', `must have at least ${minDistinct} different characters; use a random secret`)
  const fault = format === 'standard-webhooks' ? findSecretFault(secret) : null
  if (fault) throw badField('secret', fault)
  return secrets.seal(secret, subscriptionId)
}

/** False if the key of the stored secret is not configured. */
export function decrypts(
  deps: Deps,
  { subscriptionId, encrypted, to }: { subscriptionId: string; encrypted: string; to: string },
): boolean {
  try {
    return getSecretBox(deps).open(encrypted, subscriptionId) === to
  } catch (error) {
    if (error instanceof CannotOpen) return false
    throw error
  }
}
