import { toScoreFields } from '../scoring/shown/to-score-fields.ts'
import type { LeaderboardRow } from './leaderboard-store.ts'
import type { BoardEntry } from '../../contract/schemas/ranking.ts'

export const toBoardEntry = (row: LeaderboardRow): BoardEntry => ({
  scoreId: row.scoreId,
  ...toScoreFields(row),
  outcome: row.outcome,
  warnings: row.warnings,
  isCopy: row.isCopy,
})
