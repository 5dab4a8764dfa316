import type { Deps } from '../../deps.ts'
import { createScoreNotFoundError } from '../shown/create-score-not-found-error.ts'
import { findShownBody } from '../store.ts'
import { refuseHidden } from './refuse-hidden.ts'

export async function getShownBody(db: Deps['reads'], id: string): Promise<string> {
  const found = await findShownBody(db, id)
  if (!found) throw createScoreNotFoundError()
  refuseHidden(found.hiddenReason)
  return found.body
}
