import type { Band } from '../schemas/score.ts'
import type { CreatorFigures, TrackRecord } from '../schemas/track-record.ts'
import type { Outcome, RecordedLaunch } from '../launch-outcome.ts'

export type { TrackRecord }

export type CreatorGroup = CreatorFigures['groups'][number]['group']

/** Kaplan and Meier's estimate of the share of a band that is alive on each day. */
export type SurvivalCurve = NonNullable<TrackRecord['survival']>[number]

export interface TrackRecordProps {
  record: TrackRecord
  /** The majors of the prompt under which launches were scored. */
  cohorts: { major: number; isActive: boolean }[]
  firstDueAt: string | null
  launches: RecordedList
  creators: CreatorFigures
}

/** A page of every launch of the record. */
export interface RecordedList {
  entries: RecordedLaunch[]
  nextCursor: string | null
  isFirst: boolean
  band: Band | null
  outcome: Outcome | 'open' | null
  /** The chosen major of the prompt, which the figures are of; null: the active one. */
  version: number | null
  now: string
}
