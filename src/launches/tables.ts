import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface LaunchTables {
  launch_pages: {
    enrollment_id: string
    tagline: Nullable<string>
    description: Nullable<string>
    cta_label: Nullable<string>
    cta_url: Nullable<string>
    last_issued_at: Date
    updated_at: Date
  }
  page_edits: {
    id: string
    enrollment_id: string
    fields: JSONColumnType<Record<string, string | null>>
    message: string
    signature: Buffer
    verified_by: 'key' | 'contract'
    /** bigint: a string in JavaScript */
    verified_chain_id: Nullable<string>
    verified_block: Nullable<string>
    issued_at: Date
    edited_at: Date
  }
  attendance: {
    enrollment_id: string
    /** bigint: a string in JavaScript */
    page_views: string
    unique_sessions: string
  }
  attendance_sessions: {
    enrollment_id: string
    session_hash: Buffer
  }
  attendance_key: {
    /** Always true: the table holds one row. */
    is_only: Generated<boolean>
    key: Buffer
  }
}
