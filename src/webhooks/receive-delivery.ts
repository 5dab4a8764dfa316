import type { IncomingHttpHeaders } from 'node:http'
import { verifyDelivery } from './sign.ts'

export interface ReceivedDelivery {
  event: string
  deliveryId: string
  verdict: ReturnType<typeof verifyDelivery>
}

/** What a receiver sees in a request, whatever the service that sent it is called. */
export function receiveDelivery(
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  secret: string,
  now: Date,
): ReceivedDelivery {
  const valueOf = (ending: string) => {
    const [, value] = Object.entries(headers).find(([name]) => name.startsWith('x-') && name.endsWith(ending)) ?? []
    return [value].flat()[0]
  }
  const verdict = verifyDelivery(
    { signature: valueOf('-signature'), timestamp: valueOf('-timestamp'), body },
    secret,
    now,
  )
  return { event: valueOf('-event') ?? '', deliveryId: valueOf('-delivery') ?? '', verdict }
}
