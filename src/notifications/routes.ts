import { keyAccepted } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { getPushKeyRoute } from './get-push-key.ts'
import { notificationSchemas } from '../../contract/schemas/notification.ts'
import { subscribeRoute } from './subscribe.ts'
import { unsubscribeRoute } from './unsubscribe.ts'

export const notificationRoutes: RoutePlugin = {
  schemas: notificationSchemas,
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getPushKeyRoute(scope, deps)
      subscribeRoute(scope, deps)
      unsubscribeRoute(scope, deps)
    })
  },
}
