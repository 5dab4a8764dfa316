import { isTestKey } from './key-form.ts'
import type { ApiKey } from '../../contract/schemas/key.ts'
import type { KeyRow } from './store.ts'

/** Never contains the key or its hash. */
export const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  prefix: row.prefix,
  tier: row.tier,
  test: isTestKey(row.prefix),
  vouch: row.isVouching,
  label: row.label,
  owner: row.owner,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  rootId: row.rootId,
})
