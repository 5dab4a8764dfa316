import { keyOptional } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { getPromptDiffRoute } from './versions/get-prompt-diff.ts'
import { listPromptsRoute } from './versions/list-prompts.ts'
import { promptSchemas } from './versions/prompt-schemas.ts'

export const promptRoutes: RoutePlugin = {
  schemas: promptSchemas,
  addRoutes: async (app, deps) => {
    await keyOptional(app, deps, (scope) => {
      listPromptsRoute(scope, deps)
      getPromptDiffRoute(scope)
    })
  },
}
