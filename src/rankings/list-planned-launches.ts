import type { Deps } from '../deps.ts'
import { type PageRequest, toPage } from '../platform/http/paging.ts'
import type { Band } from '../../contract/schemas/score.ts'
import { toLaunchItem } from './launch-item.ts'
import type { LaunchList } from '../../contract/schemas/ranking.ts'
import { type Plan, listPlannedRows } from './launch-store.ts'

interface PlannedPage extends PageRequest {
  band: Band | undefined
  plan: Plan
}

export async function listPlannedLaunches({ reads, clock }: Deps, request: PlannedPage): Promise<LaunchList> {
  const rows = await listPlannedRows(reads, { ...request, now: clock.now() })
  const { page, nextCursor } = toPage(rows, request.limit, ({ scheduledFor, enrolledAt, enrollmentId }) => ({
    at: scheduledFor ?? enrolledAt,
    id: enrollmentId,
  }))
  return { launches: page.map(toLaunchItem), limit: request.limit, nextCursor }
}
