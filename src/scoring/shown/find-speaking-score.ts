import type { Db } from '../../database/db.ts'
import { findScoreByToken } from '../store.ts'

type FoundScore = NonNullable<Awaited<ReturnType<typeof findScoreByToken>>>

/**
 * Finds the score that speaks for a token's contract (lower-case address, D61), or undefined if nobody has scored the contract.
 * A score with a `hiddenReason` is taken down (D78). It is returned if it was bound to the contract or of its deployer, because
 * no record of a lower standing may replace it, and if all records of the contract are taken down.
 */
export async function findSpeakingScore(db: Db, contractAddress: string): Promise<FoundScore | undefined> {
  const find = (hidden: 'none' | 'proven' | 'all') => findScoreByToken(db, { contractAddress, hidden })
  const best = await find('proven')
  if (best?.hiddenReason === null) return best
  if (best === undefined) return find('all')
  const shown = await find('none')
  return shown?.standing === best.standing ? shown : best
}
