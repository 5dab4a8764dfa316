import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { App } from './app.ts'

export const idleMs = 4000

/** Connections end with their next response, by their client, after `idleMs`, or when `hurry` aborts. */
export async function closeListener({ server }: App, hurry: AbortSignal): Promise<void> {
  await acceptWaiting(server)
  const ended = once(server, 'close', { signal: AbortSignal.any([hurry, AbortSignal.timeout(idleMs)]) })
  Server.prototype.close.call(server) // the server's own would end idle connections first
  await ended.catch(() => {})
}

/** Waits until no connection waits to be accepted: closing would reset it, and a proxy does not repeat a POST. */
export async function acceptWaiting(server: Server): Promise<void> {
  let hasAccepted = server.listening
  const note = () => void (hasAccepted = true)
  server.on('connection', note)
  await nextTurn() // the rest of this turn may not look at the listener
  for (let turns = 0; hasAccepted && turns < maxTurns; turns += 1) {
    hasAccepted = false
    await nextTurn() // it accepts at least one, if one waits
  }
  server.off('connection', note)
}

/** A flood of connections must not keep the listener open. */
const maxTurns = 1000

/** For requests that would otherwise outlast a stop. */
export function createStopSignal(app: App): AbortSignal {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  return stopping.signal
}
