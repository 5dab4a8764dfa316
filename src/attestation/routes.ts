import { keyAccepted } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { getAttestationRoute } from './get-attestation.ts'
import { getReceiptRoute } from './get-receipt.ts'
import { publishScoreRoute } from './publishing/publish-score.ts'
import { attestationSchemas } from '../../contract/schemas/attestation.ts'

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
