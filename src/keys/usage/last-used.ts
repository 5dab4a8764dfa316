import type { Deps } from '../../deps.ts'
import { dayMs } from '../../../contract/durations.ts'
import { type KeyUse, addKeyUses } from './usage-store.ts'

/** Written in batches, within two seconds. */
export interface LastUsed {
  touch: (key: { id: string; rootId: string }) => void
  close: () => Promise<void>
}

const delayMs = 1000

export function openLastUsed({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): LastUsed {
  const used = new Map<string, KeyUse>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = async () => {
    const uses = [...used.values()]
    used.clear()
    if (uses.length === 0) return
    try {
      await addKeyUses(db, uses)
    } catch (error) {
      for (const use of uses) merge(used, use) // written with the next batch
      log.warn({ reason: (error as Error).message }, 'the last use of API keys could not be stored')
    }
  }
  const writeNext = () => {
    timer = undefined
    writing = writing.then(write)
  }
  return {
    touch: ({ id, rootId }) => {
      merge(used, { id, rootId, at: clock.now(), requests: 1 })
      timer ??= setTimeout(writeNext, delayMs).unref()
    },
    close: async () => {
      clearTimeout(timer)
      writeNext()
      await writing
    },
  }
}

function merge(used: Map<string, KeyUse>, { id, rootId, at, requests }: KeyUse): void {
  const name = `${id} ${Math.floor(at.getTime() / dayMs)}`
  const known = used.get(name)
  const latest = known && known.at > at ? known.at : at
  used.set(name, { id, rootId, at: latest, requests: requests + (known?.requests ?? 0) })
}
