import type { ColumnType } from 'kysely'
import type { Impact, UpdateKind } from './incident.ts'

export interface IncidentTables {
  incidents: {
    id: string
    title: string
    impact: Impact
    opened_at: Date
    resolved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  incident_updates: {
    id: string
    incident_id: string
    kind: UpdateKind
    body: string
    posted_at: Date
  }
}
