import { hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { CallerTier, Tier } from '../../contract/schemas/own-scores.ts'
import type { Db } from '../database/db.ts'
import { createCoalesce, maxEntries } from '../platform/caching.ts'
import type { Limit } from '../platform/limiter.ts'
import type { Clock } from '../platform/time.ts'
import type { LimitKind, RouteLimit } from './limits.ts'
import { findKeyByPrefix } from './store.ts'

export interface ActiveKey {
  id: string
  /** The id of the first key in a chain of rotations. */
  rootId: string
  prefix: string
  tier: Tier
  /** A test key's records are stubs that count nowhere. */
  isTest: boolean
  isVouching: boolean
  /** Requests may name the visitor on whose behalf they are sent. */
  isProxy: boolean
  /** Null for a secret key. A publishable one may stand in pages of these origins. */
  origins: string[] | null
  /** Set for a rotated key and for one with an expiry. */
  endsAt: Date | null
}

export type Authentication = { outcome: 'active'; key: ActiveKey } | { outcome: 'unknown' } | { outcome: 'revoked' }

export interface KeyRing {
  /** undefined: the key must be looked up. */
  getCached: (key: string) => Authentication | undefined
  /** Queries the database, once for all concurrent callers. */
  lookUp: (key: string) => Promise<Authentication>
  /** Whether the key was active when it was last looked up, however long ago. */
  wasActive: (key: string) => boolean
  forget: (prefix: string) => void
  /** Empties the cache after changes may have been missed. */
  forgetAll: () => void
}

interface Known {
  row: Awaited<ReturnType<typeof readKey>>
  readAt: number
}

interface KeyRingDeps {
  reads: Db
  clock: Clock
  elapsedMs: () => number
  /** The time (by `elapsedMs`) up to which every change of a key has been reported to `forget`. */
  currentUntil: () => number
  /** Active and unknown keys count separately; 10,000 by default. */
  maxCached?: number
}

/** A replica refuses a revoked key within one second (D51). */
const freshMs = 900

/** Keys are read again after this time in any case: an operator may change the table by hand. */
const maxMs = 60_000

/** Caches active and unknown keys separately, so that made-up keys can't evict active ones. */
export function createKeyRing(deps: KeyRingDeps): KeyRing {
  const { reads, clock, elapsedMs, currentUntil, maxCached: max = 10_000 } = deps
  const good = new LRUCache<string, Known>(maxEntries(max))
  const unknown = new LRUCache<string, Known>(maxEntries(max))
  const coalesce = createCoalesce<Known>()
  let changes = 0

  const read = async (prefix: string): Promise<Known> => {
    const [changesBefore, readAt] = [changes, elapsedMs()]
    const known = { row: await readKey(reads, prefix), readAt }
    // A row read during a change may be out of date: use it once, but don't cache it.
    if (changes === changesBefore) (known.row ? good : unknown).set(prefix, known)
    return known
  }
  const isFresh = ({ readAt }: Known) => {
    const now = elapsedMs()
    return now - Math.max(readAt, currentUntil()) <= freshMs && now - readAt <= maxMs
  }
  return {
    getCached: (key) => {
      const prefix = toPrefix(key)
      const known = good.get(prefix) ?? unknown.get(prefix)
      return known && isFresh(known) ? evaluate(known, key, clock.now()) : undefined
    },
    lookUp: async (key) => {
      const prefix = toPrefix(key)
      return evaluate(await coalesce(`${changes} ${prefix}`, () => read(prefix), never), key, clock.now())
    },
    wasActive: (key) => {
      const known = good.get(toPrefix(key))
      return known !== undefined && evaluate(known, key, clock.now()).outcome === 'active'
    },
    forget: (prefix) => {
      changes += 1
      good.delete(prefix)
      unknown.delete(prefix)
    },
    forgetAll: () => {
      changes += 1
      good.clear()
      unknown.clear()
    },
  }
}

const never = new AbortController().signal

async function readKey(reads: Db, prefix: string) {
  const row = await findKeyByPrefix(reads, prefix)
  if (!row) return null
  const { id, rootId, tier, isVouching, isProxy, origins, endsAt } = row
  const isTest = findMode(prefix) === 'test'
  const key: ActiveKey = { id, rootId, prefix, tier, isTest, isVouching, isProxy, origins, endsAt }
  return { key, hash: Buffer.from(row.hash, 'hex'), isRevoked: row.revokedAt !== null }
}

function evaluate({ row }: Known, key: string, now: Date): Authentication {
  if (!row || !timingSafeEqual(row.hash, hashText(key))) return { outcome: 'unknown' }
  const isEnded = row.key.endsAt !== null && row.key.endsAt <= now
  return row.isRevoked || isEnded ? { outcome: 'revoked' } : { outcome: 'active', key: row.key }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, on all routes but those of `anyone`. */
    caller: Caller
    /** Those that the request has consumed one of, as its caller. */
    limits: readonly Limit[]
  }
  interface FastifyContextConfig {
    /** Defaults to the limit of the scope. */
    limit?: LimitKind
    routeLimit?: RouteLimit
    /** By default, those of reads that scripts of every site may call. */
    takesPublishableKeys?: boolean
  }
}

export interface Caller {
  tier: CallerTier
  key: CallerKey | null
  /** Strangers send the requests of the key, so that each network has a share of its quota. */
  isShared?: true
}

export const anonymousCaller: Caller = { tier: 'anonymous', key: null }

/** Data of a customer belongs to `rootId`, which stays the same when the key is rotated. */
export interface CallerKey extends Pick<ActiveKey, 'id' | 'rootId' | 'prefix' | 'isTest' | 'isVouching' | 'isProxy'> {
  isPublishable: boolean
}

/** Test keys make records that count nowhere (D77). Publishable keys stand in pages, for everybody to read (D93). */
const openings = { live: 'lsc_live_', test: 'lsc_test_', publishable: 'lsc_pub_' }

export type KeyMode = keyof typeof openings

/** Secret scanners find leaked keys by this pattern; the checksum rules out look-alikes. */
const pattern = /^lsc_(?:live|test|pub)_([A-Za-z0-9_-]{48})$/

/** 32 random bytes followed by their CRC-32 (big-endian), in base64url. */
export function toKey(secret: Uint8Array, mode: KeyMode = 'live'): string {
  const body = Buffer.alloc(36)
  body.set(secret)
  body.writeUInt32BE(crc32(secret), 32)
  return openings[mode] + body.toString('base64url')
}

/** Malformed keys are refused without a query. */
export function isKey(text: string): boolean {
  const [, encoded] = pattern.exec(text) ?? []
  if (encoded === undefined) return false
  const body = Buffer.from(encoded, 'base64url')
  return body.readUInt32BE(32) === crc32(body.subarray(0, 32))
}

/** The public part of a key, used for look-ups. */
export const toPrefix = (key: string): string => key.slice(0, 17)

/** Takes a key or its prefix. */
export function findMode(key: string): KeyMode {
  if (key.startsWith(openings.test)) return 'test'
  return key.startsWith(openings.publishable) ? 'publishable' : 'live'
}

/** SHA-256 is enough for 256 random bits. */
export const hashText = (key: string): Buffer => hash('sha256', key, 'buffer')
