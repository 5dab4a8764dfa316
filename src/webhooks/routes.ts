import { failingSchemas } from '../../contract/schemas/failing-webhook.ts'
import { webhookSchemas } from '../../contract/schemas/webhook.ts'
import { keyHolders, type RoutePlugin } from '../keys/guard.ts'
import { getDeliveryRoute, listDeliveriesRoute, retryDeliveryRoute, sendTestEventRoute } from './deliveries.ts'
import { listEventsRoute } from './events.ts'
import { recoverDeliveriesRoute } from './recover-deliveries.ts'
import { rotateSecretRoute } from './secrets.ts'
import {
  getSubscriptionRoute,
  listSubscriptionsRoute,
  resumeSubscriptionRoute,
  subscribeWebhookRoute,
  unsubscribeWebhookRoute,
  updateWebhookRoute,
} from './subscriptions.ts'

export const webhookRoutes: RoutePlugin = {
  schemas: [...webhookSchemas, ...failingSchemas],
  addRoutes: async (app, deps) => {
    await keyHolders(app, deps, (scope) => {
      subscribeWebhookRoute(scope, deps)
      listSubscriptionsRoute(scope, deps)
      getSubscriptionRoute(scope, deps)
      updateWebhookRoute(scope, deps)
      unsubscribeWebhookRoute(scope, deps)
      listDeliveriesRoute(scope, deps)
      getDeliveryRoute(scope, deps)
      retryDeliveryRoute(scope, deps)
      recoverDeliveriesRoute(scope, deps)
      listEventsRoute(scope, deps)
      sendTestEventRoute(scope, deps)
      rotateSecretRoute(scope, deps)
      resumeSubscriptionRoute(scope, deps)
    })
  },
}
