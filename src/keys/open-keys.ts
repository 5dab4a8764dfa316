import type { Deps } from '../deps.ts'
import { type KeyRing, openKeyRing } from './authenticate.ts'
import { type LastUsed, openLastUsed } from './last-used.ts'
import type { Hear } from '../platform/listener.ts'
import { keyChannel } from './store.ts'

/** What the service knows and notes of keys. */
export type Keys = Pick<KeyRing, 'recall' | 'lookUp' | 'wasGood' | 'forget'> & Pick<LastUsed, 'touch'>

interface KeysDeps extends Pick<Deps, 'db' | 'reads' | 'clock' | 'log'> {
  elapsedMs: () => number
  /** How changes are heard of that other processes make. */
  hear: Hear
}

/** Opens the memory of keys and the notes of their use. */
export function openKeys(deps: KeysDeps): { keys: Keys; close: () => Promise<void> } {
  const lastUsed = openLastUsed(deps)
  let listener: ReturnType<Hear> | undefined
  const ring = openKeyRing({ ...deps, heardUntil: () => listener?.heardUntil() ?? -Infinity })
  listener = deps.hear(keyChannel, { onNotice: ring.forget, onGap: ring.forgetAll })
  const close = async () => {
    await listener.close()
    await lastUsed.close()
  }
  return { keys: { ...ring, touch: lastUsed.touch }, close }
}
