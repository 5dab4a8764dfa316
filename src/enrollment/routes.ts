import { keyAccepted } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { appealScoreRoute } from './appeals/appeal-score.ts'
import { getAppealMessageRoute } from './appeals/get-appeal-message.ts'
import { getAppealRoute } from './appeals/get-appeal.ts'
import { appealSchemas } from '../../contract/schemas/appeal.ts'
import { enrollRoute } from './enroll.ts'
import { getEnrollmentMessageRoute } from './get-enrollment-message.ts'
import { getEnrollmentRoute } from './get-enrollment.ts'
import { enrollmentSchemas } from '../../contract/schemas/enrollment.ts'

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
