import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers, nullable } from '../platform/schema.ts'
import { fanOut } from './fan-out.ts'
import { NotificationTick } from './schemas.ts'
import { type Tally, sendByTransport } from './send-by-transport.ts'
import type { SendDeps } from './send-one.ts'
import { findNextDue } from './store.ts'
import type { Transport } from './transport.ts'

export type DispatchDeps = SendDeps & Pick<Deps, 'transports' | 'random'>

const never = new AbortController().signal

/** POST /v1/launch/dispatch: one tick of the notification dispatcher. */
export function sendDueSlotsRoute(app: App, deps: DispatchDeps) {
  const schema = {
    operationId: 'dispatchNotifications',
    summary: 'Send the notifications that are due',
    tags: ['operation'],
    body: nullable(Type.Object({}, { additionalProperties: false })),
    response: {
      200: answer(NotificationTick, 'What the tick did'),
      ...errorAnswers(400, 401, 413, 415, 500, 503),
    },
  }
  app.post('/v1/launch/dispatch', { schema }, async (_request, reply) => reply.send(await sendDueSlots(deps)))
}

/** Sends all notifications that are due, each at least once and never twice at the same time; safe to call at any time. */
export async function sendDueSlots(deps: DispatchDeps): Promise<NotificationTick> {
  const fannedOut = await fanOut(deps)
  const tallies = await Promise.all(deps.transports.map((transport) => sendByTransport(deps, transport, never)))
  return sumOf([fannedOut, ...tallies])
}

/** The same for one transport, as the worker does it: a slow transport keeps no other one waiting. */
export async function sendDueBy(deps: DispatchDeps, transport: Transport, stopped: AbortSignal): Promise<void> {
  await fanOut(deps)
  await sendByTransport(deps, transport, stopped)
}

/** How long until there is something to do for this transport; infinite when nothing is scheduled. */
export async function untilDueMs({ db, clock }: Pick<Deps, 'db' | 'clock'>, { name }: Transport): Promise<number> {
  const due = await findNextDue(db, name)
  return due ? Math.max(0, due.getTime() - clock.now().getTime()) : Infinity
}

function sumOf(tallies: Tally[]): NotificationTick {
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
