import { readReplica } from '../database/read-replica.ts'
import { keyAccepted, keyOptional } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { getCreatorRoute } from './get-creator.ts'
import { getPercentileRoute } from './get-percentile.ts'
import { listLaunchesRoute } from './list-launches.ts'
import { listLeaderboardsRoute } from './list-leaderboards.ts'
import { rankingSchemas } from '../../contract/schemas/ranking.ts'
import { searchSchemas } from '../../contract/schemas/search.ts'
import { searchRoute } from './search/search.ts'

export const rankingRoutes: RoutePlugin = {
  schemas: [...rankingSchemas, ...searchSchemas],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getPercentileRoute(scope, readReplica(scope, deps))
    })
    await keyOptional(app, deps, (scope) => {
      const lists = readReplica(scope, deps)
      listLaunchesRoute(scope, lists)
      listLeaderboardsRoute(scope, lists)
      getCreatorRoute(scope, deps)
      searchRoute(scope, lists)
    })
  },
}
