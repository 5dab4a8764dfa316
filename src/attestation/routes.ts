import { attestationSchemas } from '../../contract/schemas/attestation.ts'
import { keyAccepted, type RoutePlugin } from '../keys/guard.ts'
import { getAttestationRoute, getReceiptRoute } from './get-attestation.ts'
import { publishScoreRoute } from './publish-score.ts'

export const attestationRoutes: RoutePlugin = {
  schemas: attestationSchemas,
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getAttestationRoute(scope, deps)
      getReceiptRoute(scope, deps)
      publishScoreRoute(scope, deps)
    })
  },
}
