import { verifyResponses } from '../attestation/verification/verify-responses.ts'
import { keyAccepted, keyOptional } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { llmsRoutes } from './get-llms.ts'
import { getOpenapiRoute } from './get-openapi.ts'
import { mcpRoute } from './mcp/mcp-route.ts'

export const referenceRoutes: RoutePlugin = {
  schemas: [],
  addRoutes: async (app, deps) => {
    const { config, clock, versions } = deps
    await keyAccepted(app, deps, (scope) => {
      llmsRoutes(scope, config)
      mcpRoute(scope, {
        publicUrl: config.publicUrl,
        // This deployment's own node would prove nothing to a caller.
        checkParts: (parts, signal) => verifyResponses(parts, { readChain: null, versions, now: clock.now(), signal }),
      })
    })
    await keyOptional(app, deps, getOpenapiRoute)
  },
}
