import type { Deps } from '../deps.ts'
import { updateLastUsed } from './store.ts'

/** Writes down when keys were used, many at once and at most two seconds later (D50). */
export interface LastUsed {
  touch: (keyId: string) => void
  /** Writes what is left. */
  close: () => Promise<void>
}

const delayMs = 1000

export function openLastUsed({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): LastUsed {
  const used = new Map<string, Date>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = async () => {
    const uses = [...used].map(([id, at]) => ({ id, at }))
    used.clear()
    if (uses.length === 0) return
    try {
      await updateLastUsed(db, uses)
    } catch (error) {
      for (const { id, at } of uses) if (!used.has(id)) used.set(id, at) // with the next use
      log.warn({ reason: (error as Error).message }, 'the last use of keys could not be written')
    }
  }
  const writeNext = () => {
    timer = undefined
    writing = writing.then(write)
  }
  return {
    touch: (keyId) => {
      used.set(keyId, clock.now())
      timer ??= setTimeout(writeNext, delayMs).unref()
    },
    close: async () => {
      clearTimeout(timer)
      writeNext()
      await writing
    },
  }
}
