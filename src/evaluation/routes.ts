import { readReplica } from '../database/read-replica.ts'
import { keyOptional, type RoutePlugin } from '../keys/guard.ts'
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
