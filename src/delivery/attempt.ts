import type { Deps } from '../deps.ts'
import { type Outbound, OutboundFailed, type OutboundFault, OutboundRefused } from '../platform/outbound/outbound.ts'
import { type SpanStart, inSpan } from '../platform/tracing/trace.ts'
import { CannotOpen, type SecretBox } from '../platform/crypto/secret-box.ts'
import type { AbortGroup } from './abort-group.ts'
import type { ClaimedDelivery } from './queue-store.ts'
import { toDeliveryBody } from './delivery-body.ts'
import { type Result, getFailureReason, parseRetryAfter } from './next-attempt.ts'
import type { Attempt, Reason } from './schemas.ts'
import { createSignedHeaders } from './signing/sign.ts'
import { createStandardHeaders } from './signing/sign-standard.ts'

export interface AttemptDeps extends Pick<Deps, 'config' | 'log'> {
  webhookOutbound: Outbound
  decrypt: SecretBox['open']
  now: () => Date
}

/** `aborted` and `internal-error` are not the receiver's fault: they count as no attempt. */
export type AttemptResult =
  | ({ kind: 'attempted'; attempt: Attempt } & Pick<Result, 'retryAfterMs'>)
  | { kind: 'aborted' }
  | { kind: 'internal-error' }

const maxResponseBytes = 64 * 1024
const loggedResponseBytes = 1024
const span: SpanStart = { name: 'deliver webhook', kind: 'client' }

/**
 * Sends a delivery once: signed with the current secret and, when the receiver rejects that during a rotation, at once with
 * the previous one (D65). The deadline covers the DNS lookup, the connection, the request and the whole response.
 */
export async function attemptDelivery(
  deps: AttemptDeps,
  delivery: ClaimedDelivery,
  aborts: AbortGroup,
): Promise<AttemptResult> {
  const startedAt = deps.now()
  const startedMs = performance.now()
  const toResult = (outcome: Pick<Attempt, 'status' | 'error' | 'answer'>, retryAfterMs: number | null = null) => {
    const durationMs = Math.round(performance.now() - startedMs)
    const attempt = { startedAt: startedAt.toISOString(), durationMs, ...outcome }
    return { kind: 'attempted', attempt, retryAfterMs } as const
  }
  try {
    const secrets = decryptSecrets(deps, delivery, startedAt)
    // The receiver gets no `traceparent`: our traces are not the concern of strangers.
    const { status, headers, body } = await inSpan(span, () => postSigned(deps, { delivery, secrets, aborts }))
    const retryAfterMs = parseRetryAfter(headers['retry-after'], deps.now())
    return toResult({ status, error: getFailureReason(status), answer: toLoggedText(body, secrets) }, retryAfterMs)
  } catch (error) {
    if (aborts.isAborted) return { kind: 'aborted' }
    const reason = getReason(error)
    if (reason) return toResult({ status: null, error: reason, answer: null })
    const { name, message } = error as Error
    deps.log.error(
      { deliveryId: delivery.id, fault: name, reason: message },
      'a delivery attempt failed with an internal error',
    )
    return { kind: 'internal-error' }
  }
}

/** The current secret and, for 24 hours after a rotation, the previous one. */
type Secrets = [current: string] | [current: string, previous: string]

function decryptSecrets({ decrypt }: AttemptDeps, delivery: ClaimedDelivery, now: Date): Secrets {
  const { subscriptionId, secret, previousSecret, previousUntil } = delivery
  const current = decrypt(secret, subscriptionId)
  if (previousSecret === null || previousUntil === null || previousUntil <= now) return [current]
  try {
    return [current, decrypt(previousSecret, subscriptionId)]
  } catch (error) {
    // Its key is lost, so the owner has rotated it: the current secret must sign without it.
    if (error instanceof CannotOpen) return [current]
    throw error
  }
}

interface Post {
  delivery: ClaimedDelivery
  secrets: Secrets
  aborts: AbortGroup
}

/**
 * The service's own signature header holds one signature, because receivers may compare it as a whole. That of Standard
 * Webhooks is a list.
 */
async function postSigned(deps: AttemptDeps, { delivery, secrets, aborts }: Post) {
  const [current, previous] = secrets
  if (delivery.format === 'standard-webhooks') return post(deps, { delivery, secrets, aborts })
  const response = await post(deps, { delivery, secrets: [current], aborts })
  const isRejected = response.status === 401 || response.status === 403
  return previous !== undefined && isRejected ? post(deps, { delivery, secrets: [previous], aborts }) : response
}

async function post(deps: AttemptDeps, { delivery, secrets, aborts }: Post) {
  const { config, webhookOutbound } = deps
  const body = toDeliveryBody(delivery.body, delivery.include, delivery.subject)
  const abort = aborts.join()
  const timer = setTimeout(() => abort.abort(new DOMException('too late', 'TimeoutError')), config.deliveryDeadlineMs)
  try {
    return await webhookOutbound.request(delivery.endpoint, {
      method: 'POST',
      headers: sign(deps, { delivery, secrets, body }),
      body,
      maxBytes: maxResponseBytes,
      onTooLarge: 'truncate',
      signal: abort.signal,
    })
  } finally {
    clearTimeout(timer)
    aborts.leave(abort)
  }
}

interface Signed extends Pick<Post, 'delivery' | 'secrets'> {
  body: string
}

function sign({ config, now }: AttemptDeps, { delivery: { id: deliveryId, event, format }, secrets, body }: Signed) {
  const { serviceName } = config
  const at = now()
  if (format === 'standard-webhooks') return createStandardHeaders({ serviceName, deliveryId, body, secrets, at })
  return createSignedHeaders({ serviceName, event, deliveryId, body, secret: secrets[0], at })
}

/** Removes the secrets, which a receiver may echo, before the cut: a part of a secret would not be found. */
function toLoggedText(body: Buffer, secrets: string[]): string | null {
  const whole = secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), body.toString('utf8'))
  return Buffer.from(whole).subarray(0, loggedResponseBytes).toString('utf8').replaceAll('\0', '') || null
}

const reasons: Record<OutboundFault, Reason> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  stalled: 'timeout',
  too_large: 'broken',
  broken: 'broken',
}

/** Why the receiver's side failed; undefined: our own side did. */
function getReason(error: unknown): Reason | undefined {
  if (error instanceof OutboundRefused) return 'blocked_address'
  return error instanceof OutboundFailed && !isCausedHere(error) ? reasons[error.reason] : undefined
}

/** This machine has run out of a resource or has no network. */
const localCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ENETDOWN', 'EADDRNOTAVAIL'])

function isCausedHere({ cause }: Error): boolean {
  if (!(cause instanceof Error)) return false
  return ('code' in cause && localCodes.has(String(cause.code))) || isCausedHere(cause)
}
