import type { NotificationDeps } from './channels/notification-deps.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { emptyBody, errorResponses, response } from '../platform/http/schema.ts'
import { createStopSignal } from '../platform/http/close-listener.ts'
import { fanOut } from './fan-out.ts'
import { NotificationTick } from './schemas.ts'
import { type Tally, sendByChannel } from './send-by-channel.ts'
import type { SendDeps } from './send-one.ts'
import { findNextDueOnChannel } from './store.ts'
import type { Channel } from './channels/channel.ts'

export type DispatchDeps = SendDeps & Pick<Deps & NotificationDeps, 'channels' | 'random' | 'sharedClock'>

/** POST /v1/launch/dispatch: runs one notification dispatch round. */
export function sendDueSlotsRoute(app: App, deps: DispatchDeps) {
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
export async function sendDueSlots(given: DispatchDeps, signal: AbortSignal): Promise<NotificationTick> {
  const deps = await onSharedClock(given)
  const fannedOut = await fanOut(deps)
  const tallies = await Promise.all(deps.channels.map((channel) => sendByChannel(deps, channel, signal)))
  return sumTallies([fannedOut, ...tallies])
}

/** Sends the due notifications of one channel. Each channel has its own worker, so a slow channel delays no other. */
export async function sendDueByChannel(given: DispatchDeps, channel: Channel, signal: AbortSignal): Promise<void> {
  const deps = await onSharedClock(given)
  await fanOut(deps)
  await sendByChannel(deps, channel, signal)
}

/** The time until a notification is due on this channel; infinite if nothing is scheduled. */
export async function untilDueMs(
  { db, sharedClock }: Pick<DispatchDeps, 'db' | 'sharedClock'>,
  { name }: Channel,
): Promise<number> {
  const due = await findNextDueOnChannel(db, name)
  return due ? Math.max(0, due.getTime() - sharedClock.now().getTime()) : Infinity
}

/** Notifications are due by the database's clock: a replica whose own clock is wrong must not send them early or late. */
async function onSharedClock(deps: DispatchDeps): Promise<DispatchDeps> {
  await deps.sharedClock.sync()
  return { ...deps, clock: deps.sharedClock }
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
