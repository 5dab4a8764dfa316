import { createSignedHeaders } from '../../delivery/signing/sign.ts'
import { createStandardHeaders } from '../../delivery/signing/sign-standard.ts'
import type { DeliveryFormat } from '../../../contract/schemas/delivery.ts'
import { UsageError } from '../../platform/cli/command.ts'
import { nameFetchFault } from '../../platform/outbound/name-exchange-fault.ts'
import type { Feed } from '../../../contract/schemas/webhook.ts'

export interface Forwarding {
  target: URL
  secret: string
  format: DeliveryFormat
  serviceName: string
}

export type FeedEvent = Feed['events'][number]

export type Forwarded = { status: number } | { error: string }

const timeoutMs = 10_000

/** Sends an event as the service does: the same body, headers and kind of signature. */
export async function forwardDelivery(forwarding: Forwarding, event: FeedEvent): Promise<Forwarded> {
  try {
    const { status, body } = await fetch(forwarding.target, {
      method: 'POST',
      headers: sign(forwarding, event),
      body: event.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body?.cancel()
    return { status }
  } catch (error) {
    return { error: nameFetchFault(error) }
  }
}

function sign({ secret, format, serviceName }: Forwarding, { deliveryId, event, body }: FeedEvent) {
  const at = new Date()
  if (format === 'standard-webhooks')
    return createStandardHeaders({ serviceName, deliveryId, body, secrets: [secret], at })
  return createSignedHeaders({ serviceName, event, deliveryId, body, secret, at })
}

export function parseTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new UsageError('--forward-to must be an http or https URL')
}
