import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import { findShownBody } from '../store.ts'
import { refuseHidden } from './refuse-hidden.ts'

/** The stored response of a score. Throws `not_found`, and `hidden` if it is taken down. */
export async function getShownBody(db: Deps['reads'], id: string): Promise<string> {
  const found = await findShownBody(db, id)
  if (!found) throw new ApiError('not_found', 'There is no score with this id.')
  refuseHidden(found.hiddenReason)
  return found.body
}
