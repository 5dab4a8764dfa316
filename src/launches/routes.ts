import { appealSchemas } from '../../contract/schemas/appeal.ts'
import { enrollmentSchemas } from '../../contract/schemas/enrollment.ts'
import { launchSchemas } from '../../contract/schemas/launch.ts'
import { keyAccepted, type RoutePlugin } from '../keys/guard.ts'
import { appealScoreRoute, getAppealMessageRoute, getAppealRoute } from './appeals.ts'
import { attendLaunchRoute } from './attend-launch.ts'
import { getCalendarRoute } from './calendar.ts'
import { enrollRoute, getEnrollmentMessageRoute, getEnrollmentRoute } from './enroll.ts'
import { type FindToken, getLaunchRoute } from './get-launch.ts'
import { editPageRoute, getPageMessageRoute, listPageEditsRoute } from './launch-page.ts'

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

export const enrollmentRoutes: RoutePlugin = {
  schemas: [...enrollmentSchemas, ...appealSchemas],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getEnrollmentMessageRoute(scope, deps)
      enrollRoute(scope, deps)
      getEnrollmentRoute(scope, deps)
      getAppealMessageRoute(scope, deps)
      appealScoreRoute(scope, deps)
      getAppealRoute(scope, deps)
    })
  },
}
