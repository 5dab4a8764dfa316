import { readReplica } from '../database/read-replica.ts'
import { keyOptional } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { listEvaluationsRoute } from './list-evaluations.ts'
import { evaluationSchemas } from './schemas.ts'

export const evaluationRoutes: RoutePlugin = {
  schemas: evaluationSchemas,
  addRoutes: async (app, deps) => {
    await keyOptional(app, deps, (scope) => {
      listEvaluationsRoute(scope, readReplica(scope, deps))
    })
  },
}
