import { readReplica } from '../database/read-replica.ts'
import { keyAccepted } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { getFeedRoutes } from './get-feed.ts'

export const feedRoutes: RoutePlugin = {
  schemas: [],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getFeedRoutes(scope, readReplica(scope, deps))
    })
  },
}
