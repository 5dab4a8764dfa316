import type { ScoreResult } from '../schemas/score.ts'
import type { LeadState } from '../lead.ts'
import type { ShownStanding } from '../standing.ts'

export interface CompareProps {
  /** At most four; not all of them are gone. */
  entries: (ComparedScore | GoneScore)[]
  problem: CompareProblem | null
  /** The text that names none of the entries. */
  typed: string
  now: string
}

export type CompareProblem = 'too-long' | 'unreadable' | 'too-many' | 'hidden' | 'not_found'

export interface ComparedScore {
  id: string
  gone: null
  score: ScoreResult
  state: LeadState
  standing: ShownStanding
}

/** Taken down, or never existed. */
export interface GoneScore {
  id: string
  gone: 'hidden' | 'not_found'
  /** The service's own sentence, in English. */
  message: string
}
