export type Impact = 'minor' | 'major'
export type UpdateKind = 'opened' | 'updated' | 'resolved'

/** An incident for display: times in UTC, updates in order. */
export interface Incident {
  id: string
  title: string
  impact: Impact
  openedAt: string
  /** null: not resolved. */
  resolvedAt: string | null
  updates: { kind: UpdateKind; body: string; postedAt: string }[]
}

/** The changes for API callers on one day. */
export interface ApiChange {
  /** Never changes, because feeds identify the entry by it. */
  id: string
  /** `2026-11-21` */
  date: string
  title: string
  changes: string[]
}
