import { parseScore, type ScoreResult } from '../../contract/schemas/score.ts'
import type { NotificationListener } from '../database/listener.ts'
import type { Deps } from '../deps.ts'
import { createByteCache } from '../platform/caching.ts'
import { ApiError } from '../platform/errors.ts'
import { findShownBody } from './store.ts'
import { takedownChannel } from './takedown-store.ts'
import { createScoreNotFoundError, refuseHidden } from './visibility.ts'

export async function getShownBody(db: Deps['reads'], id: string): Promise<string> {
  const found = await findShownBody(db, id)
  if (!found) throw createScoreNotFoundError()
  refuseHidden(found.hiddenReason)
  return found.body
}

/** Every replica refuses what was taken down within a second. */
const freshMs = 900

/** Counts the take-downs that this process is notified of. */
export function createTakedownEpoch({
  listener,
  elapsedMs,
}: {
  listener: NotificationListener
  elapsedMs: () => number
}): Deps['takedownEpoch'] {
  let epoch = 0
  const next = () => void (epoch += 1)
  listener.subscribe(takedownChannel, { onNotification: next, onGap: next })
  return () => (elapsedMs() - listener.currentUntil() <= freshMs ? epoch : null)
}

/**
 * Caches reads until the next take-down. `load` throws for what is hidden; a process that may have missed a take-down
 * loads each time.
 */
export function createShownCache<T extends object>(
  { takedownEpoch }: Deps,
  options: { maxBytes: number; getSize: (value: T) => number },
): (key: string, load: () => Promise<T>) => T | Promise<T> {
  const cache = createByteCache<T>(options)
  return (key, load) => {
    const epoch = takedownEpoch()
    return epoch === null ? load() : cache(`${epoch} ${key}`, load)
  }
}

/** undefined: what is loaded doesn't exist. */
export async function ifFound<T>(load: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

export async function getScoreOrThrow(reads: Deps['reads'], id: string): Promise<ScoreResult> {
  return parseScore(await getShownBody(reads, id))
}
