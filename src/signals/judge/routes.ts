import { keyOptional, type RoutePlugin } from '../../keys/guard.ts'
import { getPromptDiffRoute, listPromptsRoute, promptSchemas } from './versions.ts'

export const promptRoutes: RoutePlugin = {
  schemas: promptSchemas,
  addRoutes: async (app, deps) => {
    await keyOptional(app, deps, (scope) => {
      listPromptsRoute(scope, deps)
      getPromptDiffRoute(scope)
    })
  },
}
