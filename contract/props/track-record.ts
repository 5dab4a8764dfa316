import type { Band } from '../schemas/score.ts'
import type { CreatorFigures, TrackRecord } from '../schemas/track-record.ts'
import type { Outcome, RecordedLaunch } from '../launch-outcome.ts'
import type { LaunchItem } from '../schemas/ranking.ts'

export type { TrackRecord }

export type CreatorGroup = CreatorFigures['groups'][number]['group']

/** Kaplan and Meier's estimate of the share of a band that is alive on each day. */
export type SurvivalCurve = NonNullable<TrackRecord['survival']>[number]

export interface TrackRecordProps {
  record: TrackRecord
  /** The majors of the prompt under which launches were scored. */
  cohorts: { major: number; isActive: boolean }[]
  firstDueAt: string | null
  squares: CountedLaunch[]
  /** Before the first outcome: launches whose time is still to come. */
  upcoming: Pick<LaunchItem, 'enrollmentId' | 'scoreRequestId' | 'name' | 'aggregate' | 'band' | 'scheduledFor'>[]
  launches: RecordedList
  creators: CreatorFigures
}

/** A launch whose outcome the figures count. */
export interface CountedLaunch {
  band: Band
  outcome: Outcome
  scoreId: string
  /** null: it has no launch page. */
  enrollmentId: string | null
  /** null: it is taken down, and has no page. */
  name: string | null
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
