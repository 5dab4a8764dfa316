import type { Database } from '../database/db.ts'
import type { OpenDb } from '../database/server-db.ts'
import type { Deps } from '../deps.ts'

/** Replacements for tests. */
export type Given = Partial<Deps> & {
  database?: OpenDb<Database>
  /** A bot API in place of Telegram's. */
  telegram?: { apiBase?: string; spacingMs?: number }
  /** A monotonic clock in milliseconds. */
  elapsedMs?: () => number
  /** Certificate authorities that are trusted beside the system's. */
  ca?: string
}
