import { setTimeout as pause } from 'node:timers/promises'
import type { RemoteFeed } from './read-forwarding.ts'
import { type FeedEvent, type Forwarding, forwardDelivery } from './forward-delivery.ts'
import { Refused } from './feed-client.ts'
import { formatDelivery } from './format-delivery.ts'
import { printDelivery } from './print-delivery.ts'

const everyMs = 2000
const retryMs = 5000

interface Following {
  remote: RemoteFeed
  forwarding: Forwarding | undefined
  isJson: boolean
  signal: AbortSignal
}

/**
 * Prints and forwards new events until the signal, or until nobody reads the output. Resumes after an outage where it
 * stopped.
 */
export async function followFeed({ remote, forwarding, isJson, signal }: Following): Promise<void> {
  const { client, subscription } = remote
  const read = (query: Record<string, string>) => client.readFeed(subscription.id, query)
  let { cursor } = await read({ order: 'newest', limit: '1' })
  process.stderr.write(`Reading the events of ${subscription.id} from now on.\n`)
  while (!signal.aborted) {
    const page = await read({ limit: '50', ...(cursor !== null && { cursor }) }).catch(handleFault)
    for (const event of page?.events ?? [])
      if (!(await printDelivery(await forward(event, { forwarding, isJson })))) return
    if (page) cursor = page.cursor
    if (!page || page.nextCursor === null) await wait(page ? everyMs : retryMs, signal)
  }
}

/** A network failure is temporary; a refusal is not. */
function handleFault(error: Error): undefined {
  if (error instanceof Refused) throw error
  if (error.name !== 'AbortError') process.stderr.write(`The events can’t be read: ${error.message}; trying again.\n`)
}

const wait = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => {})

async function forward(event: FeedEvent, { forwarding, isJson }: Pick<Following, 'forwarding' | 'isJson'>) {
  const result = forwarding && (await forwardDelivery(forwarding, event))
  return formatDelivery({ at: new Date(), event, target: forwarding?.target, result }, isJson)
}
