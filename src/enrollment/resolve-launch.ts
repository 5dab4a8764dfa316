import type { Db } from '../database/db.ts'
import { ApiError } from '../platform/errors.ts'
import { refuseHidden } from '../scoring/takedown/refuse-hidden.ts'
import { type Launch, findLaunch } from './store.ts'

export async function resolveLaunch(db: Db, id: string): Promise<Launch> {
  const launch = await findLaunch(db, id)
  if (!launch) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  return launch
}

export const createLaunchNotFoundError = () =>
  new ApiError('not_found', 'There is no launch with this id. Use the id of an enrollment or of an enrolled score.')
