import { dayMs } from '../../contract/time.ts'
import type { NotificationListener } from '../database/listener.ts'
import type { Deps } from '../deps.ts'
import { createKeyRing, type KeyRing } from './authenticate.ts'
import { addKeyUses, keyChannel, type KeyUse } from './store.ts'

export type Keys = Pick<KeyRing, 'getCached' | 'lookUp' | 'wasActive' | 'forget'> & Pick<LastUsed, 'touch'>

interface KeysDeps extends Pick<Deps, 'db' | 'reads' | 'clock' | 'log'> {
  elapsedMs: () => number
  listener: NotificationListener
}

export function openKeys(deps: KeysDeps): { keys: Keys; close: () => Promise<void> } {
  const lastUsed = openLastUsed(deps)
  const ring = createKeyRing({ ...deps, currentUntil: deps.listener.currentUntil })
  const unsubscribe = deps.listener.subscribe(keyChannel, { onNotification: ring.forget, onGap: ring.forgetAll })
  const close = async () => {
    unsubscribe()
    await lastUsed.close()
  }
  return { keys: { ...ring, touch: lastUsed.touch }, close }
}

/** Written in batches, within two seconds. */
interface LastUsed {
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
