import type { Db } from '../../database/db.ts'
import type { TokenStanding } from '../identity/standing.ts'
import { findScoreByToken } from '../store.ts'

type FoundScore = NonNullable<Awaited<ReturnType<typeof findScoreByToken>>>

/**
 * The score that speaks for a token's contract (lower-case address, D61); undefined: nobody has scored it. With a
 * `hiddenReason` it is taken down: it was bound to the contract or of its deployer, and no record of a lower standing takes its
 * place, or all records of the contract are taken down (D78).
 */
export async function findSpeakingScore(db: Db, contractAddress: string): Promise<FoundScore | undefined> {
  const find = (hiddenFrom: TokenStanding | null) => findScoreByToken(db, { contractAddress, hiddenFrom })
  const best = await find('deployer')
  if (best?.hiddenReason === null) return best
  if (best === undefined) return find('unsigned')
  const shown = await find(null)
  return shown?.standing === best.standing ? shown : best
}
