import type { Band } from '../scoring/schemas.ts'
import type { Window } from './windows.ts'

export interface StandingsTables {
  standings: {
    submission_id: string
    cohort: string
    score_id: string
    aggregate_x100: number
    band: Band
    is_rescore: boolean
    created_at: Date
  }
  standing_changes: {
    cohort: string
    aggregate_x100: number
    created_at: Date
    change: number
  }
  standing_counts: {
    cohort: string
    span: Window
    step: number
    bucket: number
    entries: number
  }
  standing_edges: {
    span: Window
    since: Date
  }
}
