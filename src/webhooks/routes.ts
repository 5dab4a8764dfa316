import { keyHolders } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { failingSchemas } from '../../contract/schemas/failing-webhook.ts'
import { getDeliveryRoute } from './get-delivery.ts'
import { listDeliveriesRoute } from './list-deliveries.ts'
import { listEventsRoute } from './list-events.ts'
import { recoverDeliveriesRoute } from './recover-deliveries.ts'
import { retryDeliveryRoute } from './retry-delivery.ts'
import { webhookSchemas } from '../../contract/schemas/webhook.ts'
import { sendTestEventRoute } from './send-test-event.ts'
import { getSubscriptionRoute } from './subscriptions/get-subscription.ts'
import { listSubscriptionsRoute } from './subscriptions/list-subscriptions.ts'
import { resumeSubscriptionRoute } from './subscriptions/resume-subscription.ts'
import { rotateSecretRoute } from './subscriptions/rotate-secret.ts'
import { subscribeWebhookRoute } from './subscriptions/subscribe.ts'
import { unsubscribeWebhookRoute } from './subscriptions/unsubscribe.ts'
import { updateWebhookRoute } from './subscriptions/update-subscription.ts'

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
