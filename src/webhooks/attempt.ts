import type { Deps } from '../deps.ts'
import { type Outbound, OutboundFailed, type OutboundFault, OutboundRefused } from '../platform/outbound.ts'
import type { Cut } from '../platform/cut.ts'
import { CannotOpen, type SecretBox } from '../platform/secret-box.ts'
import type { ClaimedDelivery } from './queue-store.ts'
import { faultOfStatus } from './retry.ts'
import type { Attempt, Reason } from './schemas.ts'
import { signedHeaders } from './sign.ts'

export interface AttemptDeps extends Pick<Deps, 'config' | 'log'> {
  outbound: Outbound
  /** null: no ENCRYPTION_KEY. */
  open: SecretBox['open'] | null
  now: () => Date
}

/** What can't count: it was cut off because this process ends, or something on our side kept it from being tried. */
export type Attempted = Attempt | 'stopped' | 'our fault'

const mostAnswerBytes = 64 * 1024
const keptAnswerBytes = 1024

/** Sends a delivery once: name look-up, connection, request and the whole answer within the deadline. */
export async function attemptDelivery(deps: AttemptDeps, delivery: ClaimedDelivery, stopped: Cut): Promise<Attempted> {
  const startedAt = deps.now()
  const since = performance.now()
  const done = (ended: Pick<Attempt, 'status' | 'error' | 'answer'>) => ({
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - since),
    ...ended,
  })
  try {
    const secrets = openSecrets(deps, delivery, startedAt)
    const { status, body } = await post(deps, { delivery, secrets, at: startedAt, stopped })
    return done({ status, error: faultOfStatus(status), answer: textOf(body, secrets) })
  } catch (error) {
    if (stopped.isCut) return 'stopped'
    const reason = reasonOf(error)
    if (reason) return done({ status: null, error: reason, answer: null })
    const { name, message } = error as Error
    deps.log.error({ deliveryId: delivery.id, fault: name, reason: message }, 'a delivery could not be tried')
    return 'our fault'
  }
}

/** The one to sign with, and for 24 hours after a rotation the one before. */
function openSecrets({ open }: AttemptDeps, delivery: ClaimedDelivery, now: Date): string[] {
  const { subscriptionId, secret, previousSecret, previousUntil } = delivery
  if (!open) throw new CannotOpen('No ENCRYPTION_KEY is configured.')
  const sealed = [secret, ...(previousSecret && previousUntil && previousUntil > now ? [previousSecret] : [])]
  return sealed.map((one) => open(one, subscriptionId))
}

interface Post {
  delivery: ClaimedDelivery
  secrets: string[]
  at: Date
  stopped: Cut
}

async function post({ config, outbound }: AttemptDeps, { delivery, secrets, at, stopped }: Post) {
  const { id: deliveryId, event, body, endpoint } = delivery
  const abort = new AbortController()
  const forget = stopped.whenCut(() => abort.abort(new Error('The process ends.')))
  const timer = setTimeout(() => abort.abort(new DOMException('too late', 'TimeoutError')), config.deliveryDeadlineMs)
  try {
    return await outbound.request(endpoint, {
      method: 'POST',
      headers: signedHeaders({ serviceName: config.serviceName, event, deliveryId, body, secrets, at }),
      body,
      maxBytes: mostAnswerBytes,
      onTooLarge: 'truncate',
      signal: abort.signal,
    })
  } finally {
    clearTimeout(timer)
    forget()
  }
}

/** For the log: a receiver may say anything, its secret too. */
function textOf(body: Buffer, secrets: string[]): string | null {
  const text = body.subarray(0, keptAnswerBytes).toString('utf8').replaceAll('\0', '')
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), text) || null
}

const reasons: Record<OutboundFault, Reason> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  too_large: 'broken',
  broken: 'broken',
}

/** What the receiver is at fault for; undefined: it isn't. */
function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof OutboundRefused) return 'blocked_address'
  return error instanceof OutboundFailed && !isOurs(error) ? reasons[error.reason] : undefined
}

/** This machine has no more of something, or no network at all. */
const ourCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ENETDOWN', 'EADDRNOTAVAIL'])

function isOurs({ cause }: Error): boolean {
  if (!(cause instanceof Error)) return false
  return ('code' in cause && ourCodes.has(String(cause.code))) || isOurs(cause)
}
