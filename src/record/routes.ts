import { trackRecordSchemas } from '../../contract/schemas/track-record.ts'
import { readReplica } from '../database/read-replica.ts'
import { keyOptional, type RoutePlugin } from '../keys/guard.ts'
import { exportLaunchesRoute } from './export-launches.ts'
import { getCreatorFiguresRoute, listCreatorSamplesRoute } from './get-creator-figures.ts'
import { getTrackRecordRoute } from './get-track-record.ts'
import { getRecordDayRoute, listRecordDaysRoute } from './list-days.ts'
import { listGraduatesRoute } from './list-graduates.ts'

export const recordRoutes: RoutePlugin = {
  schemas: trackRecordSchemas,
  addRoutes: (app, deps) =>
    keyOptional(app, deps, (scope) => {
      const lists = readReplica(scope, deps)
      listGraduatesRoute(scope, lists)
      getTrackRecordRoute(scope, lists)
      getCreatorFiguresRoute(scope, lists)
      listCreatorSamplesRoute(scope, lists)
      listRecordDaysRoute(scope, lists)
      getRecordDayRoute(scope, lists)
      exportLaunchesRoute(scope, lists)
    }),
}
