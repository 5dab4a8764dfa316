import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { subscribeWebhookRoute } from '../../webhooks/subscriptions/subscribe.ts'
import { listSubscriptionsRoute } from '../../webhooks/subscriptions/list-subscriptions.ts'
import { getSubscriptionRoute } from '../../webhooks/subscriptions/get-subscription.ts'
import { updateWebhookRoute } from '../../webhooks/subscriptions/update-subscription.ts'
import { unsubscribeWebhookRoute } from '../../webhooks/subscriptions/unsubscribe.ts'
import { listDeliveriesRoute } from '../../webhooks/list-deliveries.ts'
import { getDeliveryRoute } from '../../webhooks/get-delivery.ts'
import { retryDeliveryRoute } from '../../webhooks/retry-delivery.ts'
import { recoverDeliveriesRoute } from '../../webhooks/recover-deliveries.ts'
import { listEventsRoute } from '../../webhooks/list-events.ts'
import { sendTestEventRoute } from '../../webhooks/send-test-event.ts'
import { rotateSecretRoute } from '../../webhooks/subscriptions/rotate-secret.ts'
import { resumeSubscriptionRoute } from '../../webhooks/subscriptions/resume-subscription.ts'

/** The routes of subscriptions, for holders of a key. */
export function addWebhookRoutes(keyed: App, deps: Deps): void {
  subscribeWebhookRoute(keyed, deps)
  listSubscriptionsRoute(keyed, deps)
  getSubscriptionRoute(keyed, deps)
  updateWebhookRoute(keyed, deps)
  unsubscribeWebhookRoute(keyed, deps)
  listDeliveriesRoute(keyed, deps)
  getDeliveryRoute(keyed, deps)
  retryDeliveryRoute(keyed, deps)
  recoverDeliveriesRoute(keyed, deps)
  listEventsRoute(keyed, deps)
  sendTestEventRoute(keyed, deps)
  rotateSecretRoute(keyed, deps)
  resumeSubscriptionRoute(keyed, deps)
}
