import type { Db } from '../../database/db.ts'
import type { TokenStanding } from '../identity/standing.ts'
import { findScoreByToken } from '../store.ts'

type FoundScore = NonNullable<Awaited<ReturnType<typeof findScoreByToken>>>

/**
 * Finds the score that speaks for a token's contract (lower-case address, D61), or undefined if nobody has scored the contract.
 * A score with a `hiddenReason` is taken down (D78). It is returned if it was bound to the contract or of its deployer, because
 * no record of a lower standing may replace it, and if all records of the contract are taken down.
 */
export async function findSpeakingScore(db: Db, contractAddress: string): Promise<FoundScore | undefined> {
  const find = (hiddenFrom: TokenStanding | null) => findScoreByToken(db, { contractAddress, hiddenFrom })
  const best = await find('deployer')
  if (best?.hiddenReason === null) return best
  if (best === undefined) return find('unsigned')
  const shown = await find(null)
  return shown?.standing === best.standing ? shown : best
}
