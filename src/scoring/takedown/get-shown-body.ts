import type { Deps } from '../../deps.ts'
import { createScoreNotFoundError } from '../shown/create-score-not-found-error.ts'
import { findShownBody } from '../store.ts'
import { refuseHidden } from './refuse-hidden.ts'

/** The stored response of a score. Throws `not_found`, and `hidden` if it is taken down. */
export async function getShownBody(db: Deps['reads'], id: string): Promise<string> {
  const found = await findShownBody(db, id)
  if (!found) throw createScoreNotFoundError()
  refuseHidden(found.hiddenReason)
  return found.body
}
