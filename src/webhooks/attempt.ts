import type { Attempt, Reason } from '../../contract/schemas/delivery.ts'
import type { Deps } from '../deps.ts'
import { type Outbound, OutboundFailed, type OutboundFault, OutboundRefused } from '../platform/outbound/outbound.ts'
import { CannotOpen, type SecretBox } from '../platform/secret-box.ts'
import { inSpan, type SpanStart } from '../platform/trace.ts'
import { toDeliveryBody } from './delivery-body.ts'
import type { ClaimedDelivery } from './delivery-queue-store.ts'
import { getFailureReason, parseRetryAfter, type Result } from './retry-schedule.ts'
import { addStaticHeaders, decryptHeaders } from './static-headers.ts'
import { createSignedHeaders, createStandardHeaders } from './signing.ts'

export interface AttemptDeps extends Pick<Deps, 'config' | 'log'> {
  webhookOutbound: Outbound
  decrypt: SecretBox['open']
  now: () => Date
}

/** `aborted`: the process stopped before a byte was sent, so it doesn't count as an attempt (D103). */
export type AttemptResult =
  ({ kind: 'attempted'; attempt: Attempt } & Pick<Result, 'retryAfterMs'>) | { kind: 'aborted' }

const maxResponseBytes = 64 * 1024
const loggedResponseBytes = 1024
const span: SpanStart = { name: 'deliver webhook', kind: 'client' }

/**
 * Sends a delivery once. If the receiver rejects the signature during a rotation, the attempt is repeated at once with
 * the previous secret (D65). The deadline covers everything from the DNS lookup to the end of the response.
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
  let hasSent = false
  try {
    const secrets = decryptSecrets(deps, delivery, startedAt)
    const headers = decryptHeaders(deps.decrypt, delivery)
    const onSending = () => (hasSent = true)
    // Receivers get no `traceparent`: our traces don't concern third parties.
    const response = await inSpan(span, () => postSigned(deps, { delivery, secrets, headers, aborts, onSending }))
    const { status, body } = response
    const report = (error: unknown) => logInternalError(deps, delivery, error)
    const answer = orNull(() => toLoggedText(body, [...secrets, ...listConfidential(headers)]), report)
    const retryAfterMs = orNull(() => readRetryAfter(deps, response.headers['retry-after']), report)
    return toResult({ status, error: getFailureReason(status), answer }, retryAfterMs)
  } catch (error) {
    if (aborts.isAborted && !hasSent) return { kind: 'aborted' }
    const reason = aborts.isAborted ? 'stopped' : getReason(error)
    if (reason === 'internal') logInternalError(deps, delivery, error)
    return toResult({ status: null, error: reason, answer: null })
  }
}

const readRetryAfter = ({ now }: AttemptDeps, header: string | undefined): number | null =>
  header === undefined ? null : parseRetryAfter(header, now())

/** An error while reading the details of a response must not turn it into a failure. */
function orNull<T>(read: () => T, report: (error: unknown) => void): T | null {
  try {
    return read()
  } catch (error) {
    report(error)
    return null
  }
}

function logInternalError({ log }: Pick<AttemptDeps, 'log'>, { id }: ClaimedDelivery, error: unknown): void {
  const { name, message } = error as Error
  log.error({ deliveryId: id, fault: name, reason: message }, 'a delivery attempt met an internal error')
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
    // The key of the previous secret is lost, so only the current secret can sign.
    if (error instanceof CannotOpen) return [current]
    throw error
  }
}

interface Post {
  delivery: ClaimedDelivery
  secrets: Secrets
  /** The subscription's own. */
  headers: [name: string, value: string][]
  aborts: AbortGroup
  onSending: () => void
}

/**
 * The service's own header has one signature, because receivers may compare the whole header. Standard Webhooks has a
 * list.
 */
async function postSigned(deps: AttemptDeps, given: Post) {
  const { delivery, secrets } = given
  const [current, previous] = secrets
  if (delivery.format === 'standard-webhooks') return post(deps, given)
  const response = await post(deps, { ...given, secrets: [current] })
  const isRejected = response.status === 401 || response.status === 403
  return previous !== undefined && isRejected ? post(deps, { ...given, secrets: [previous] }) : response
}

async function post(deps: AttemptDeps, { delivery, secrets, headers, aborts, onSending }: Post) {
  const { config, webhookOutbound } = deps
  const body = toDeliveryBody(delivery)
  const abort = aborts.join()
  const timer = setTimeout(() => abort.abort(new DOMException('too late', 'TimeoutError')), config.deliveryDeadlineMs)
  try {
    return await webhookOutbound.request(delivery.endpoint, {
      method: 'POST',
      headers: addStaticHeaders(sign(deps, { delivery, secrets, body }), headers),
      body,
      maxBytes: maxResponseBytes,
      onTooLarge: 'truncate',
      onSending,
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

/** Removes secrets before truncating: part of a secret would not be recognised. */
function toLoggedText(body: Buffer, secrets: string[]): string | null {
  if (body.length === 0) return null
  const whole = secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), body.toString('utf8'))
  return Buffer.from(whole).subarray(0, loggedResponseBytes).toString('utf8').replaceAll('\0', '') || null
}

/** Shorter values, such as a version, are no secrets, and would be cut out of ordinary words. */
const minConfidential = 8

const listConfidential = (headers: Post['headers']): string[] =>
  headers.map(([, value]) => value).filter(({ length }) => length >= minConfidential)

const reasons: Record<OutboundFault, Reason> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  stalled: 'timeout',
  too_large: 'broken',
  broken: 'broken',
}

function getReason(error: unknown): Reason {
  if (error instanceof OutboundRefused) return 'blocked_address'
  return error instanceof OutboundFailed && !isCausedHere(error) ? reasons[error.reason] : 'internal'
}

/** This machine is out of a resource, or has no network. */
const localCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ENETDOWN'])

function isCausedHere({ cause }: Error): boolean {
  if (!(cause instanceof Error)) return false
  return ('code' in cause && localCodes.has(String(cause.code))) || isCausedHere(cause)
}

/** Aborts many requests at once. Unlike listeners of one AbortSignal, a request joins and leaves in constant time. */
export class AbortGroup {
  readonly #controllers = new Set<AbortController>()
  #reason: Error | null = null

  get isAborted(): boolean {
    return this.#reason !== null
  }

  join(): AbortController {
    const controller = new AbortController()
    if (this.#reason) controller.abort(this.#reason)
    this.#controllers.add(controller)
    return controller
  }

  leave(controller: AbortController): void {
    this.#controllers.delete(controller)
  }

  abort(reason: Error): void {
    this.#reason = reason
    for (const controller of this.#controllers) controller.abort(reason)
  }
}
