import { randomBytes } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { isStorageFault } from '../platform/database-fault.ts'
import { succeedsWithin } from '../platform/resilience/succeeds-within.ts'
import { writeProbe } from './store.ts'

/** Checks whether the database accepts writes. */
export interface WriteCheck {
  isWritable: () => Promise<boolean>
  /** Reports a fault of a request, because a small write may still succeed where that one failed. */
  note: (error: unknown) => void
}

/** How long a result is cached: a large write must not run every second. */
const heldMs = { small: 1000, large: 5000 }

/** The approximate size of a score with its image: a disk with room for a small row may have none for this. */
const ballastBytes = 256 * 1024
const nothing = Buffer.alloc(0)

/**
 * Checks with a small write, at most once a second. After a request's write has failed, it checks with one of the size of a
 * score.
 */
export function createWriteCheck({ db, clock }: Pick<Deps, 'db' | 'clock'>): WriteCheck {
  let result = Promise.resolve(true)
  let until = -Infinity
  let isSuspect = false

  const tryWrite = (ballast: Buffer) => writeProbe(db, { ballast, writtenAt: clock.now() })
  // Tries twice: the first connection may be one that the server has just closed.
  const write = (ballast: Buffer) =>
    succeedsWithin(
      tryWrite(ballast).catch(() => tryWrite(ballast)),
      1000,
    )
  const probe = async () => {
    if (!isSuspect) return write(nothing)
    const isWritable = (await write(randomBytes(ballastBytes))) && (await write(nothing))
    if (isWritable) isSuspect = false
    return isWritable
  }
  return {
    isWritable: () => {
      const now = performance.now()
      if (now >= until) {
        until = now + heldMs[isSuspect ? 'large' : 'small']
        result = probe()
      }
      return result
    },
    note: (error) => {
      if (isSuspect || !isStorageFault(error)) return
      isSuspect = true
      until = -Infinity
    },
  }
}
