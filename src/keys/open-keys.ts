import type { Deps } from '../deps.ts'
import { type KeyRing, createKeyRing } from './authenticate.ts'
import { type LastUsed, openLastUsed } from './usage/last-used.ts'
import type { NotificationListener } from '../database/listener.ts'
import { keyChannel } from './store.ts'

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
