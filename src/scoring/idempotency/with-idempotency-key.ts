import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { canonicalJson } from '../../../contract/canonical-json.ts'
import { ApiError } from '../../platform/errors.ts'
import { isDeadline, sendJsonText } from '../../platform/http/responses.ts'
import { nameKeyHolder } from '../../platform/network/request-client.ts'
import { getShownBody } from '../takedown/get-shown-body.ts'
import { type IdempotencyKey, noKey, runUnderClaim, takeClaim } from './claim.ts'
import { type KeyUse, findKey } from './idempotency-store.ts'

interface ScoreText {
  id: string
  body: string
}

export interface StoredScore extends ScoreText {
  isReplay: boolean
}

/**
 * Runs a scoring at most once per caller and Idempotency-Key, over all replicas. A second request waits for the record
 * of the first; a failed scoring leaves the key free (D22, D67).
 */
export async function withIdempotencyKey(
  deps: Deps,
  { request, signal }: { request: FastifyRequest; signal: AbortSignal },
  score: (key: IdempotencyKey) => Promise<ScoreText>,
): Promise<StoredScore> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return { ...(await score(noKey)), isReplay: false }
  const use = { scope: await toScope(deps, request), key, fingerprint: computeFingerprint(request) }
  for (;;) {
    const claim = await takeClaim(deps, use)
    const created = claim && (await deps.keyWaits.hold(use, () => runUnderClaim(deps, claim, score)))
    if (created) return { ...created, isReplay: false }
    const replay = await findRecord(deps, use)
    if (replay) return { ...replay, isReplay: true }
    await wait(deps, use, signal)
  }
}

/** Keys belong to the route and to the lineage or network, so keys of different callers can't collide. */
async function toScope({ hashNetwork }: Deps, request: FastifyRequest): Promise<string> {
  const { caller } = request
  const owner = caller.key ? nameKeyHolder(caller.key.rootId) : `network ${(await hashNetwork(request.ip)).network}`
  return `${request.routeOptions.url} ${owner}`
}

/** The routes take no query parameters. Path ids may be upper or lower case. */
function computeFingerprint({ params, body }: FastifyRequest): string {
  const ids = Object.entries(params as object).map(([name, id]) => [name, String(id).toLowerCase()])
  const request = { params: Object.fromEntries(ids), body: body ?? {} }
  return createHash('sha256').update(canonicalJson(request)).digest('hex')
}

async function findRecord({ db }: Deps, use: KeyUse): Promise<ScoreText | undefined> {
  const row = await findKey(db, use)
  if (!row) return undefined
  if (row.fingerprint !== use.fingerprint)
    throw new ApiError('conflict', 'This Idempotency-Key was used with a different request. Use a new key.')
  return row.scoreId ? { id: row.scoreId, body: await getShownBody(db, row.scoreId) } : undefined
}

async function wait({ keyWaits }: Deps, use: KeyUse, signal: AbortSignal): Promise<void> {
  try {
    await keyWaits.wait(use, signal)
  } catch (error) {
    throw isDeadline(error) ? createStillRunningError() : error
  }
}

function createStillRunningError(): ApiError {
  const message = 'The first request with this Idempotency-Key is still running. Retry with the same key.'
  return new ApiError('conflict', message, { retryAfterSeconds: 5 })
}

/** 201 for a new record; 200 and `Idempotent-Replayed` for the record of an earlier request. */
export function sendCreated(reply: FastifyReply, outcome: StoredScore) {
  describeCreated(reply.code(outcome.isReplay ? 200 : 201), outcome)
  return sendJsonText(reply, outcome.body)
}

export function describeCreated(reply: FastifyReply, { id, isReplay }: StoredScore): void {
  reply.header('location', `/v1/score/${id}`)
  if (isReplay) reply.header('idempotent-replayed', 'true')
}
