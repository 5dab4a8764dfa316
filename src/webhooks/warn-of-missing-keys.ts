import type { Deps } from '../deps.ts'
import { listRecentKeyIds } from './subscriptions/secret-store.ts'

/** A start must not read a large table completely. */
const maxSubscriptions = 10_000

/** Logs the ids of missing encryption keys: deliveries whose secrets need them can't be signed. */
export async function warnOfMissingKeys(deps: Deps): Promise<void> {
  const { secrets, log } = deps
  if (!secrets) return // webhooks are disabled, which has its own warning
  const keyIds = await listRecentKeyIds(deps.db, deps.clock.now(), maxSubscriptions)
  const missing = keyIds.filter((id) => !secrets.hasKey(id))
  if (missing.length > 0)
    log.warn(
      { keyIds: missing },
      'secrets of webhook subscriptions were encrypted under a key that is not configured, so their deliveries wait: ' +
        'set ENCRYPTION_KEY or ENCRYPTION_KEY_PREVIOUS to that key',
    )
}
