import { lookupSchemas } from '../../contract/schemas/lookup.ts'
import { rankingSchemas, searchSchemas } from '../../contract/schemas/ranking.ts'
import { readReplica } from '../database/read-replica.ts'
import { keyAccepted, keyOptional, type RoutePlugin } from '../keys/guard.ts'
import { getCreatorRoute } from './get-creator.ts'
import { listLaunchesRoute } from './list-launches.ts'
import { listLeaderboardsRoute } from './list-leaderboards.ts'
import { listScoresRoute } from './list-scores.ts'
import { lookupRoute } from './lookup.ts'
import { getPercentileRoute } from './percentile.ts'
import { searchRoute } from './search.ts'

export const rankingRoutes: RoutePlugin = {
  schemas: [...rankingSchemas, ...searchSchemas, ...lookupSchemas],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getPercentileRoute(scope, readReplica(scope, deps))
    })
    await keyOptional(app, deps, (scope) => {
      const lists = readReplica(scope, deps)
      listLaunchesRoute(scope, lists)
      listLeaderboardsRoute(scope, lists)
      listScoresRoute(scope, lists)
      getCreatorRoute(scope, deps)
      lookupRoute(scope, deps)
      searchRoute(scope, lists)
    })
  },
}
