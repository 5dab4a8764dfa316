import { trackRecordSchemas } from '../../contract/schemas/track-record.ts'
import { readReplica } from '../database/read-replica.ts'
import { keyOptional } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { getRecordDayRoute, listRecordDaysRoute } from './days/list-days.ts'
import { exportLaunchesRoute } from './track-record/export-launches.ts'
import { getTrackRecordRoute } from './track-record/get-track-record.ts'
import { listGraduatesRoute } from './track-record/list-graduates.ts'

export const recordRoutes: RoutePlugin = {
  schemas: trackRecordSchemas,
  addRoutes: (app, deps) =>
    keyOptional(app, deps, (scope) => {
      const lists = readReplica(scope, deps)
      listGraduatesRoute(scope, lists)
      getTrackRecordRoute(scope, lists)
      listRecordDaysRoute(scope, lists)
      getRecordDayRoute(scope, lists)
      exportLaunchesRoute(scope, lists)
    }),
}
