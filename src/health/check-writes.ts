import { randomBytes } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { isStorageFault, toStorageFault } from '../platform/database-fault.ts'
import type { DatabaseFault } from '../../contract/schemas/status.ts'
import { writeProbe } from './store.ts'

export interface WriteCheck {
  findFault: () => Promise<DatabaseFault | null>
  /** Reports a failed write of a request: a small write may still succeed where a large one fails. */
  note: (error: unknown) => void
}

/** How long a result is cached; a large write must not run every second. */
const heldMs = { small: 1000, large: 5000 }

/** About a score with its image: a disk may have room for a small row only. */
const ballastBytes = 256 * 1024
const nothing = Buffer.alloc(0)

/** Writes a small row at most once a second; after a request's write has failed, one of the size of a score. */
export function createWriteCheck({ db, clock, config }: Deps): WriteCheck {
  let result: Promise<DatabaseFault | null> = Promise.resolve(null)
  let until = -Infinity
  let isSuspect = false

  const tryWrite = (ballast: Buffer) => writeProbe(db, { ballast, writtenAt: clock.now() })
  // Tries twice: the server may just have closed the first connection.
  const write = (ballast: Buffer) =>
    findFault(
      tryWrite(ballast).catch(() => tryWrite(ballast)),
      config.healthTimeoutMs,
    )
  const probe = async () => {
    if (!isSuspect) return write(nothing)
    const fault = (await write(randomBytes(ballastBytes))) ?? (await write(nothing))
    if (fault === null) isSuspect = false
    return fault
  }
  return {
    findFault: () => {
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

/** Ignores the outcome after `ms`. */
async function findFault(work: Promise<unknown>, ms: number): Promise<DatabaseFault | null> {
  const late = Promise.withResolvers<DatabaseFault>()
  const timer = setTimeout(() => late.resolve('unreachable'), ms)
  const done = work.then(
    () => null,
    (error: unknown) => toStorageFault(error) ?? 'unreachable',
  )
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer))
}
