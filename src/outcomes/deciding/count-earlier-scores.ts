import type { Db } from '../../database/db.ts'
import { foldName } from '../rules/fold-name.ts'
import { listEarlierNames } from './store.ts'

interface Scored {
  /** Lower case. */
  creatorAddress: string
  name: string
  scoredAt: Date
}

/** The final scores of the same creator and folded name before this one. */
export async function countEarlierScores(db: Db, { creatorAddress, name, scoredAt }: Scored): Promise<number> {
  const names = await listEarlierNames(db, creatorAddress, scoredAt)
  return names.filter((earlier) => foldName(earlier) === foldName(name)).length
}
