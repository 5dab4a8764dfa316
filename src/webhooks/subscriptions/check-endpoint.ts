import { badField } from '../../platform/errors.ts'
import { OutboundRefused } from '../../platform/outbound/outbound.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** Every attempt checks the endpoint again, including the addresses that its name resolves to. */
export function checkEndpoint({ outbound }: Pick<WebhookDeps, 'outbound'>, endpoint: string): void {
  try {
    outbound.webhooks.check(endpoint)
  } catch (error) {
    throw error instanceof OutboundRefused ? badField('endpoint', error.message) : error
  }
}
