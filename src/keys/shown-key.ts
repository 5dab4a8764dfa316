import type { ApiKey } from './schemas.ts'
import type { KeyRow } from './store.ts'

/** A key as it is shown: never the key itself, never its hash. */
export const shownKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  prefix: row.prefix,
  tier: row.tier,
  label: row.label,
  owner: row.owner,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  rootId: row.root_id,
})
