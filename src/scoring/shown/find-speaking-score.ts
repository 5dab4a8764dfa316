import type { Db } from '../../database/db.ts'
import { findScoreByToken } from '../store.ts'

type FoundScore = NonNullable<Awaited<ReturnType<typeof findScoreByToken>>>

/**
 * Finds the score that represents a token's contract (lower-case address, D61). A taken-down score is returned if it is
 * `bound` or `deployer`, which no lower standing may replace, or if all scores of the contract are taken down (D78).
 */
export async function findSpeakingScore(db: Db, contractAddress: string): Promise<FoundScore | undefined> {
  const find = (hidden: 'none' | 'proven' | 'all') => findScoreByToken(db, { contractAddress, hidden })
  const best = await find('proven')
  if (best?.hiddenReason === null) return best
  if (best === undefined) return find('all')
  const shown = await find('none')
  return shown?.standing === best.standing ? shown : best
}
