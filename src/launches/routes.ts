import { keyAccepted } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { attendLaunchRoute } from './attend-launch.ts'
import { editPageRoute } from './edit-page.ts'
import { getCalendarRoute } from './get-calendar.ts'
import { type FindToken, getLaunchRoute } from './get-launch.ts'
import { getPageMessageRoute } from './get-page-message.ts'
import { listPageEditsRoute } from './list-page-edits.ts'
import { launchSchemas } from '../../contract/schemas/launch.ts'

export const createLaunchRoutes = (findToken: FindToken): RoutePlugin => ({
  schemas: launchSchemas,
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getLaunchRoute(scope, deps, findToken)
      getPageMessageRoute(scope, deps)
      editPageRoute(scope, deps)
      listPageEditsRoute(scope, deps)
      attendLaunchRoute(scope, deps)
      getCalendarRoute(scope, deps)
    })
  },
})
