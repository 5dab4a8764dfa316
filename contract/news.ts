export type Impact = 'minor' | 'major'
export type UpdateKind = 'opened' | 'updated' | 'resolved'

export interface Incident {
  id: string
  title: string
  impact: Impact
  openedAt: string
  resolvedAt: string | null
  updates: { kind: UpdateKind; body: string; postedAt: string }[]
}

export interface ApiChange {
  /** Never changes, because feeds identify the entry by it. */
  id: string
  date: string
  title: string
  changes: string[]
}
