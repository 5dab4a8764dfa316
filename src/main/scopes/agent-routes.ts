import type { Deps } from '../../deps.ts'
import { verifyResponses } from '../../attestation/verification/verify-responses.ts'
import type { App } from '../../platform/http/app.ts'
import { llmsRoutes } from '../../reference/get-llms.ts'
import { mcpRoute } from '../../reference/mcp/mcp-route.ts'

/** The routes for language models and agents. */
export function addAgentRoutes(app: App, { config, clock }: Deps): void {
  llmsRoutes(app, config)
  mcpRoute(app, {
    publicUrl: config.publicUrl,
    // this deployment's own node would prove nothing to a caller
    checkParts: (parts, signal) => verifyResponses(parts, { readChain: null, now: clock.now(), signal }),
  })
}
