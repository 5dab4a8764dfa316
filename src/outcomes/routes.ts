import { readReplica } from '../database/read-replica.ts'
import { keyAccepted, keyOptional } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { bindTokenRoute, getTokenMessageRoute } from './binding/bind-token.ts'
import { denyTokenRoute, getDenialMessageRoute } from './binding/deny-token.ts'
import { getBoundTokenRoute } from './binding/get-bound-token.ts'
import { getNamedTokensMessageRoute, listNamedTokensRoute } from './binding/list-named-tokens.ts'
import { bindingSchemas } from '../../contract/schemas/token.ts'
import { listObservationsRoute } from './observing/list-observations.ts'
import { observationSchemas } from '../../contract/schemas/observation.ts'
import { exportLaunchesRoute } from './track-record/export-launches.ts'
import { getTrackRecordRoute } from './track-record/get-track-record.ts'
import { getRecordDayRoute, listRecordDaysRoute } from './days/list-days.ts'
import { listGraduatesRoute } from './track-record/list-graduates.ts'
import { trackRecordSchemas } from '../../contract/schemas/track-record.ts'

export const outcomeRoutes: RoutePlugin = {
  schemas: [...bindingSchemas, ...trackRecordSchemas, ...observationSchemas],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getTokenMessageRoute(scope, deps)
      bindTokenRoute(scope, deps)
      getBoundTokenRoute(scope, deps)
      getDenialMessageRoute(scope, deps)
      denyTokenRoute(scope, deps)
      getNamedTokensMessageRoute(scope, deps)
      listNamedTokensRoute(scope, deps)
      listObservationsRoute(scope, deps)
    })
    await keyOptional(app, deps, (scope) => {
      const lists = readReplica(scope, deps)
      listGraduatesRoute(scope, lists)
      getTrackRecordRoute(scope, lists)
      listRecordDaysRoute(scope, lists)
      getRecordDayRoute(scope, lists)
      exportLaunchesRoute(scope, lists)
    })
  },
}
