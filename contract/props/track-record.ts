import type { Band } from '../schemas/score.ts'
import type { TrackRecord } from '../schemas/track-record.ts'
import type { Outcome, RecordedLaunch } from '../launch-outcome.ts'

export type { TrackRecord }

/** The share of the launches of a band that lived on each day; Kaplan and Meier's estimate. */
export type SurvivalCurve = NonNullable<TrackRecord['survival']>[number]

/** The page `/track-record`. */
export interface TrackRecordProps {
  record: TrackRecord
  /** The majors of the prompt under which launches were scored. */
  cohorts: { major: number; isActive: boolean }[]
  /** When the first outcome is due; null: one is decided already, or nothing trades. */
  firstDueAt: string | null
  launches: RecordedList
}

/** A page of every launch of the record. */
export interface RecordedList {
  entries: RecordedLaunch[]
  nextCursor: string | null
  isFirst: boolean
  /** The choice; null: none. */
  band: Band | null
  outcome: Outcome | 'open' | null
  /** The chosen major of the prompt, which the figures are of; null: the active one. */
  version: number | null
  now: string
}
