import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '../deps.ts'
import type { Clock } from '../platform/clock.ts'
import { shareFlights } from '../platform/share-flights.ts'
import { hashOf, prefixOf } from './key-form.ts'
import type { Tier } from './schemas.ts'
import { findKeyByPrefix } from './store.ts'

/** A key that may be used. */
export interface ActiveKey {
  id: string
  /** Of the first key of those that follow one another by rotation. */
  rootId: string
  prefix: string
  tier: Tier
  /** When it ends, because it was rotated. */
  endsAt: Date | null
}

export type Authentication = { outcome: 'active'; key: ActiveKey } | { outcome: 'unknown' } | { outcome: 'revoked' }

/** Says who presents a key. */
export interface KeyRing {
  /** What is known of a key without asking anybody; undefined: it has to be looked up. */
  recall: (key: string) => Authentication | undefined
  /** Asks the database, once for all who ask at the same time. */
  lookUp: (key: string) => Promise<Authentication>
  /** Whether the key was active when it was last looked up, however long ago. */
  wasGood: (key: string) => boolean
  /** To be called after every change of a key. */
  forget: (prefix: string) => void
  /** Forgets all: changes may have been missed. */
  forgetAll: () => void
}

interface Known {
  /** null: no key has this prefix. */
  row: Awaited<ReturnType<typeof readKey>>
  readAt: number
}

interface KeyRingDeps {
  reads: Db
  clock: Clock
  /** Never set back, in milliseconds. */
  elapsedMs: () => number
  /** Until when (by `elapsedMs`) every change of a key has been told by `forget`. */
  heardUntil: () => number
  /** How many keys are remembered, of the good ones and of the unknown ones each; 10,000 unless given. */
  remembered?: number
}

/** A replica knows of a revocation within one second (D51): what was neither read nor heard of since isn't believed. */
const believedMs = 900

/** Nothing is believed longer, whatever was heard: somebody may write to the table by hand. */
const longestMs = 60_000

/** Remembers keys, good ones and unknown ones, apart: made-up keys can't push good ones out. */
export function openKeyRing(deps: KeyRingDeps): KeyRing {
  const { reads, clock, elapsedMs, heardUntil, remembered: max = 10_000 } = deps
  const good = new LRUCache<string, Known>({ max })
  const unknown = new LRUCache<string, Known>({ max })
  const share = shareFlights<Known>()
  let changes = 0

  const read = async (prefix: string): Promise<Known> => {
    const [changesBefore, readAt] = [changes, elapsedMs()]
    const known = { row: await readKey(reads, prefix), readAt }
    // what was read while something changed may be from before the change: good for now, but not to be kept
    if (changes === changesBefore) (known.row ? good : unknown).set(prefix, known)
    return known
  }
  const isBelieved = ({ readAt }: Known) => {
    const now = elapsedMs()
    return now - Math.max(readAt, heardUntil()) <= believedMs && now - readAt <= longestMs
  }
  return {
    recall: (key) => {
      const prefix = prefixOf(key)
      const known = good.get(prefix) ?? unknown.get(prefix)
      return known && isBelieved(known) ? judge(known, key, clock.now()) : undefined
    },
    lookUp: async (key) => {
      const prefix = prefixOf(key)
      return judge(await share(`${changes} ${prefix}`, () => read(prefix), never), key, clock.now())
    },
    wasGood: (key) => {
      const known = good.get(prefixOf(key))
      return known !== undefined && judge(known, key, clock.now()).outcome === 'active'
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
  const key: ActiveKey = { id: row.id, rootId: row.root_id, prefix, tier: row.tier, endsAt: row.ends_at }
  return { key, hash: Buffer.from(row.hash, 'hex'), isRevoked: row.revoked_at !== null }
}

function judge({ row }: Known, key: string, now: Date): Authentication {
  if (!row || !timingSafeEqual(row.hash, hashOf(key))) return { outcome: 'unknown' }
  const isEnded = row.key.endsAt !== null && row.key.endsAt <= now
  return row.isRevoked || isEnded ? { outcome: 'revoked' } : { outcome: 'active', key: row.key }
}
