import { toPrintable } from '../../../contract/text.ts'
import type { FeedEvent, Forwarded } from './forward-delivery.ts'

interface Shown {
  at: Date
  event: FeedEvent
  target: URL | undefined
  result: Forwarded | undefined
}

export function formatDelivery(
  { at, event: { event, deliveryId, body }, target, result }: Shown,
  isJson: boolean,
): string {
  if (isJson) return `${JSON.stringify({ at: at.toISOString(), event, deliveryId, ...result, body })}\n`
  const outcome = target && result ? `  ${describe(target, result)}\n` : ''
  return `${toPrintable(`${at.toISOString()}  ${event}  ${deliveryId}`)}\n${outcome}  ${toShown(body)}\n`
}

export const describe = ({ href }: URL, result: Forwarded): string =>
  'status' in result ? `${href} responded ${result.status}` : `${href} did not respond: ${result.error}`

const maxShown = 4000

export const toShown = (body: string): string => toPrintable(body.slice(0, maxShown))
