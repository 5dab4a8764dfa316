import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalJson } from '../../contract/canonical-json.ts'
import { dayMs } from '../../contract/time.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { createCoalesce } from '../platform/caching.ts'
import { ApiError } from '../platform/errors.ts'
import { isDeadline, sendJsonText } from '../platform/http/responses.ts'
import { QueueRefused } from '../platform/queues/admission-queue.ts'
import { type Client, currentClient, nameKeyHolder } from '../platform/request-client.ts'
import { getCreatedBody } from './drafts.ts'
import {
  type Claim,
  completeKey,
  deleteClaim,
  deleteExpiredKeys,
  findKey,
  insertClaim,
  isHeld,
  type KeyUse,
  renewClaim,
} from './idempotency-store.ts'

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

/** Keys belong to the route and to the lineage or network, so keys of different callers can't collide. A publishable key
 * has many callers. */
async function toScope({ hashNetwork }: Deps, request: FastifyRequest): Promise<string> {
  const { key } = request.caller
  const owner =
    key && !key.isPublishable ? nameKeyHolder(key.rootId) : `network ${(await hashNetwork(request.ip)).network}`
  return `${request.routeOptions.url} ${owner}`
}

/** The routes take no query parameters. Path ids may be upper or lower case. */
function computeFingerprint({ params, body }: FastifyRequest): string {
  const ids = Object.entries(params as object).map(([name, id]) => [name, String(id).toLowerCase()])
  const request = { params: Object.fromEntries(ids), body: body ?? {} }
  return createHash('sha256').update(canonicalJson(request)).digest('hex')
}

async function findRecord(deps: Deps, use: KeyUse): Promise<ScoreText | undefined> {
  const row = await findKey(deps.db, use)
  if (!row) return undefined
  if (row.fingerprint !== use.fingerprint)
    throw new ApiError('conflict', 'This Idempotency-Key was used with a different request. Use a new key.')
  return row.scoreId ? { id: row.scoreId, body: await getCreatedBody(deps, row.scoreId) } : undefined
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

export interface IdempotencyKey {
  /**
   * Ties the key to the record in the record's transaction, and rolls back if another request has taken the key over.
   */
  complete: (tx: Tx, scoreId: string) => Promise<void>
}

/** For a request without a key. */
const noKey: IdempotencyKey = { complete: async () => {} }

/** undefined: another request holds the key. */
async function takeClaim({ db, clock, random, config }: Deps, use: KeyUse): Promise<Claim | undefined> {
  const now = clock.now()
  const claim = { ...use, claim: random.uuid() }
  const claimedUntil = new Date(now.getTime() + config.keyLeaseMs)
  const isTaken = await insertClaim(db, { ...claim, now, claimedUntil, expiredBefore: toExpiry(now) })
  return isTaken ? claim : undefined
}

/** A key used at or before this instant has expired (D22). */
const toExpiry = (now: Date) => new Date(now.getTime() - dayMs)

/**
 * Runs work while its claim is renewed, and releases the key if the work fails. Undefined: another request took the key
 * over, and the transaction was rolled back.
 */
async function runUnderClaim<T>(
  deps: Deps,
  claim: Claim,
  work: (key: IdempotencyKey) => Promise<T>,
): Promise<T | undefined> {
  const finished = new AbortController()
  void renewUntil(deps, claim, finished.signal)
  let isTakenOver = false
  const complete = async (tx: Tx, scoreId: string) => {
    isTakenOver = !(await completeKey(tx, claim, scoreId))
    if (isTakenOver)
      throw new ApiError('conflict', 'Another request took over this Idempotency-Key. Send the request again.')
  }
  try {
    return await work({ complete })
  } catch (error) {
    if (isTakenOver) return undefined
    await deleteClaim(deps.db, claim).catch(() => {}) // the claim runs out by itself
    throw error
  } finally {
    finished.abort()
  }
}

/**
 * Renews the lease until the work ends. A stalled process or an unreachable database can still lose the claim: then
 * `complete` fails and nothing is written twice.
 */
async function renewUntil({ db, clock, config }: Deps, claim: Claim, signal: AbortSignal): Promise<void> {
  const { keyLeaseMs } = config
  while (!signal.aborted) {
    await pause(keyLeaseMs / 3, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    await renewClaim(db, claim, new Date(clock.now().getTime() + keyLeaseMs)).catch(() => {}) // the next renewal may succeed
  }
}

export interface KeyWaits {
  /** Resolves when the key may have its record or may be free. Throws `QueueRefused` if too many requests wait. */
  wait: (use: KeyUse, signal: AbortSignal) => Promise<void>
  /** Runs the work of the key's holder, and wakes the requests of this process that wait for it. */
  hold: <T>(use: KeyUse, work: () => Promise<T>) => Promise<T>
}

/** As many as may wait in a queue (D82). */
const maxWaiting = 1024
const maxWaitingPerNetwork = 64
/** A key holder may have four times as much as a network (D82). */
const keyHolderShares = 4
/** A holder in another process wakes nobody here, so its key is polled. */
const poll = { minMs: 250, maxMs: 1000 }

/** All requests that wait for one key share one poll of the database. */
export function createKeyWaits({ db, clock }: Pick<Deps, 'db' | 'clock'>): KeyWaits {
  const coalesce = createCoalesce<void>()
  const wakeups = new Map<string, AbortController>()
  const takePermit = createPermits()

  const untilFree = async (use: KeyUse, wakeup: AbortController, signal: AbortSignal): Promise<void> => {
    for (let delayMs = poll.minMs; ; delayMs = Math.min(2 * delayMs, poll.maxMs)) {
      await pause(delayMs, undefined, { signal: AbortSignal.any([signal, wakeup.signal]) }).catch(() => {})
      signal.throwIfAborted()
      if (wakeup.signal.aborted || !(await isHeld(db, use, clock.now()))) return
    }
  }
  const untilWoken = async (use: KeyUse, signal: AbortSignal): Promise<void> => {
    const [name, wakeup] = [toName(use), new AbortController()]
    wakeups.set(name, wakeup)
    try {
      await untilFree(use, wakeup, signal)
    } finally {
      if (wakeups.get(name) === wakeup) wakeups.delete(name)
    }
  }
  return {
    wait: async (use, signal) => {
      const leave = takePermit(currentClient())
      try {
        await coalesce(toName(use), (cancelled) => untilWoken(use, cancelled), signal)
      } finally {
        leave()
      }
    },
    hold: async (use, work) => {
      try {
        return await work()
      } finally {
        wakeups.get(toName(use))?.abort()
      }
    },
  }
}

const toName = ({ scope, key }: KeyUse) => JSON.stringify([scope, key])

/** Counts the requests that wait, of each client network and in all. */
function createPermits() {
  const taken = new Map<string, number>()
  let total = 0
  const add = (network: string, change: number) => {
    const count = (taken.get(network) ?? 0) + change
    if (count > 0) taken.set(network, count)
    else taken.delete(network)
    total += change
  }
  return ({ network, isKeyHolder }: Client = { network: 'own work', site: null }) => {
    const most = maxWaitingPerNetwork * (isKeyHolder ? keyHolderShares : 1)
    if (total >= maxWaiting || (taken.get(network) ?? 0) >= most) throw new QueueRefused('full', 5)
    add(network, 1)
    return () => add(network, -1)
  }
}

export const pruneKeys = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteExpiredKeys(db, toExpiry(clock.now()), signal)
