import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps, Tx } from '../deps.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import { ApiError } from '../platform/errors.ts'
import { isDeadline, sendJsonText } from '../platform/http-answers.ts'
import { type KeyName, claimKey, deleteClaim, findKey, renewClaim, sealKey } from './idempotency-store.ts'
import type { Recorded } from './record-score.ts'
import { findScoreBody } from './store.ts'

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description: '1–255 visible ASCII characters; the same key and body within 24 h answers the first record again',
    }),
  ),
})

/** What a scoring is bound to: the caller's patience, and its key, tied to the record in the record's transaction. */
export interface Once {
  signal: AbortSignal
  seal: (tx: Tx, scoreId: string) => Promise<void>
}

interface Scored extends Recorded {
  isReplay: boolean
}

type OnceDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'config'>
type Work = (once: Once) => Promise<Recorded>

/**
 * Runs a scoring at most once per Idempotency-Key (D22), over all replicas: whoever comes second waits for the first
 * one's record; a scoring that failed, or whose process died, leaves the key free.
 */
export async function scoreOnce(
  deps: OnceDeps,
  { request, signal }: { request: FastifyRequest; signal: AbortSignal },
  work: Work,
): Promise<Scored> {
  const given = request.headers['idempotency-key']
  if (typeof given !== 'string') return { ...(await work({ signal, seal: async () => {} })), isReplay: false }
  const name = { scope: request.routeOptions.url ?? '', key: given }
  const fingerprint = fingerprintOf({ path: request.url, body: request.body ?? {} })
  for (;;) {
    const claim = deps.random.uuid()
    if (await claimKey(deps.db, claimAt(deps, { ...name, fingerprint, claim }))) {
      const recorded = await runClaimed(deps, { name, claim, signal }, work)
      if (recorded !== 'lost') return { ...recorded, isReplay: false }
    }
    const replay = await findRecord(deps, name, fingerprint)
    if (replay) return { ...replay, isReplay: true }
    await pause(50, undefined, { signal }).catch(() => {
      throw isDeadline(signal.reason) ? stillRunning() : signal.reason
    })
  }
}

const fingerprintOf = (request: { path: string; body: unknown }) =>
  createHash('sha256').update(canonicalJson(request)).digest('hex')

const stillRunning = () =>
  new ApiError(
    'conflict',
    'The first request with this Idempotency-Key is still running. Send it again with this key.',
    {
      retryAfterSeconds: 5,
    },
  )

function claimAt({ clock, config }: OnceDeps, key: KeyName & { fingerprint: string; claim: string }) {
  const now = clock.now()
  return {
    ...key,
    now,
    claimedUntil: new Date(now.getTime() + config.keyLeaseMs),
    forgottenBefore: forgottenBefore(now),
  }
}

/** Keys are kept for 24 h (D22). */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - 24 * 3600 * 1000)

class ClaimLost extends Error {}

async function runClaimed(
  deps: OnceDeps,
  { name, claim, signal }: { name: KeyName; claim: string; signal: AbortSignal },
  work: Work,
): Promise<Recorded | 'lost'> {
  const { db } = deps
  const done = new AbortController()
  void holdClaim(deps, { name, claim }, done.signal)
  const seal = async (tx: Tx, scoreId: string) => {
    if (!(await sealKey(tx, name, claim, scoreId))) throw new ClaimLost()
  }
  try {
    return await work({ signal, seal })
  } catch (error) {
    if (error instanceof ClaimLost) return 'lost'
    await deleteClaim(db, name, claim)
    throw error
  } finally {
    done.abort()
  }
}

/**
 * Renews a claim until its work is done, so that it runs out soon after its process has died, and only then. Should it be
 * lost all the same (a stalled process, a database out of reach), the seal fails and nothing is written twice.
 */
async function holdClaim(
  { db, clock, config }: OnceDeps,
  { name, claim }: { name: KeyName; claim: string },
  done: AbortSignal,
): Promise<void> {
  const { keyLeaseMs } = config
  while (!done.aborted) {
    await pause(keyLeaseMs / 3, undefined, { signal: done }).catch(() => {})
    if (done.aborted) return
    await renewClaim(db, name, claim, new Date(clock.now().getTime() + keyLeaseMs)).catch(() => {}) // the next one may do
  }
}

async function findRecord({ db }: OnceDeps, name: KeyName, fingerprint: string): Promise<Recorded | undefined> {
  const row = await findKey(db, name)
  if (!row) return undefined
  if (row.fingerprint !== fingerprint)
    throw new ApiError('conflict', 'This Idempotency-Key was used with another request. Use a new key.')
  const body = row.score_id && (await findScoreBody(db, row.score_id))
  return row.score_id && body ? { id: row.score_id, body } : undefined
}

/** 201 for a record just made, 200 and `Idempotent-Replayed` for the one that was there (D4, D22). */
export function sendScored(reply: FastifyReply, { id, body, isReplay }: Scored) {
  reply.code(isReplay ? 200 : 201).header('location', `/v1/score/${id}`)
  if (isReplay) reply.header('idempotent-replayed', 'true')
  return sendJsonText(reply, body)
}
