import type { Db } from '../../database/db.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { listShownEarlier } from './earlier-store.ts'

export async function listEarlier(db: Db, { earlierSubmissions = [] }: Pick<ScoreResult, 'earlierSubmissions'>) {
  if (earlierSubmissions.length === 0) return []
  const shown = await listShownEarlier(
    db,
    earlierSubmissions.map(({ scoreId }) => scoreId),
  )
  return earlierSubmissions.flatMap((earlier) =>
    shown
      .filter(({ scoreId }) => scoreId === earlier.scoreId)
      .map(({ name, symbol, createdAt }) => ({ ...earlier, name, symbol, createdAt: createdAt.toISOString() })),
  )
}
