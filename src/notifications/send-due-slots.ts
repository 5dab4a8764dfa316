import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { emptyBody, errorResponses, response } from '../platform/http/schema.ts'
import { createStopSignal } from '../platform/http/close-listener.ts'
import { fanOut } from './fan-out.ts'
import { NotificationTick } from '../../contract/schemas/notification.ts'
import { type Tally, sendByChannel } from './send-by-channel.ts'
import { findNextDueOnChannel } from './store.ts'
import type { Channel } from './channels/channel.ts'

export function sendDueSlotsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'dispatchNotifications',
    summary: 'Send due notifications',
    tags: ['operation'],
    body: emptyBody,
    response: {
      200: response(NotificationTick, 'The result of the round'),
      ...errorResponses(400, 401, 413, 415, 500, 503),
    },
  }
  const signal = createStopSignal(app)
  app.post('/v1/launch/dispatch', { schema }, async (_request, reply) => reply.send(await sendDueSlots(deps, signal)))
}

/** Sends all due notifications, each at least once and never twice at the same time. Safe to call at any time. */
export async function sendDueSlots(given: Deps, signal: AbortSignal): Promise<NotificationTick> {
  // Uses the database's clock: a replica with a wrong clock must not send early or late.
  await given.sharedClock.sync()
  const deps = { ...given, clock: given.sharedClock }
  const fannedOut = await fanOut(deps)
  const tallies = await Promise.all(deps.channels.map((channel) => sendByChannel(deps, channel, signal)))
  return sumTallies([fannedOut, ...tallies])
}

export async function sendDueByChannel(deps: Deps, channel: Channel, signal: AbortSignal): Promise<void> {
  await fanOut(deps)
  await sendByChannel(deps, channel, signal)
}

export async function untilDueMs({ db, clock }: Deps, { name }: Channel): Promise<number> {
  const due = await findNextDueOnChannel(db, name)
  return due ? Math.max(0, due.getTime() - clock.now().getTime()) : Infinity
}

function sumTallies(tallies: Tally[]): NotificationTick {
  const sum = (outcome: keyof Tally) => tallies.reduce((total, tally) => total + (tally[outcome] ?? 0), 0)
  const [sent, retried, failed] = [sum('sent'), sum('retried'), sum('failed')]
  const [skipped, cancelled] = [sum('skipped'), sum('cancelled')]
  return {
    claimed: sent + retried + failed + skipped + cancelled + sum('lost'),
    sent,
    retried,
    failed,
    skipped,
    cancelled,
  }
}
