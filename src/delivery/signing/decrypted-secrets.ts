import { LRUCache } from 'lru-cache'
import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import { maxEntries } from '../../platform/caching/max-entries.ts'

/** More active subscriptions than this decrypt their secrets repeatedly. */
const maxSecrets = 5000

/** Cached by the ciphertext, so that a rotated secret is never served from the cache. */
export function cacheDecryptedSecrets(box: SecretBox): SecretBox['open'] {
  const cache = new LRUCache<string, string, { encrypted: string; context: string }>({
    ...maxEntries(maxSecrets),
    memoMethod: (_key, _stale, { context: { encrypted, context } }) => box.open(encrypted, context),
  })
  return (encrypted, context) => cache.memo(`${context} ${encrypted}`, { context: { encrypted, context } })
}
