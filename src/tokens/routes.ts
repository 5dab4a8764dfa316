import { observationSchemas } from '../../contract/schemas/observation.ts'
import { bindingSchemas } from '../../contract/schemas/token.ts'
import { keyAccepted, type RoutePlugin } from '../keys/guard.ts'
import { bindTokenRoute, getTokenMessageRoute } from './bind-token.ts'
import { denyTokenRoute, getDenialMessageRoute } from './deny-token.ts'
import { getBoundTokenRoute } from './get-bound-token.ts'
import { getNamedTokensMessageRoute, listNamedTokensRoute } from './list-named-tokens.ts'
import { listObservationsRoute } from './list-observations.ts'

export const tokenRoutes: RoutePlugin = {
  schemas: [...bindingSchemas, ...observationSchemas],
  addRoutes: (app, deps) =>
    keyAccepted(app, deps, (scope) => {
      getTokenMessageRoute(scope, deps)
      bindTokenRoute(scope, deps)
      getBoundTokenRoute(scope, deps)
      getDenialMessageRoute(scope, deps)
      denyTokenRoute(scope, deps)
      getNamedTokensMessageRoute(scope, deps)
      listNamedTokensRoute(scope, deps)
      listObservationsRoute(scope, deps)
    }),
}
