import type { Db } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import { type Launch, findLaunch } from './store.ts'

/** The launch of an enrollment's or a score's id (D28). Throws `not_found`. */
export async function knownLaunch(db: Db, id: string): Promise<Launch> {
  const launch = await findLaunch(db, id)
  if (!launch) throw notEnrolled()
  return launch
}

export const notEnrolled = () =>
  new ApiError('not_found', 'No launch has this id: take the id of an enrollment, or of a score that is enrolled.')
