import type { Deps } from '../deps.ts'
import { type PageRequest, pageOf } from '../platform/paging.ts'
import type { Band } from '../scoring/schemas.ts'
import { launchItem } from './launch-item.ts'
import type { LaunchList } from './schemas.ts'
import { type Plan, listPlannedRows } from './store.ts'

interface PlannedPage extends PageRequest {
  band: Band | undefined
  plan: Plan
}

/** A page of the launches that are still to be, the next one first, or of those whose time has come, the last one first. */
export async function listPlannedLaunches(
  { reads, clock }: Pick<Deps, 'reads' | 'clock'>,
  request: PlannedPage,
): Promise<LaunchList> {
  const rows = await listPlannedRows(reads, { ...request, now: clock.now() })
  const { page, nextCursor } = pageOf(rows, request.limit, ({ scheduledFor, enrolledAt, enrollmentId }) => ({
    at: scheduledFor ?? enrolledAt,
    id: enrollmentId,
  }))
  return { launches: page.map(launchItem), limit: request.limit, nextCursor }
}
