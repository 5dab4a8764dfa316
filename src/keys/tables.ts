import type { ColumnType } from 'kysely'
import type { Tier } from './schemas.ts'

type Nullable<T> = ColumnType<T | null, T | null, T | null>

export interface KeyTables {
  api_keys: {
    id: string
    /** The first key of those that follow one another by rotation. */
    root_id: string
    prefix: string
    hash: string
    tier: Tier
    label: string
    owner: string
    created_at: Date
    last_used_at: Nullable<Date>
    /** When a rotated key ends. */
    ends_at: Nullable<Date>
    revoked_at: Nullable<Date>
  }
  api_key_audit: {
    id: string
    key_id: string
    action: KeyAction
    actor: string
    done_at: Date
  }
}

export type KeyAction = 'issued' | 'rotated' | 'revoked' | 'ended'
