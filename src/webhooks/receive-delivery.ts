import type { IncomingHttpHeaders } from 'node:http'
import { verifyDelivery } from '../delivery/signing/sign.ts'
import { verifyStandardDelivery } from '../delivery/signing/sign-standard.ts'

export interface ReceivedDelivery {
  event: string
  deliveryId: string
  verdict: ReturnType<typeof verifyDelivery>
}

/** Header names depend on the sender's SERVICE_NAME, so they are matched by their endings. */
export function receiveDelivery(
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  secret: string,
  now: Date,
): ReceivedDelivery {
  if (headers['webhook-id'] !== undefined) return receiveStandard({ headers, body }, secret, now)
  const toValue = (ending: string) => {
    const [, value] = Object.entries(headers).find(([name]) => name.startsWith('x-') && name.endsWith(ending)) ?? []
    return [value].flat()[0]
  }
  const verdict = verifyDelivery(
    { signature: toValue('-signature'), timestamp: toValue('-timestamp'), body },
    secret,
    now,
  )
  return { event: toValue('-event') ?? '', deliveryId: toValue('-delivery') ?? '', verdict }
}

/** Standard Webhooks has no header for the event; it is in the body. */
function receiveStandard(
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  secret: string,
  now: Date,
): ReceivedDelivery {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
    (name) => [headers[`webhook-${name}`]].flat()[0],
  )
  const verdict = verifyStandardDelivery({ id, timestamp, signature, body }, secret, now)
  return { event: /"event":"([a-z.]{1,64})"/.exec(body.toString())?.[1] ?? '', deliveryId: id ?? '', verdict }
}
