import { minuteMs, parseInstant } from '../../contract/time.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import { createUnpublishedError } from '../scoring/drafts.ts'
import { refuseHidden } from '../scoring/visibility.ts'
import { findLaunch, type Launch } from './enrollment-store.ts'

/** `createAbsent` makes the error of a launch that isn't there. */
export async function resolveLaunch(
  db: Db,
  id: string,
  createAbsent: () => ApiError | Promise<ApiError> = createLaunchNotFoundError,
): Promise<Launch> {
  const launch = await findLaunch(db, id)
  if (!launch) throw await createAbsent()
  refuseHidden(launch.hiddenReason)
  return launch
}

export const createLaunchNotFoundError = () =>
  new ApiError('not_found', 'There is no launch with this id. Use the id of an enrollment or of an enrolled score.')

/** For verbs that change a launch: `conflict` for a draft. */
export const createUnlaunchedError = (deps: Deps, id: string): Promise<ApiError> =>
  createUnpublishedError(deps, id.toLowerCase(), createLaunchNotFoundError)

const windowMs = 5 * minuteMs

/** A narrow window limits how long a captured signature can be replayed. */
export function checkIssued(text: string, now: Date): { issuedAt: Date } | { fault: string } {
  const read = parseInstant(text)
  if ('fault' in read) return read
  const isFresh = Math.abs(read.instant.getTime() - now.getTime()) <= windowMs
  return isFresh ? { issuedAt: read.instant } : { fault: `must be within 5 minutes of ${now.toISOString()}` }
}
