import { notificationSchemas } from '../../contract/schemas/notification.ts'
import { keyAccepted, type RoutePlugin } from '../keys/guard.ts'
import { requestReminderRoute } from './reminders.ts'
import { getPushKeyRoute, subscribeRoute, unsubscribeRoute } from './subscriptions.ts'

export const notificationRoutes: RoutePlugin = {
  schemas: notificationSchemas,
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getPushKeyRoute(scope, deps)
      subscribeRoute(scope, deps)
      unsubscribeRoute(scope, deps)
      requestReminderRoute(scope, deps)
    })
  },
}
